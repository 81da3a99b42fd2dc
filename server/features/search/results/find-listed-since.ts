import { lowestIdAt } from '../../../core/ids.ts';
import type { Match } from '../matching/find-matches.ts';
import { correctionsOf, interpret, type MatchDeps, readMatches } from '../matching/read-matches.ts';
import type { ListedSince, Query } from '../matching/search-plan.ts';

/**
 * The newest of those matches that are news, newest first: what the page of results shows, with corrected words where it
 * corrects them. Not for fewer words: who waits for a listing with all of them does not want mails about others.
 * @param until only what was listed up to this moment
 */
export async function findListedSince(
  deps: MatchDeps,
  query: Query,
  { listedSince, until, count }: { listedSince: ListedSince; until: Date; count: number },
): Promise<Match[]> {
  const cursor = `0.${lowestIdAt(until.getTime() + 1)}`;
  const read = (q: string) =>
    readNewest(deps, { ...query, q, sort: 'newest', cursor, limit: count - 1 }, listedSince);
  const found = await read(query.q);
  if (found.length > 0 || query.q === '' || query.exact) return found;
  const { sort: _sort, cursor: _cursor, ...anything } = query;
  const haveMatch = async (q: string) =>
    (await readNewest(deps, { ...anything, q, limit: 0 })).length > 0;
  if (await haveMatch(query.q)) return [];
  const { texts } = await correctionsOf(deps, query.q, false);
  for (const text of texts) {
    if (await haveMatch(text)) return read(text);
  }
  return [];
}

async function readNewest(
  deps: MatchDeps,
  query: Query,
  listedSince?: ListedSince,
): Promise<Match[]> {
  const search = { ...(await interpret(deps, query)), listedSince };
  return readMatches(deps, query, { search, order: 'newest', onlyAdvertised: false });
}
