import { useEffect, useRef, useState } from 'react';
import type { KindCheck } from '#contract/instruments/instrument-calls.ts';
import { repliedText } from '#contract/shop/owned-text.ts';
import { plural, t } from '#contract/text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { SentenceWith, Shown } from '../../../ui/Owned.tsx';
import type { TypedAnswers } from './answers.ts';

/** The checks of a kind, one by one. An answer can be changed, and 'I do not know' is one. */
export function ChecksField({
  checks,
  answers,
  onAnswer,
}: {
  checks: readonly KindCheck[];
  answers: TypedAnswers;
  onAnswer: (id: string, answer: string) => void;
}) {
  const question = useRef<HTMLLegendElement>(null);
  const [answered, setAnswered] = useState(0);
  const open = checks.find(({ id }) => answers[id] === undefined);
  const left = checks.filter(({ id }) => answers[id] === undefined).length;
  // The buttons of the last question are gone.
  useEffect(() => {
    if (answered > 0) question.current?.focus();
  }, [answered]);
  const answer = (id: string, given: string) => {
    onAnswer(id, given);
    setAnswered((count) => count + 1);
  };
  return (
    <fieldset>
      <legend
        className="font-semibold outline-none"
        ref={open ? undefined : question}
        tabIndex={-1}
      >
        {t`Look, play, and say what you find`}
      </legend>
      <p className="text-sm text-muted">
        {t`Buyers trust a listing that names its flaws. Each answer stands on the page.`}
      </p>
      <ul className="mt-2">
        {checks
          .filter(({ id }) => answers[id] !== undefined)
          .map((check) => (
            <li className="flex items-center justify-between gap-3" key={check.id}>
              <span className="flex items-start gap-2">
                <Icon className="mt-1 size-4 shrink-0 text-green" name="check" />
                <span>
                  <Finding answer={answers[check.id]} check={check} />
                </span>
              </span>
              <Button onClick={() => answer(check.id, '')} size="small" variant="link">
                <span aria-hidden="true">{t`Change`}</span>
                <span className="sr-only">
                  <SentenceWith say={changeText} texts={[repliedText(check, 'ask')]} />
                </span>
              </Button>
            </li>
          ))}
      </ul>
      {open && (
        <fieldset className="mt-2 rounded-lg bg-sunken p-4">
          <legend className="sr-only outline-none" ref={question} tabIndex={-1}>
            <Shown {...repliedText(open, 'ask')} />
          </legend>
          <p aria-hidden="true" className="font-semibold">
            <Shown {...repliedText(open, 'ask')} />
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Chip onClick={() => answer(open.id, 'yes')}>{t`Yes`}</Chip>
            <Chip onClick={() => answer(open.id, 'no')}>{t`No`}</Chip>
            <Chip onClick={() => answer(open.id, 'unknown')}>{t`I do not know`}</Chip>
          </div>
          <p className="mt-3 text-sm text-muted">
            {left === 1
              ? t`This is the last question.`
              : plural(left - 1, { one: '# more question', other: '# more questions' })}
          </p>
        </fieldset>
      )}
    </fieldset>
  );
}

function Finding({ check, answer }: { check: KindCheck; answer: string | undefined }) {
  if (answer === 'unknown') {
    return <SentenceWith say={unknownText} texts={[repliedText(check, 'ask')]} />;
  }
  return <Shown {...repliedText(check, answer === check.good ? 'fine' : 'flaw')} />;
}

const changeText = (question: string) => t`Change the answer: ${question}`;
const unknownText = (question: string) => t`Not known: ${question}`;
