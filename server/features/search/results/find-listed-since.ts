import { lowestIdAt } from '../../../core/ids.ts';
import { findMatches, type Match } from '../matching/find-matches.ts';
import {
  type InterpretedSearch,
  interpretSearch,
  type ListedSince,
  type Query,
} from '../matching/interpret-search.ts';
import type { MatchDeps } from '../matching/match-deps.ts';
import { correctionsOf } from './corrections.ts';

/**
 * The newest of those matches that were listed since then, newest first: what the page of results shows, with corrected words
 * where it corrects them. Not for fewer words: who waits for a listing with all of them does not want mails about others.
 * @param until only what was listed up to this time
 */
export async function findListedSince(
  deps: MatchDeps,
  asked: Query,
  { listedSince, until, count }: { listedSince: ListedSince; until: Date; count: number },
): Promise<Match[]> {
  const query: Query = { ...asked, sort: 'newest', limit: count - 1 };
  const cursor = `0.${lowestIdAt(until.getTime() + 1)}`;
  const all = { onlyAdvertised: false };
  const find = (search: InterpretedSearch) =>
    findMatches(deps, { ...search, query: { ...search.query, cursor }, listedSince }, all);
  const hasMatch = async (search: InterpretedSearch) => {
    const first = { ...search, query: { ...search.query, cursor: undefined, limit: 0 } };
    return (await findMatches(deps, first, all)).length > 0;
  };
  const search = await interpretSearch(deps, query);
  const found = await find(search);
  if (found.length > 0 || query.q === '' || query.exact || (await hasMatch(search))) return found;
  const { texts } = await correctionsOf(deps, search, false);
  for (const q of texts) {
    const corrected = await interpretSearch(deps, { ...query, q });
    if (await hasMatch(corrected)) return find(corrected);
  }
  return [];
}
