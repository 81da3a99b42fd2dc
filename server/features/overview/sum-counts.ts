import type { Overview } from '#contract/overview/overview.ts';
import type { Sql } from '../../database/sql.ts';
import {
  countEvents,
  type EventCounts,
  type QuarterCounts,
  quarterMs,
  quarterOf,
} from './count-events.ts';

export const noCounts: EventCounts = {
  listings: 0,
  offers: 0,
  bookings: 0,
  sales: 0,
  salesCents: 0,
  refundedCents: 0,
  commissionCents: 0,
  signUps: 0,
  threads: 0,
  messages: 0,
};

/** What the job has counted, and what it has not counted yet of the last day. */
export interface CountedSoFar {
  /** What is stored before this is complete, but for `missing`. */
  storedUntil: Date;
  recent: QuarterCounts[];
  missing: { from?: Date; until: Date }[];
}

const dayMs = 86_400_000;

/** Counts on the spot what the job has not counted yet, of the last day at most: usually of the last twenty minutes. */
export async function countRecent(sql: Sql, at: Date): Promise<CountedSoFar> {
  const [progress] = await sql<{ from: Date; until: Date; isComplete: boolean }[]>`
    select counted_from as "from", counted_until as until, is_complete as "isComplete"
    from event_count_progress`;
  const dayAgo = new Date(quarterOf(at.getTime() - dayMs));
  const storedUntil = progress?.until ?? dayAgo;
  const from = storedUntil > dayAgo ? storedUntil : dayAgo;
  const untilMs = quarterOf(at.getTime()) + quarterMs;
  return {
    storedUntil,
    recent: await countEvents(sql, { fromMs: from.getTime(), untilMs }),
    missing: [
      ...(progress?.isComplete ? [] : [{ until: progress?.from ?? storedUntil }]),
      ...(storedUntil < from ? [{ from: storedUntil, until: from }] : []),
    ],
  };
}

/** The parts of a period that are not counted yet. */
export function missingOf(
  { missing }: CountedSoFar,
  { from, until }: { from: Date; until: Date },
): Overview['missing'] {
  return missing
    .filter((gap) => gap.until > from && (gap.from === undefined || gap.from < until))
    .map((gap) => ({ from: gap.from?.toISOString(), until: gap.until.toISOString() }));
}

/**
 * What happened between each of these moments and the next one, zeros included.
 * @param bounds in ascending order, each the beginning of a quarter of an hour
 */
export async function sumCounts(
  sql: Sql,
  { storedUntil, recent }: CountedSoFar,
  bounds: readonly Date[],
): Promise<EventCounts[]> {
  const stored = await sql<(EventCounts & { slot: number })[]>`
    select width_bucket(starts_at, ${bounds}::timestamptz[]) as slot, sum(listings)::int as listings,
      sum(bookings)::int as bookings, sum(offers)::int as offers, sum(sales)::int as sales, sum(sign_ups)::int as "signUps",
      sum(threads)::int as threads, sum(messages)::int as messages,
      sum(sales_cents)::bigint as "salesCents", sum(refunded_cents)::bigint as "refundedCents",
      sum(commission_cents)::bigint as "commissionCents"
    from event_counts
    where starts_at >= ${bounds[0] ?? null} and starts_at < ${bounds.at(-1) ?? null}
      and starts_at < ${storedUntil}
    group by slot`;
  const sums = bounds.slice(1).map(() => noCounts);
  const addTo = (index: number, counts: EventCounts) => {
    const sum = sums[index];
    if (sum) sums[index] = addCounts(sum, counts);
  };
  for (const { slot, ...counts } of stored) addTo(slot - 1, counts);
  for (const counts of recent) {
    addTo(
      bounds.findLastIndex((bound) => bound <= counts.startsAt),
      counts,
    );
  }
  return sums;
}

export function addCounts(one: EventCounts, other: EventCounts): EventCounts {
  return {
    listings: one.listings + other.listings,
    offers: one.offers + other.offers,
    bookings: one.bookings + other.bookings,
    sales: one.sales + other.sales,
    salesCents: one.salesCents + other.salesCents,
    refundedCents: one.refundedCents + other.refundedCents,
    commissionCents: one.commissionCents + other.commissionCents,
    signUps: one.signUps + other.signUps,
    threads: one.threads + other.threads,
    messages: one.messages + other.messages,
  };
}
