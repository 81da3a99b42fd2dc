import type { Clock } from '../../core/clock.ts';
import { idMs, lowestIdAt } from '../../core/ids.ts';
import type { Database } from '../../database/connection.ts';
import type { Sql } from '../../database/sql.ts';
import { sqlState } from '../../database/sql-state.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { countEvents, quarterMs, quarterOf } from './count-events.ts';

interface Deps {
  database: Database;
  clock: Clock;
}

interface Progress {
  countedFrom: Date;
  countedUntil: Date;
  isComplete: boolean;
}

/** What happened less than this ago may still be in transactions that have not ended. */
const settledMs = 5 * 60_000;
const dayMs = 86_400_000;
/** A run ends in time for the next one: a shop of many years takes several. */
const daysPerRun = 400;
const recountedDays = 8;

/**
 * Counts the quarters of an hour that are over and were not counted yet: those since the last run, then those of the
 * past, the latest first, until the first row of the shop. Each transaction counts at most a day, and a run that is
 * interrupted is continued by the next one. It locks no table and no row of others.
 * @returns how many quarters were stored, those in which something happened
 */
export async function countQuarters({ database, clock }: Deps): Promise<number> {
  const settled = quarterOf(clock.now().getTime() - settledMs);
  let stored = 0;
  let spanMs = dayMs;
  for (let span = 0; span < daysPerRun; span += 1) {
    const counted = await countOrCancel(database, settled, spanMs);
    if (counted === 'took too long') spanMs = Math.max(quarterMs, quarterOf(spanMs / 2));
    else if (counted === 'nothing left') break;
    else stored += counted;
  }
  return stored;
}

/**
 * Counts the last days again, for what was written with an earlier time than that of its transaction. Each transaction
 * replaces one day.
 * @returns how many quarters differ now
 */
export async function recountQuarters({ database, clock }: Deps): Promise<number> {
  const until = quarterOf(clock.now().getTime());
  let changed = 0;
  for (let day = recountedDays; day > 0; day -= 1) {
    changed += await transaction(database, async (tx) => {
      const progress = await lockProgress(tx);
      if (!progress) return 0;
      const fromMs = Math.max(until - day * dayMs, progress.countedFrom.getTime());
      const untilMs = Math.min(until - (day - 1) * dayMs, progress.countedUntil.getTime());
      return storeCounts(tx, { fromMs, untilMs });
    });
  }
  return changed;
}

type Counted = number | 'nothing left' | 'took too long';

/** Counts less per statement when one took longer than statements may. */
async function countOrCancel(
  database: Database,
  settled: number,
  spanMs: number,
): Promise<Counted> {
  try {
    return await transaction(database, (tx) => countNext(tx, settled, spanMs));
  } catch (error) {
    if (sqlState(error) === '57014' && spanMs > quarterMs) return 'took too long';
    throw error;
  }
}

async function countNext(tx: Tx, settled: number, spanMs: number): Promise<Counted> {
  const progress = (await lockProgress(tx)) ?? (await startProgress(tx, settled));
  const fromMs = progress.countedUntil.getTime();
  if (fromMs < settled) {
    const untilMs = Math.min(settled, fromMs + spanMs);
    const stored = await storeCounts(tx, { fromMs, untilMs });
    tx.write`update event_count_progress set counted_until = ${new Date(untilMs)}`;
    return stored;
  }
  return progress.isComplete ? 'nothing left' : countPast(tx, progress.countedFrom, spanMs);
}

/** Skips the time in which nothing was created. */
async function countPast(tx: Tx, countedFrom: Date, spanMs: number): Promise<Counted> {
  const latestMs = await findLatest(tx.sql, countedFrom);
  if (latestMs === undefined) {
    await tx.sql`update event_count_progress set is_complete = true`;
    return 'nothing left';
  }
  const untilMs = Math.min(countedFrom.getTime(), quarterOf(latestMs) + quarterMs);
  const fromMs = Math.max(0, untilMs - spanMs);
  const stored = await storeCounts(tx, { fromMs, untilMs });
  tx.write`update event_count_progress set counted_from = ${new Date(fromMs)}`;
  return stored;
}

/** When the latest row before a time was created, in milliseconds. */
async function findLatest(sql: Sql, before: Date): Promise<number | undefined> {
  const end = lowestIdAt(before.getTime());
  const [row] = await sql<{ id: string | null }[]>`
    select greatest(
      (select id from products where id < ${end} order by id desc limit 1),
      (select id from bookings where id < ${end} order by id desc limit 1),
      (select id from offers where id < ${end} order by id desc limit 1),
      (select id from users where id < ${end} order by id desc limit 1),
      (select id from messages where id < ${end} order by id desc limit 1),
      (select id from ledger_entries where id < ${end} order by id desc limit 1)) as id`;
  return row?.id ? idMs(row.id) : undefined;
}

/** @returns how many rows differ now */
async function storeCounts(tx: Tx, range: { fromMs: number; untilMs: number }): Promise<number> {
  if (range.untilMs <= range.fromMs) return 0;
  const counts = await countEvents(tx.sql, range);
  const column = (
    name: 'listings' | 'offers' | 'bookings' | 'sales' | 'signUps' | 'threads' | 'messages',
  ) => counts.map((row) => row[name]);
  const cents = (name: 'salesCents' | 'refundedCents' | 'commissionCents') =>
    counts.map((row) => row[name]);
  const stored = await tx.sql`
    insert into event_counts (starts_at, listings, bookings, sales, sign_ups, threads, messages,
      sales_cents, refunded_cents, commission_cents, offers)
    select * from unnest(
      ${counts.map(({ startsAt }) => startsAt)}::timestamptz[], ${column('listings')}::int[],
      ${column('bookings')}::int[], ${column('sales')}::int[], ${column('signUps')}::int[],
      ${column('threads')}::int[], ${column('messages')}::int[],
      ${cents('salesCents')}::bigint[], ${cents('refundedCents')}::bigint[],
      ${cents('commissionCents')}::bigint[], ${column('offers')}::int[])
    on conflict (starts_at) do update
      set listings = excluded.listings, bookings = excluded.bookings, sales = excluded.sales,
        sign_ups = excluded.sign_ups, threads = excluded.threads,
        messages = excluded.messages, sales_cents = excluded.sales_cents,
        refunded_cents = excluded.refunded_cents, commission_cents = excluded.commission_cents,
        offers = excluded.offers
      where event_counts is distinct from excluded
    returning starts_at`;
  // Those that were counted earlier, and whose events are all gone by now.
  const emptied = await tx.sql`
    delete from event_counts
    where starts_at >= ${new Date(range.fromMs)} and starts_at < ${new Date(range.untilMs)}
      and starts_at <> all (${counts.map(({ startsAt }) => startsAt)}::timestamptz[])
    returning starts_at`;
  return stored.length + emptied.length;
}

/** @returns undefined before the first run */
async function lockProgress(tx: Tx): Promise<Progress | undefined> {
  const [progress] = await tx.sql<Progress[]>`
    select counted_from as "countedFrom", counted_until as "countedUntil", is_complete as "isComplete"
    from event_count_progress for update`;
  return progress;
}

async function startProgress(tx: Tx, settled: number): Promise<Progress> {
  const at = new Date(settled);
  await tx.sql`
    insert into event_count_progress (counted_from, counted_until) values (${at}, ${at})
    on conflict do nothing`;
  return { countedFrom: at, countedUntil: at, isComplete: false };
}
