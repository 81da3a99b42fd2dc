import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import type { Sql } from '../../database/sql.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { BalanceMovement, ProviderBalance } from '../../providers/balances/port.ts';

export interface BalanceDeps {
  database: Pick<Database, 'sql' | 'transaction'>;
  balance: ProviderBalance;
  clock: Clock;
}

/** What moved in these days is compared at least, and the first reading goes back so far. */
const comparedDays = 7;
/** What moved less than this ago may not have reached the other side. */
const graceMs = 3_600_000;
/** Each reading and comparison begins so long before the end of the last one, for movements that are listed late. */
const overlapMs = 86_400_000;
/** So much of a provider's list is read in a run: 20,000 movements. The next run goes on. */
const pagesPerRun = 200;

interface Reading {
  from: Date;
  until: Date;
  nextPage: string | null;
}

/**
 * Copies what a provider lists as having moved the shop's money, up to an hour ago. Page by page, each in a transaction
 * with the place to go on from, so that a run that is interrupted, or ends at its limit, is continued by the next one.
 * @throws Problem unavailable when the provider does not answer
 */
export async function readBalance(deps: BalanceDeps): Promise<void> {
  const { balance } = deps;
  const before = new Date(deps.clock.now().getTime() - graceMs);
  for (let pages = 0; pages < pagesPerRun; pages += 1) {
    const reading = await openReading(deps, balance.name, before);
    if (!reading) return;
    const { from, until, nextPage } = reading;
    const after = nextPage ?? undefined;
    const page = await balance.listMovements({ from, before: until, after });
    if (page.next !== undefined && page.next === after) throw stuck(balance.name);
    await transaction(deps.database, (tx) => {
      storeMovements(tx, balance.name, page.movements);
      storeProgress(tx, balance.name, { until, nextPage, next: page.next });
      return Promise.resolve();
    });
  }
}

/** What can be compared of a provider's books. */
export interface ReadWindow {
  /** All movements of what was charged or paid from here on are stored. */
  coveredFrom: Date;
  /** The latest movements from here on are compared: not later than where the last comparison ended. */
  since: Date;
  /** Up to here the list has been read without a gap. */
  until: Date;
}

/** @returns undefined when nothing was read yet */
export async function readWindow(
  sql: Sql,
  provider: string,
  at: Date,
): Promise<ReadWindow | undefined> {
  const [reading] = await sql<{ coveredFrom: Date; comparedUntil: Date; until: Date }[]>`
    select covered_from as "coveredFrom", complete_until as until,
      coalesce(compared_until, covered_from) as "comparedUntil"
    from balance_readings
    where provider = ${provider} and complete_until > covered_from`;
  if (!reading) return undefined;
  const lately = at.getTime() - comparedDays * 86_400_000;
  return {
    until: reading.until,
    since: new Date(Math.min(lately, reading.comparedUntil.getTime() - overlapMs)),
    // Our records may be a little later than what the provider lists.
    coveredFrom: new Date(reading.coveredFrom.getTime() + overlapMs),
  };
}

/** Stores that what moved up to `until` has been compared without a failure. */
export async function markCompared(sql: Sql, provider: string, until: Date): Promise<void> {
  await sql`
    update balance_readings set compared_until = greatest(compared_until, ${until}::timestamptz)
    where provider = ${provider}`;
}

/** The place to go on from; undefined when all up to `before` has been read. */
async function openReading({ database: { sql } }: BalanceDeps, provider: string, before: Date) {
  const first = new Date(before.getTime() - comparedDays * 86_400_000);
  await sql`
    insert into balance_readings (provider, covered_from, complete_until)
    values (${provider}, ${first}, ${first}) on conflict (provider) do nothing`;
  // One statement, because another server may finish the range that it is reading at any moment.
  const [reading] = await sql<Reading[]>`
    update balance_readings set range_before = coalesce(range_before, ${before}),
      range_from = coalesce(range_from, greatest(covered_from,
        complete_until - make_interval(secs => ${overlapMs / 1_000}::int)))
    where provider = ${provider} and (range_from is not null or complete_until < ${before})
    returning range_from as "from", range_before as until, next_page as "nextPage"`;
  return reading;
}

function storeMovements(tx: Tx, provider: string, movements: readonly BalanceMovement[]): void {
  const column = <Value>(read: (movement: BalanceMovement) => Value) => movements.map(read);
  tx.write`
    insert into balance_movements (provider, id, kind, reference, source_id, amount_cents, fee_cents,
      moved_at)
    select ${provider}, * from unnest(
      ${column(({ id }) => id)}::text[], ${column(({ kind }) => kind)}::text[],
      ${column(({ reference }) => reference)}::text[],
      ${column(({ sourceId }) => sourceId ?? null)}::text[],
      ${column(({ amountCents }) => amountCents)}::bigint[],
      ${column(({ feeCents }) => feeCents)}::bigint[], ${column(({ movedAt }) => movedAt)}::timestamptz[])
    on conflict do nothing`;
}

interface Progress {
  until: Date;
  /** The page that was read. */
  nextPage: string | null;
  /** The one after it; undefined at the end of the range. */
  next: string | undefined;
}

/** Another server that reads the same range may have come further. */
function storeProgress(tx: Tx, provider: string, { until, nextPage, next }: Progress): void {
  if (next !== undefined) {
    tx.write`
      update balance_readings set next_page = ${next}
      where provider = ${provider} and range_before = ${until}
        and next_page is not distinct from ${nextPage}`;
    return;
  }
  tx.write`
    update balance_readings set complete_until = greatest(complete_until, range_before),
      range_from = null, range_before = null, next_page = null
    where provider = ${provider} and range_before = ${until}`;
}

function stuck(provider: string): Problem {
  return new Problem('unavailable', msg`The provider lists the same page again`, {
    cause: provider,
  });
}
