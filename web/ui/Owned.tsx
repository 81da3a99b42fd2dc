import { type OwnedText, shownText } from '#contract/shop/owned-text.ts';

/** A text of the owner. One in another language than the page says so, for voices and letters. */
export function Owned({ text: owned }: { text: OwnedText }) {
  const { text, ...language } = shownText(owned);
  return language.lang === undefined ? text : <span {...language}>{text}</span>;
}
