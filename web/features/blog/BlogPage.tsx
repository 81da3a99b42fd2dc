import { Trans } from '@lingui/react/macro';
import { type ReactNode, useLayoutEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Frameworks } from './answers/Frameworks.tsx';
import { Prototypes } from './answers/Prototypes.tsx';
import { ReactState } from './answers/ReactState.tsx';
import { UnitTests } from './answers/UnitTests.tsx';
import { type Question, questions } from './questions.ts';

/** A question with its long answer. */
interface BlogEntry {
  question: Question;
  answer: ReactNode;
}

/** The four entries in page order. */
export const entries: readonly BlogEntry[] = [
  { question: questions.reactState, answer: <ReactState /> },
  { question: questions.prototypes, answer: <Prototypes /> },
  { question: questions.unitTests, answer: <UnitTests /> },
  { question: questions.frameworks, answer: <Frameworks /> },
];

const numerals = ['I', 'II', 'III', 'IV', 'V', 'VI'];

/** Four questions with long answers, set like the movements in a concert programme. */
export function BlogPage() {
  useOpenedByAddress();
  return (
    <div className="mx-auto max-w-page px-4 py-12 md:py-20">
      <header className="grid items-end gap-8 md:grid-cols-[minmax(0,40rem)_1fr] md:gap-12">
        <div>
          <p className="font-semibold text-brass">{t`Between two customers`}</p>
          <h1 className="mt-2 text-hero">
            <Trans>
              The <span className="whitespace-nowrap">back-room</span> blog
            </Trans>
          </h1>
          <p className="mt-6 max-w-xl text-lg text-muted">
            {t`Behind the instruments there is a workbench with a computer on it, where this shop is built. Four questions come up there again and again. These are our answers, with the reasons.`}
          </p>
        </div>
        <MarginNotes className="hidden w-full text-line-strong md:block" />
      </header>
      <ol className="mt-12 border-t border-line md:mt-16">
        {entries.map(({ question: { id, question, teaser }, answer }, index) => (
          <li key={id}>
            <Disclosure
              id={id}
              mark={
                <span
                  aria-hidden="true"
                  className="hidden w-16 shrink-0 font-display text-heading text-brass sm:block lg:w-56"
                >
                  {numerals[index]}
                </span>
              }
              teaser={teaser}
              title={question}
            >
              <div className="flex gap-4 md:gap-8">
                <RepeatBar />
                <div className="prose min-w-0 flex-1">{answer}</div>
              </div>
            </Disclosure>
          </li>
        ))}
      </ol>
      <p className="mt-12 text-muted">
        <Trans>
          Enough reading.{' '}
          <Link className="text-link" to={paths.home()}>
            Back to the instruments
          </Link>
        </Trans>
      </p>
    </div>
  );
}

/**
 * Opens the answer that /blog#unit-tests points to. Browsers do that on page load, but not when the router
 * navigates.
 */
function useOpenedByAddress(): void {
  const { hash } = useLocation();
  // Before the router scrolls to it: a collapsed element has no position.
  useLayoutEffect(() => {
    const details = document.getElementById(hash.slice(1))?.closest('details');
    if (details) details.open = true;
  }, [hash]);
}

/** Decoration: four notes on a staff, one per question, and a repeat bar. */
function MarginNotes({ className = '' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 420 150">
      <g className="stroke-current" strokeWidth="1">
        {lines.map((y) => (
          <path d={`M0 ${y}H420`} key={y} />
        ))}
      </g>
      {notes.map(({ x, y }) => (
        <g className="fill-ink stroke-ink" key={x} transform={`translate(${x} ${y})`}>
          <ellipse rx="9.5" ry="6.8" stroke="none" transform="rotate(-22)" />
          <path d={y > 75 ? 'M8.8-2V-52' : 'M-8.8 2V52'} strokeWidth="2" />
        </g>
      ))}
      <g className="fill-brass-metal">
        <circle cx="392" cy="67" r="4" />
        <circle cx="392" cy="83" r="4" />
        <path d="M402 43h2v64h-2zM409 43h9v64h-9z" />
      </g>
    </svg>
  );
}

const lines = [43, 59, 75, 91, 107];
const notes = [
  { x: 60, y: 99 },
  { x: 145, y: 83 },
  { x: 230, y: 91 },
  { x: 315, y: 59 },
];

/** Decoration: a repeat sign as tall as the answer. Its dots stay in view while scrolling. */
function RepeatBar() {
  return (
    <div
      aria-hidden="true"
      className="hidden w-16 shrink-0 justify-end gap-1 py-1 text-brass-metal sm:flex lg:w-56"
    >
      <span className="w-1.5 rounded-sm bg-current" />
      <span className="w-px bg-current" />
      <span className="sticky top-1/2 flex flex-col gap-2 self-start py-8 ps-1">
        <span className="size-2 rounded-full bg-current" />
        <span className="size-2 rounded-full bg-current" />
      </span>
    </div>
  );
}
