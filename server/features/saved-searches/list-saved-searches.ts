import { LRUCache } from 'lru-cache';
import type { BaseLogger } from 'pino';
import { newMatchLimit } from '#contract/constants.ts';
import type { SavedQuery, SavedSearch } from '#contract/search/saved-searches.ts';
import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import type { Query } from '../search/matching/interpret-search.ts';
import type { MatchDeps } from '../search/matching/match-deps.ts';
import { findListedSince } from '../search/results/find-listed-since.ts';

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

/** A count costs as much as a search, and a list has up to 50, so each is remembered for a minute. */
const countedForMs = 60_000;
type Counts = LRUCache<string, { atMs: number; count: Promise<SavedSearch['newCount']> }>;

/** The counts that this process has made, by the search and since when it counts. */
export const createSavedSearchCounts = (): Counts => new LRUCache({ max: 20_000 });

/**
 * The saved searches of a user, newest first, each with how much was listed since they last looked. One that cannot be counted
 * is listed with “0 or more”, and its failure is logged.
 */
export async function listSavedSearches(
  deps: MatchDeps & { log: Pick<BaseLogger, 'warn'>; counts: Counts },
  userId: string,
): Promise<SavedSearch[]> {
  const rows = await deps.reader.sql<Row[]>`
    select id, name, query, has_alert as "hasAlert", seen_at as "seenAt", created_at as "createdAt"
    from saved_searches where user_id = ${userId} order by id desc`;
  const counts = new Map<string, SavedSearch['newCount']>();
  const { failures } = await mapWithConcurrency(rows, concurrency, async (row) => {
    counts.set(row.id, await countOnce(deps, userId, row));
    return true;
  });
  for (const err of failures) deps.log.warn({ err }, 'A saved search could not be counted');
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    query: row.query,
    alert: row.hasAlert,
    newCount: counts.get(row.id) ?? { count: 0, isExact: false },
    time: row.createdAt.toISOString(),
  }));
}

function countOnce(
  { counts, ...deps }: MatchDeps & { counts: Counts },
  userId: string,
  row: Row,
): Promise<SavedSearch['newCount']> {
  const key = `${row.id} ${row.seenAt.getTime()}`;
  const nowMs = deps.clock.now().getTime();
  const known = counts.get(key);
  if (known && nowMs - known.atMs < countedForMs) return known.count;
  const count = countListedSince(deps, userId, row);
  // A failure too: a search that takes too long would cost that much at each read.
  counts.set(key, { atMs: nowMs, count });
  return count;
}

async function countListedSince(deps: MatchDeps, userId: string, { query, seenAt }: Row) {
  const found = await findListedSince(deps, queryOf(query), {
    listedSince: { afterMs: seenAt.getTime(), userId },
    until: deps.clock.now(),
    count: newMatchLimit,
  });
  return { count: found.length, isExact: found.length < newMatchLimit };
}

/** A stored search as `GET /search` has it after validation. */
export function queryOf(saved: SavedQuery): Query {
  return { ...saved, q: saved.q ?? '', limit: newMatchLimit };
}
