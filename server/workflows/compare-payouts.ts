import { mapWithConcurrency } from '../core/map-with-concurrency.ts';
import { storeComparison } from '../features/ledger/store-comparison.ts';
import type { Comparison, ComparisonResult } from './comparison.ts';

const concurrency = 4;
const payoutsPerBatch = 500;

interface PayoutRow {
  id: string;
  amountCents: number;
  accountId: string | null;
  /** What it took from the provider's account by the ledger, without what came back. Below zero. */
  ledgerCents: number;
  /** What was taken back of it, by the ledger. */
  reversedCents: number;
  /** What it took by what the provider lists. */
  movedCents: number;
  /** All that moved it has been read. */
  isCovered: boolean;
  /** The provider was asked for it, or to take it back, and its answer is not recorded yet. */
  isPending: boolean;
  movedAt: Date;
}

/** Compares the payouts that moved lately, or differed the last time, in batches. Those by hand are in nobody's books. */
export async function comparePayouts(comparison: Comparison): Promise<ComparisonResult> {
  const { deps, provider, at } = comparison;
  const failures: unknown[] = [];
  let unexplained = 0;
  if (deps.payouts.name !== provider) return { unexplained, failures };
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const payouts = await payoutsToCompare(comparison, after);
    const outcome = await mapWithConcurrency(payouts, concurrency, async (payout) => {
      const { id: reference, ledgerCents, isPending, movedAt } = payout;
      const compared = {
        ...({
          provider,
          kind: 'payout',
          reference,
          bookingId: null,
          ledgerCents,
          movedAt,
        } as const),
        providerCents: await providerSideOf(comparison, payout),
        explanation: isPending ? ('pending' as const) : undefined,
      };
      if (await storeComparison(deps.database.sql, compared, at)) unexplained += 1;
      return true;
    });
    failures.push(...outcome.failures);
    const last = payouts.at(-1);
    if (!last || payouts.length < payoutsPerBatch) return { unexplained, failures };
    after = last.id;
  }
}

function payoutsToCompare(
  { deps, provider, coveredFrom, since, until }: Comparison,
  after: string,
): Promise<PayoutRow[]> {
  return deps.database.sql<PayoutRow[]>`
    select p.id, p.amount_cents as "amountCents", a.provider_account_id as "accountId",
      booked.cents as "ledgerCents", booked.reversed as "reversedCents",
      moved.cents as "movedCents", p.created_at >= ${coveredFrom} as "isCovered",
      p.state = 'started' or exists (
        select from payout_reversals r where r.payout_id = p.id and r.state = 'started'
      ) as "isPending", greatest(changed.at, booked.at, moved.at) as "movedAt"
    from payouts p
    left join payout_accounts a on a.user_id = p.seller_id and a.provider = p.provider
    cross join lateral (
      select greatest(p.created_at, p.taken_at, p.paid_at, p.failed_at) as at
    ) changed
    cross join lateral (
      select coalesce(sum(case when kind = 'payout' then -amount_cents else amount_cents end), 0)::bigint
          as cents,
        coalesce(sum(amount_cents) filter (where kind = 'reversal'), 0)::bigint as reversed,
        max(created_at) as at
      from ledger_entries
      where kind in ('payout', 'payout-failed') and cause = p.id::text
        or kind = 'reversal' and cause in (
          select id::text from payout_reversals where payout_id = p.id)
    ) booked
    cross join lateral (
      select coalesce(sum(m.amount_cents), 0)::bigint as cents, max(m.moved_at) as at
      from balance_movements m
      where m.provider = p.provider and m.kind = 'payout' and m.moved_at < ${until}
        and (m.reference in (p.id::text, coalesce(p.provider_payout_id, p.id::text))
          or m.reference in (
            select t.source_id from balance_movements t
            where t.provider = p.provider and t.reference = p.id::text))
    ) moved
    where p.provider = ${provider} and p.id > ${after}
      and greatest(changed.at, booked.at) < ${until}
      and (greatest(changed.at, booked.at, moved.at) >= ${since} or p.id::text in (
        select reference from ledger_differences
        where provider = ${provider} and kind = 'payout' and ended_at is null))
    order by p.id limit ${payoutsPerBatch}`;
}

/** A payout from before the provider's list was read is asked about by itself. */
async function providerSideOf({ deps }: Comparison, payout: PayoutRow): Promise<number> {
  if (payout.isCovered) return payout.movedCents;
  const { id: key, amountCents, accountId, reversedCents } = payout;
  const outcome = await deps.payouts.find({ key, amountCents, accountId: accountId ?? undefined });
  return outcome && outcome.state !== 'failed' ? reversedCents - amountCents : 0;
}
