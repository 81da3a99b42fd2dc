import { type OwnedText, type ShownText, shownText } from '#contract/shop/owned-text.ts';

/** A text of the owner. One in another language than the page says so, for voices and letters. */
export function Owned({ text }: { text: OwnedText }) {
  return <Shown {...shownText(text)} />;
}

/** The same for a text whose language is already known. */
export function Shown({ text, lang, dir }: ShownText) {
  return lang === undefined ? (
    text
  ) : (
    <span dir={dir} lang={lang}>
      {text}
    </span>
  );
}

/** A sentence of the shop with texts of the owner in it, each in its language. */
export function SentenceWith({
  texts,
  say,
}: {
  texts: readonly ShownText[];
  /** Gets the texts, or signs in their places. */
  say: (...texts: string[]) => string;
}) {
  if (texts.every(({ lang }) => lang === undefined)) return say(...texts.map(({ text }) => text));
  // Each sign is of the private use area, which no text has.
  const parts = say(...texts.map((_, at) => String.fromCharCode(firstSign + at))).split(
    /([\uE000-\uF8FF])/,
  );
  return parts.map((part, at) => {
    if (part === '') return null;
    const { text, ...language } = (at % 2 === 1 && texts[part.charCodeAt(0) - firstSign]) || {
      text: part,
    };
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
      <span {...language} key={at}>
        {text}
      </span>
    );
  });
}

const firstSign = 0xe000;
