import type { LedgerDifference } from '#contract/ledger.ts';
import type { PaymentState } from '#contract/states.ts';
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { mapWithConcurrency } from '../core/map-with-concurrency.ts';
import type { Database } from '../database/connection.ts';
import type { CardProvider } from '../providers/cards/port.ts';
import type { PayoutProvider } from '../providers/payouts/port.ts';

export interface ComparisonDeps {
  database: Pick<Database, 'sql'>;
  cards: Pick<CardProvider, 'name' | 'findIntent'>;
  payouts: Pick<PayoutProvider, 'name' | 'accounts' | 'find'>;
  clock: Clock;
}

const concurrency = 4;
/** Money that moved in these days is compared, and what differed the last time. */
const comparedDays = 7;
/** Money that moved less than this ago may not have reached the other side. */
const graceMs = 3_600_000;

interface Compared extends Pick<LedgerDifference, 'provider' | 'kind' | 'reference'> {
  bookingId: string | null;
  ledgerCents: number;
  providerCents: number;
  explanation: LedgerDifference['explanation'];
  movedAt: Date;
}

/**
 * Compares what the ledger says that the providers hold of each charge, and have paid of each payout, with what the
 * providers say. Differences are stored, and end when they are gone.
 * @returns how many differences somebody has to look at
 * @throws AggregateError when a provider could not be asked about some; the others were compared
 */
export async function compareLedger(deps: ComparisonDeps): Promise<number> {
  const charges = await chargesToCompare(deps);
  const payouts = deps.payouts.accounts ? await payoutsToCompare(deps) : [];
  let unexplained = 0;
  const store = async (compared: Compared) => {
    await storeComparison(deps, compared);
    if (compared.ledgerCents !== compared.providerCents && !compared.explanation) unexplained += 1;
    return true;
  };
  const outcomes = [
    await mapWithConcurrency(charges, concurrency, async (charge) =>
      store(await compareCharge(deps, charge)),
    ),
    await mapWithConcurrency(payouts, concurrency, async (payout) =>
      store(await comparePayout(deps, payout)),
    ),
  ];
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (failures.length > 0) throw new AggregateError(failures, 'Some money could not be compared');
  return unexplained;
}

interface ChargeRow {
  transactionId: string;
  bookingId: string;
  state: PaymentState;
  ledgerCents: number;
  hasChargeback: boolean;
  movedAt: Date;
}

/** What the ledger says that the card provider holds of a charge: all that was charged, less what went back. */
function chargesToCompare({ database, cards, clock }: ComparisonDeps): Promise<ChargeRow[]> {
  const at = clock.now();
  const since = new Date(at.getTime() - comparedDays * 86_400_000);
  const before = new Date(at.getTime() - graceMs);
  const account = `provider:${cards.name}`;
  return database.sql<ChargeRow[]>`
    select p.transaction_id as "transactionId", p.booking_id as "bookingId", p.state,
      held.cents as "ledgerCents", greatest(p.created_at, p.refunded_at) as "movedAt",
      exists (
        select from disputes d where d.booking_id = p.booking_id and d.cause = 'chargeback'
      ) as "hasChargeback"
    from payments p
    cross join lateral (
      select coalesce(sum(case when e.debit = ${account} then e.amount_cents
          when e.credit = ${account} then -e.amount_cents else 0 end), 0)::bigint as cents
      from ledger_entries e
      where e.booking_id = p.booking_id and split_part(e.cause, ':', 1) = p.id::text
    ) held
    where p.provider = ${cards.name} and greatest(p.created_at, p.refunded_at) <= ${before}
      and (greatest(p.created_at, p.refunded_at) >= ${since} or exists (
        select from ledger_differences d
        where d.ended_at is null and d.provider = p.provider and d.reference = p.transaction_id))`;
}

async function compareCharge(
  { cards }: ComparisonDeps,
  { transactionId, ...charge }: ChargeRow,
): Promise<Compared> {
  const intent = await cards.findIntent(transactionId);
  const isCharged = intent?.state === 'succeeded';
  const isRefundDue = charge.state === 'refund-due';
  return {
    ...charge,
    provider: cards.name,
    kind: isCharged && intent.refundedCents > 0 ? 'refund' : 'charge',
    reference: transactionId,
    providerCents: isCharged ? intent.amountCents - intent.refundedCents : 0,
    explanation: charge.hasChargeback ? 'chargeback' : isRefundDue ? 'pending' : undefined,
  };
}

interface PayoutRow {
  id: string;
  amountCents: number;
  accountId: string | null;
  ledgerCents: number;
  state: string;
  movedAt: Date;
}

/** What a payout took from the provider's account, without what was taken back of it. */
function payoutsToCompare({ database, payouts, clock }: ComparisonDeps): Promise<PayoutRow[]> {
  const at = clock.now();
  const since = new Date(at.getTime() - comparedDays * 86_400_000);
  const before = new Date(at.getTime() - graceMs);
  return database.sql<PayoutRow[]>`
    select p.id, p.amount_cents as "amountCents", p.state, a.provider_account_id as "accountId",
      moved.at as "movedAt", (
        select coalesce(sum(case when kind = 'payout' then -amount_cents else amount_cents end), 0)::bigint
        from ledger_entries where kind in ('payout', 'payout-failed') and cause = p.id::text
      ) as "ledgerCents"
    from payouts p
    left join payout_accounts a on a.user_id = p.seller_id and a.provider = p.provider
    cross join lateral (
      select greatest(p.created_at, p.taken_at, p.paid_at, p.failed_at) as at
    ) moved
    where p.provider = ${payouts.name} and moved.at <= ${before}
      and (moved.at >= ${since} or exists (
        select from ledger_differences d
        where d.ended_at is null and d.provider = p.provider and d.reference = p.id::text))`;
}

async function comparePayout({ payouts }: ComparisonDeps, payout: PayoutRow): Promise<Compared> {
  const { id, amountCents, accountId, ledgerCents, state, movedAt } = payout;
  const outcome = await payouts.find({ key: id, amountCents, accountId: accountId ?? undefined });
  const isPaid = outcome !== null && outcome.state !== 'failed';
  return {
    ...{ provider: payouts.name, kind: 'payout', reference: id, bookingId: null },
    ...{ ledgerCents, movedAt, providerCents: isPaid ? -amountCents : 0 },
    explanation: state === 'started' ? 'pending' : undefined,
  };
}

async function storeComparison(
  { database: { sql }, clock }: ComparisonDeps,
  { provider, kind, reference, bookingId, ledgerCents, providerCents, ...found }: Compared,
): Promise<void> {
  const at = clock.now();
  const isSame = ledgerCents === providerCents;
  // What was a difference of another kind, or is none any more, has ended.
  await sql`
    update ledger_differences set ended_at = ${at}
    where ended_at is null and provider = ${provider} and reference = ${reference}
      and (${isSame} or kind <> ${kind})`;
  if (isSame) return;
  await sql`
    insert into ledger_differences (id, provider, kind, reference, booking_id, ledger_cents,
      provider_cents, explanation, moved_at, found_at, checked_at)
    values (${newId(at)}, ${provider}, ${kind}, ${reference}, ${bookingId}, ${ledgerCents},
      ${providerCents}, ${found.explanation ?? null}, ${found.movedAt}, ${at}, ${at})
    on conflict (provider, kind, reference) where ended_at is null do update
      set ledger_cents = excluded.ledger_cents, provider_cents = excluded.provider_cents,
        explanation = excluded.explanation, checked_at = excluded.checked_at`;
}
