import { type Condition, previewLength } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { msg, plural, t } from '#contract/text.ts';

/** Current year minus purchase year, never below 0. */
export function yearsOfUse(purchaseYear: number, now: Date): number {
  return Math.max(0, now.getUTCFullYear() - purchaseYear);
}

/** The same in words. Zero is not `new`: the instrument is used, only not for long. */
export function yearsOfUseText(purchaseYear: number, now: Date): string {
  const years = yearsOfUse(purchaseYear, now);
  if (years === 0) return t`Under a year`;
  return plural(years, { one: '# year', other: '# years' });
}

/**
 * The first 100 characters of a description, with an ellipsis when there are more. An emoji counts as one and is
 * never split.
 */
export function previewOf(description: string): string {
  // Twice as many code units are enough, and a description may be long.
  const characters = Array.from(description.slice(0, 2 * (previewLength + 1)));
  if (characters.length <= previewLength) return description;
  return `${characters.slice(0, previewLength).join('').trimEnd()}…`;
}

/** The saving against the original price in whole per cent, rounded down; undefined when there is none. */
export function savingPercent(
  price: number,
  originalPrice: number | undefined,
): number | undefined {
  if (originalPrice === undefined || originalPrice <= price) return undefined;
  // A little more, because 1 - 0.8 is slightly less than 0.2 in floating point.
  return Math.floor(((originalPrice - price) / originalPrice) * 100 + 1e-9) || undefined;
}

/** The paragraphs of a description, which are separated by empty lines. */
export function paragraphsOf(description: string): string[] {
  return description
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** The number of lines of this many characters that the paragraphs take, with an empty line between two of them. */
export function lineCount(paragraphs: readonly string[], lineLength: number): number {
  const lines = paragraphs.flatMap((paragraph) => [...paragraph.split('\n'), '']);
  const taken = lines.map((line) => Math.max(1, Math.ceil(line.length / lineLength)));
  return Math.max(0, taken.reduce((sum, count) => sum + count, 0) - 1);
}

/** What a booking does, and for how long: 'Reserve for 48 hours, pay later'. */
export function reservationText(holdHours: number): string {
  const isDays = holdHours > 72 && holdHours % 24 === 0;
  const days = holdHours / 24;
  return isDays
    ? plural(days, {
        one: 'Reserve for # day, pay later',
        other: 'Reserve for # days, pay later',
      })
    : plural(holdHours, {
        one: 'Reserve for # hour, pay later',
        other: 'Reserve for # hours, pay later',
      });
}

/** Filters out sold products: one may have been sold while its list was in the cache. */
export function unsold(products: readonly ListedProduct[]): ListedProduct[] {
  return products.filter(({ status }) => status !== 'sold');
}

/** What each condition means. */
export const conditionMeanings: Record<Condition, string> = textsOf({
  Excellent: msg`You would have to look twice to tell it from new. Nothing to repair, nothing to apologise for.`,
  Good: msg`Plays as it should. A scratch or some worn lacquer shows that it was used and looked after.`,
  Fair: msg`Plays, and shows its age: dents, wear, perhaps a part that a repairer should look at soon.`,
});
