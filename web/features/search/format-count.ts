import type { MatchCount } from '#contract/search.ts';
import { searchTexts } from '#contract/search-texts.ts';
import { formatNumber } from '../../ui/format.ts';

/** How many match: `27`, or `more than 1,000` where they were not all counted. */
export function formatCount({ count, isExact }: MatchCount): string {
  const number = formatNumber(count);
  return isExact ? number : searchTexts.moreThan(number);
}

/** The same with what was counted: `27 instruments`. */
export function formatInstruments(total: MatchCount): string {
  return searchTexts.instruments(formatCount(total), total.isExact && total.count === 1);
}
