import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import { type Comparison, type ComparisonResult, idOfReference } from './comparison.ts';
import { storeComparison } from './store-comparison.ts';

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

/** Compares the payouts that moved lately, or differed the last time, in batches. Manual ones are in no provider’s list. */
export async function comparePayouts(comparison: Comparison): Promise<ComparisonResult> {
  const { deps, provider, at } = comparison;
  const failures: unknown[] = [];
  let unexplained = 0;
  if (deps.payouts.name !== provider) return { unexplained, failures };
  const ids = await choosePayouts(comparison);
  for (let from = 0; from < ids.length; from += payoutsPerBatch) {
    const payouts = await readPayouts(comparison, ids.slice(from, from + payoutsPerBatch));
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
  }
  return { unexplained, failures };
}

/**
 * What changed, was booked or moved since the last comparison, or differs still. Only these few of all payouts are summed up.
 * What took a payout back may refer to what the provider calls the payout.
 */
async function choosePayouts({ deps, provider, since, until }: Comparison): Promise<string[]> {
  const rows = await deps.database.sql<{ id: string }[]>`
    with moved as materialized (
      select distinct reference from balance_movements
      where provider = ${provider} and kind = 'payout'
        and moved_at >= ${since} and moved_at < ${until}
    )
    select p.id from payouts p
    where p.provider = ${provider}
      and greatest(p.created_at, p.taken_at, p.paid_at, p.failed_at) >= ${since}
    union
    select r.payout_id from ledger_entries e
    join payout_reversals r on r.id = ${idOfReference('e.cause')}
    where e.kind = 'reversal' and e.created_at >= ${since}
    union
    select ${idOfReference('reference')} from moved
    union
    select p.id from moved
    join payouts p on p.provider = ${provider} and p.provider_payout_id = moved.reference
    union
    select ${idOfReference('t.reference')} from moved
    join balance_movements t on t.provider = ${provider} and t.source_id = moved.reference
    union
    select ${idOfReference('reference')} from ledger_differences
    where provider = ${provider} and kind = 'payout' and ended_at is null
    order by 1`;
  return rows.flatMap(({ id }) => id ?? []);
}

/** Looks each of them up by indexes. */
function readPayouts({ deps, provider, coveredFrom, until }: Comparison, ids: readonly string[]) {
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
      select coalesce(sum(case when e.kind = 'payout' then -e.amount_cents else e.amount_cents end),
          0)::bigint as cents,
        coalesce(sum(e.amount_cents) filter (where e.kind = 'reversal'), 0)::bigint as reversed,
        max(e.created_at) as at
      from (
        select kind, amount_cents, created_at from ledger_entries
        where kind in ('payout', 'payout-failed') and cause = p.id::text
        union all
        select e.kind, e.amount_cents, e.created_at from payout_reversals r
        join ledger_entries e on e.kind = 'reversal' and e.cause = r.id::text
        where r.payout_id = p.id
      ) e
    ) booked
    cross join lateral (
      select coalesce(sum(m.amount_cents), 0)::bigint as cents, max(m.moved_at) as at
      from (
        select p.id::text as reference
        union
        select p.provider_payout_id
        union
        select t.source_id from balance_movements t
        where t.provider = p.provider and t.reference = p.id::text
      ) names
      join balance_movements m on m.provider = p.provider and m.reference = names.reference
      where m.kind = 'payout' and m.moved_at < ${until}
    ) moved
    where p.id = any(${[...ids]}::uuid[]) and p.provider = ${provider}
      and greatest(changed.at, booked.at) < ${until}
    order by p.id`;
}

/** A payout from before the provider's list was read is asked about by itself. */
async function providerSideOf({ deps }: Comparison, payout: PayoutRow): Promise<number> {
  if (payout.isCovered) return payout.movedCents;
  const { id: key, amountCents, accountId, reversedCents } = payout;
  const outcome = await deps.payouts.find({ key, amountCents, accountId: accountId ?? undefined });
  return outcome && outcome.state !== 'failed' ? reversedCents - amountCents : 0;
}
