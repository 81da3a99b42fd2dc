import type { LedgerDifference } from '#contract/payouts/ledger.ts';
import { type Comparison, type ComparisonResult, idOfReference } from './comparison.ts';
import { type Compared, storeComparison } from './store-comparison.ts';

/** What belongs to nothing of this shop is listed for so long after it moved; nothing else makes it go. */
const listedDays = 30;
/** More than these would be another shop's account. */
const listedAtMost = 1_000;

interface UnknownRow {
  kind: LedgerDifference['kind'];
  reference: string;
  bookingId: string | null;
  cents: number;
  movedAt: Date;
}

/**
 * Stores what moved the provider's money and belongs to no payment and no payout of this shop, as charges that something
 * else made in the same account. What went to the shop's bank or came from it is explained by that.
 */
export async function compareUnknown(comparison: Comparison): Promise<ComparisonResult> {
  const { deps, provider, at, since, until } = comparison;
  const listedSince = new Date(Math.min(at.getTime() - listedDays * 86_400_000, since.getTime()));
  const rows = await deps.database.sql<UnknownRow[]>`
    with unknown as materialized (
      select m.reference from balance_movements m
      where m.provider = ${provider} and m.moved_at >= ${listedSince} and m.moved_at < ${until}
        and m.kind <> 'fee'
        and not exists (
          select from payments p
          where p.provider = m.provider and p.transaction_id = m.reference)
        and not exists (
          select from payouts p
          where p.provider = m.provider and p.id = ${idOfReference('m.reference')})
        and not exists (
          select from payouts p
          where p.provider = m.provider and p.provider_payout_id = m.reference)
        and not exists (
          select from balance_movements t
          join payouts p on p.provider = t.provider and p.id = ${idOfReference('t.reference')}
          where t.provider = m.provider and t.source_id = m.reference)
      group by m.reference
    )
    select moved.kind, moved.cents, moved."movedAt", unknown.reference, (
        select max(i.booking_id::text) from payment_intents i
        where i.provider = ${provider} and i.provider_intent_id = unknown.reference) as "bookingId"
    from unknown cross join lateral (
      select (array_agg(m.kind order by m.moved_at, m.id))[1] as kind,
        bool_and(m.kind = 'bank') as "isBank", max(m.moved_at) as "movedAt",
        sum(m.amount_cents - case when m.kind = 'chargeback' then m.fee_cents else 0 end)::bigint
          as cents
      from balance_movements m
      where m.provider = ${provider} and m.reference = unknown.reference
        and m.moved_at < ${until} and m.kind <> 'fee'
    ) moved
    where moved.cents <> 0 and (not moved."isBank" or moved."movedAt" >= ${since})
    order by moved."movedAt" desc limit ${listedAtMost}`;
  return storeAll(
    comparison,
    rows.map((row) => ({ ...row, explanation: row.kind === 'bank' ? 'bank' : undefined })),
  );
}

/** Stores what the provider kept for itself, as one difference for each day (UTC). Fees of chargebacks are in the ledger. */
export async function compareFees(comparison: Comparison): Promise<ComparisonResult> {
  const { deps, provider, since, until } = comparison;
  const rows = await deps.database.sql<{ day: string; cents: number; movedAt: Date }[]>`
    select to_char(moved_at at time zone 'UTC', 'YYYY-MM-DD') as day, max(moved_at) as "movedAt",
      sum(case when kind = 'fee' then amount_cents else 0 end
        - case when kind = 'chargeback' then 0 else fee_cents end)::bigint as cents
    from balance_movements
    where provider = ${provider} and moved_at < ${until}
      and moved_at >= date_trunc('day', ${since}::timestamptz at time zone 'UTC') at time zone 'UTC'
    group by 1
    having sum(case when kind = 'fee' then amount_cents else 0 end
      - case when kind = 'chargeback' then 0 else fee_cents end) <> 0`;
  const fees = rows.map(({ day, ...row }) => ({
    ...row,
    ...({ kind: 'fee', reference: `fees-${day}`, bookingId: null, explanation: 'fee' } as const),
  }));
  return storeAll(comparison, fees);
}

interface PendingRow {
  bookingId: string;
  reference: string;
  ledgerCents: number;
  movedAt: Date;
}

/**
 * Stores what the ledger has pending of sales that have ended, with no refund due: no one would ever get it. Looks at
 * sales that were refunded since the last comparison, because others are released as a whole.
 */
export async function comparePending(comparison: Comparison): Promise<ComparisonResult> {
  const { deps, provider, at, since } = comparison;
  const { sql } = deps.database;
  const rows = await sql<PendingRow[]>`
    select p.booking_id as "bookingId", 'pending-' || p.booking_id as reference,
      left_over.cents as "ledgerCents", left_over.at as "movedAt"
    from (
      select booking_id from payments
      where greatest(payments.created_at, payments.refunded_at, payments.elsewhere_at) >= ${since}
      union
      select booking_id from ledger_differences
      where provider = ${provider} and ended_at is null and reference like 'pending-%'
    ) p
    join fulfilments f on f.booking_id = p.booking_id and f.state in ('completed', 'returned', 'cancelled')
    cross join lateral (
      select coalesce(sum(case when e.credit like 'pending:%' then e.amount_cents else 0 end
          - case when e.debit like 'pending:%' then e.amount_cents else 0 end), 0)::bigint as cents,
        max(e.created_at) as at
      from ledger_entries e where e.booking_id = p.booking_id
    ) left_over
    where left_over.cents <> 0 and not exists (
      select from payments due where due.booking_id = p.booking_id and due.state = 'refund-due')
    limit ${listedAtMost}`;
  for (const row of rows) {
    const compared = { kind: 'other', provider, providerCents: 0, explanation: undefined } as const;
    await storeComparison(sql, { ...compared, ...row }, at);
  }
  return { unexplained: rows.length, failures: [] };
}

async function storeAll(
  { deps, provider, at }: Comparison,
  rows: readonly (UnknownRow & Pick<Compared, 'explanation'>)[],
): Promise<ComparisonResult> {
  let unexplained = 0;
  for (const { cents: providerCents, ...row } of rows) {
    const compared = { ...row, provider, ledgerCents: 0, providerCents };
    if (await storeComparison(deps.database.sql, compared, at)) unexplained += 1;
  }
  return { unexplained, failures: [] };
}

/** Ends the differences about no payment and no payout of this shop that this run has not found again. */
export async function endGoneDifferences({
  deps,
  provider,
  at,
}: Comparison): Promise<ComparisonResult> {
  await deps.database.sql`
    update ledger_differences d set ended_at = ${at}
    where d.ended_at is null and d.provider = ${provider} and d.checked_at < ${at}
      and not exists (
        select from payments p where p.provider = d.provider and p.transaction_id = d.reference)
      and not exists (
        select from payouts p
        where p.provider = d.provider and p.id = ${idOfReference('d.reference')})`;
  return { unexplained: 0, failures: [] };
}
