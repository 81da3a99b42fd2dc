import { newMatchLimit } from '#contract/constants.ts';
import type { SavedQuery, SavedSearch } from '#contract/saved-searches.ts';
import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import { findNews } from '../search/find-news.ts';
import type { MatchDeps } from '../search/read-matches.ts';
import type { Query } from '../search/search-plan.ts';

interface Row {
  id: string;
  name: string;
  query: SavedQuery;
  hasAlert: boolean;
  seenAt: Date;
  createdAt: Date;
}

/** Searches of one list that are counted at the same time. */
const concurrency = 4;

/** The saved searches of a user, newest first, each with how much was listed since they last looked. */
export async function listSavedSearches(deps: MatchDeps, userId: string): Promise<SavedSearch[]> {
  const rows = await deps.reader.sql<Row[]>`
    select id, name, query, has_alert as "hasAlert", seen_at as "seenAt", created_at as "createdAt"
    from saved_searches where user_id = ${userId} order by id desc`;
  const searches: SavedSearch[] = [];
  const { failures } = await mapWithConcurrency([...rows.entries()], concurrency, async (entry) => {
    const [index, row] = entry;
    searches[index] = {
      _id: row.id,
      name: row.name,
      query: row.query,
      alert: row.hasAlert,
      newCount: await countNews(deps, userId, row),
      time: row.createdAt.toISOString(),
    };
    return true;
  });
  if (failures.length > 0) throw failures[0];
  return searches;
}

async function countNews(deps: MatchDeps, userId: string, { query, seenAt }: Row) {
  const found = await findNews(deps, queryOf(query), {
    news: { afterMs: seenAt.getTime(), userId },
    until: deps.clock.now(),
    count: newMatchLimit,
  });
  return { count: found.length, isExact: found.length < newMatchLimit };
}

/** A stored search as `GET /search` has it after validation. */
export function queryOf(saved: SavedQuery): Query {
  return { ...saved, q: saved.q ?? '', limit: newMatchLimit };
}
