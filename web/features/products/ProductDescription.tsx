import { type UIEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { language } from '#contract/language.ts';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { lineCount, paragraphsOf } from './facts.ts';

/** About how many characters fit on a line of the widest column. */
const widestLine = 80;
/** A text that is only a little longer than the folded box is not folded. */
const foldAboveLines = 14;
const boxId = 'description';

/**
 * What the seller wrote. A long text is cut off after some lines by CSS until 'Read more' is pressed: all of it is in the
 * HTML and in the accessibility tree, and without scripts all of it is visible.
 */
export function ProductDescription({
  text,
  language: tag,
}: {
  text: string;
  /** In which it is written, where that is known. */
  language?: string | undefined;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const paragraphs = paragraphsOf(text);
  const isLong = lineCount(paragraphs, widestLine) > foldAboveLines;
  // A browser that finds words in the cut-off part (find in page, a link to a text) scrolls the box to them.
  const openWhenFound = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollTop } = currentTarget;
    if (isOpen || scrollTop === 0) return;
    flushSync(() => setIsOpen(true));
    scrollBy({ top: scrollTop, behavior: 'instant' });
  };
  return (
    <section aria-labelledby="description-heading">
      <h2 id="description-heading">{t`In the seller’s words`}</h2>
      {tag !== undefined && isOther(tag) && (
        <p className="mt-1 text-sm text-muted empty:hidden">{writtenIn(tag)}</p>
      )}
      <div
        className={`prose mt-4 whitespace-pre-line wrap-anywhere ${isLong && !isOpen ? foldedStyle : ''}`}
        id={boxId}
        onScroll={openWhenFound}
      >
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing else, and never move
          <p dir="auto" key={index} lang={tag}>
            {paragraph}
          </p>
        ))}
      </div>
      {isLong && (
        <Button
          aria-controls={boxId}
          aria-expanded={isOpen}
          className="mt-2 noscript:hidden print:hidden"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span>{isOpen ? t`Read less` : t`Read more`}</span>
          <span className="sr-only"> {t`of the description`}</span>
        </Button>
      )}
    </section>
  );
}

/** Whether the page is in another language than the text. */
function isOther(tag: string): boolean {
  const plain = (one: string) => one.split('-', 1)[0];
  return plain(tag) !== plain(language());
}

/** Nothing for a language that has no name. */
function writtenIn(tag: string): string | undefined {
  const names = new Intl.DisplayNames([language()], { type: 'language', fallback: 'none' });
  const name = names.of(tag);
  return name && t`Written in ${{ language: name }}`;
}

const foldedStyle =
  'not-noscript:max-h-[10lh] not-noscript:overflow-hidden not-noscript:mask-b-from-65% print:max-h-none print:mask-none';
