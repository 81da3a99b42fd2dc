import type { PaymentState } from '#contract/bookings/states.ts';
import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import type { CardProvider } from '../../providers/cards/port.ts';
import { bookedRefunds, refundDueCents } from '../payments/reversed-cents.ts';
import { syncIntent } from '../payments/sync-intent.ts';
import type { Comparison, ComparisonResult } from './comparison.ts';
import { storeComparison } from './store-comparison.ts';

const concurrency = 4;
const chargesPerBatch = 500;

interface ChargeRow {
  id: string;
  transactionId: string;
  bookingId: string;
  state: PaymentState;
  /** What is refunded of it, if a refund is due. */
  dueCents: number;
  /** What the ledger says that the provider holds of it, after what went back and the fees of chargebacks. */
  ledgerCents: number;
  /** Refunds, by the ledger. */
  bookedCents: number;
  /** The same by what the provider lists. */
  movedCents: number;
  refundedCents: number;
  hasChargeback: boolean;
  /** The chargebacks that are not decided. */
  openCents: number;
  openFeeCents: number;
  /** All that moved it has been read. */
  isCovered: boolean;
  movedAt: Date;
}

/** Compares the charges that moved lately, or differed the last time, in batches. */
export async function compareCharges(comparison: Comparison): Promise<ComparisonResult> {
  const failures: unknown[] = [];
  let unexplained = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const charges = await chargesToCompare(comparison, after);
    const outcome = await mapWithConcurrency(charges, concurrency, async (charge) => {
      if (await compareCharge(comparison, charge)) unexplained += 1;
      return true;
    });
    failures.push(...outcome.failures);
    const last = charges.at(-1);
    if (!last || charges.length < chargesPerBatch) return { unexplained, failures };
    after = last.id;
  }
}

function chargesToCompare(comparison: Comparison, after: string): Promise<ChargeRow[]> {
  const { deps, provider, since, until } = comparison;
  const { sql } = deps.database;
  return sql<ChargeRow[]>`
    ${selectCharges(sql, comparison)}
    where payments.provider = ${provider} and payments.id > ${after}
      and coalesce(held.at, payments.created_at) < ${until}
      and (greatest(payments.created_at, payments.refunded_at, payments.elsewhere_at) >= ${since}
        or payments.transaction_id in (
          select reference from balance_movements
          where provider = ${provider} and moved_at >= ${since} and moved_at < ${until})
        or payments.transaction_id in (
          select reference from ledger_differences
          where provider = ${provider} and ended_at is null))
    order by payments.id limit ${chargesPerBatch}`;
}

function selectCharges(sql: Sql, { provider, coveredFrom, until }: Comparison): Fragment {
  const account = `provider:${provider}`;
  return sql`
    select payments.id, payments.transaction_id as "transactionId",
      payments.booking_id as "bookingId", payments.state,
      ${rawSql(refundDueCents)} as "dueCents",
      held.cents as "ledgerCents", ${rawSql(bookedRefunds)} as "bookedCents",
      moved.cents as "movedCents", moved.refunded as "refundedCents",
      moved.has_chargeback as "hasChargeback", open.cents as "openCents",
      open.fee as "openFeeCents", payments.created_at >= ${coveredFrom} as "isCovered",
      greatest(payments.created_at, held.at, moved.at) as "movedAt"
    from payments
    cross join lateral (
      select coalesce(sum(case when e.debit = ${account} then e.amount_cents
          else -e.amount_cents end), 0)::bigint as cents, max(e.created_at) as at
      from ledger_entries e
      where e.booking_id = payments.booking_id and ${account} in (e.debit, e.credit)
        and (split_part(e.cause, ':', 1) = payments.id::text or e.cause in (
          select id::text from chargebacks where payment_id = payments.id))
    ) held
    cross join lateral (
      select coalesce(sum(m.amount_cents
          - case when m.kind = 'chargeback' then m.fee_cents else 0 end), 0)::bigint as cents,
        coalesce(-sum(m.amount_cents) filter (where m.kind = 'refund'), 0)::bigint as refunded,
        coalesce(bool_or(m.kind = 'chargeback'), false) as has_chargeback, max(m.moved_at) as at
      from balance_movements m
      where m.provider = payments.provider and m.reference = payments.transaction_id
        and m.moved_at < ${until}
    ) moved
    cross join lateral (
      select coalesce(sum(amount_cents), 0)::bigint as cents,
        coalesce(sum(fee_cents), 0)::bigint as fee
      from chargebacks where payment_id = payments.id and state = 'open'
    ) open`;
}

/** @returns whether it needs attention */
async function compareCharge(comparison: Comparison, found: ChargeRow): Promise<boolean> {
  const { deps, provider, at } = comparison;
  let charge = await withProviderSide(comparison, found);
  if (charge.refundedCents > charge.bookedCents && provider === deps.cards.name) {
    await syncIntent(deps, charge.transactionId);
    const { sql } = deps.database;
    const [synced] = await sql<ChargeRow[]>`
      ${selectCharges(sql, comparison)} where payments.id = ${charge.id}`;
    if (synced) charge = await withProviderSide(comparison, synced);
  }
  const isRefunded = charge.refundedCents > 0;
  return storeComparison(
    deps.database.sql,
    {
      provider,
      reference: charge.transactionId,
      bookingId: charge.bookingId,
      kind: charge.hasChargeback ? 'chargeback' : isRefunded ? 'refund' : 'charge',
      ledgerCents: charge.ledgerCents,
      providerCents: charge.movedCents,
      explanation: explanationOf(charge),
      movedAt: charge.movedAt,
    },
    at,
  );
}

/** Only an open chargeback of just this amount, and a refund that is due of no more than it, explain a difference. */
function explanationOf(charge: ChargeRow): 'chargeback' | 'pending' | undefined {
  const missing = charge.ledgerCents - charge.movedCents;
  const { openCents, openFeeCents, dueCents } = charge;
  const isTaken = missing === openCents || missing === openCents + openFeeCents;
  if (openCents > 0 && isTaken) return 'chargeback';
  const isDue = charge.state === 'refund-due' && missing > 0 && missing <= dueCents;
  return isDue ? 'pending' : undefined;
}

/** A charge from before the provider's list was read is asked about by itself. */
async function withProviderSide({ deps }: Comparison, charge: ChargeRow): Promise<ChargeRow> {
  if (charge.isCovered) return charge;
  const intent = await deps.cards.findIntent(charge.transactionId);
  if (intent?.state !== 'succeeded') return { ...charge, movedCents: 0, refundedCents: 0 };
  const { amountCents, refundedCents } = intent;
  const taken = await takenByChargebacks(deps.database.sql, deps.cards, charge.id);
  return { ...charge, refundedCents, movedCents: amountCents - refundedCents - taken };
}

async function takenByChargebacks(
  sql: Sql,
  cards: Pick<CardProvider, 'findDispute'>,
  paymentId: string,
): Promise<number> {
  const chargebacks = await sql<{ id: string }[]>`
    select provider_dispute_id as id from chargebacks
    where payment_id = ${paymentId} and state <> 'open'`;
  let cents = 0;
  for (const { id } of chargebacks) {
    const dispute = await cards.findDispute(id);
    cents += (dispute?.state === 'lost' ? dispute.amountCents : 0) + (dispute?.feeCents ?? 0);
  }
  return cents;
}
