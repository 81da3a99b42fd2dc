import { countLimit } from '#contract/constants.ts';
import type { MatchCount } from '#contract/search/search.ts';
import { searchTexts } from '#contract/search/search-texts.ts';
import { formatNumber } from '../../ui/format.ts';

/** Formats the number of matches: `27`, `more than 1,000`, or `27 or more` where they were not all counted. */
export function formatCount({ count, isExact }: MatchCount): string {
  const number = formatNumber(count);
  if (isExact) return number;
  return count < countLimit ? searchTexts.orMore(number) : searchTexts.moreThan(number);
}

/** The same with what was counted: `27 instruments`. */
export function formatInstruments(total: MatchCount): string {
  return searchTexts.instruments(total);
}

/** The same as a sentence: `27 instruments match.` */
export function formatMatching(total: MatchCount): string {
  return searchTexts.guests.matching(total);
}
