import { withdrawalReason } from '#contract/after-sale/shop-reasons.ts';
import type { ChargebackState, PaymentState } from '#contract/bookings/states.ts';
import { refundParts } from '#contract/payments/refund-parts.ts';
import { newId } from '../../core/ids.ts';
import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import { recordSaleEvent } from '../../database/record-event.ts';
import { rawSql } from '../../database/sql.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { CardDispute } from '../../providers/cards/port.ts';
import { endSale } from '../bookings/end-sale.ts';
import { type LockedSale, lockSale } from '../bookings/lock-sale.ts';
import { readAfterSale } from '../bookings/read-after-sale.ts';
import { accounts, releaseForRefund, writeMovement, writeRefund } from '../ledger/write-ledger.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { cancelAwaitingSale } from './cancel-awaiting-sale.ts';
import { markEventProcessed } from './payment-events.ts';
import { isLateCharge, type PaymentDeps, refundReasons } from './payments.ts';
import { recordRefunds } from './refund-payment.ts';
import { allReversedCents, goneShippingCents, markReversed } from './reversed-cents.ts';
import { syncIntent } from './sync-intent.ts';

const concurrency = 4;
const chargebacksPerRun = 100;
const checkEveryMs = 3_600_000;

/**
 * Asks the card provider about a chargeback and updates our records to it: a new one opens a dispute, or joins the open one;
 * one that is lost takes the money from the seller, and its fee is the shop's loss; after one that is won the sale goes on.
 * A webhook only says which one to ask about. May be called any number of times.
 * @param eventId webhook event to mark processed in the same transaction
 * @throws Problem unavailable when the provider does not answer
 */
export async function syncChargeback(
  deps: PaymentDeps,
  providerDisputeId: string,
  eventId?: string,
): Promise<void> {
  const { cards, database, clock } = deps;
  const dispute = await cards.findDispute(providerDisputeId);
  const payment = dispute && (await findPayment(deps, dispute.intentId));
  const intent = dispute?.state === 'lost' ? await cards.findIntent(dispute.intentId) : null;
  await transaction(database, async (tx) => {
    const at = clock.now();
    if (payment) {
      const refundedCents = intent?.refundedCents ?? 0;
      const reported = { provider: cards.name, dispute, refundedCents, ...payment };
      await applyChargeback(tx, reported, at);
    }
    if (eventId !== undefined) markEventProcessed(tx, eventId, at);
  });
}

/**
 * Asks about the open chargebacks, each once an hour, because the webhook with the verdict may have been lost.
 * @returns how many were asked about
 * @throws AggregateError when some failed; the others were done
 */
export async function checkOpenChargebacks(deps: PaymentDeps): Promise<number> {
  const { database, cards, clock } = deps;
  const before = new Date(clock.now().getTime() - checkEveryMs);
  const open = await database.sql<{ id: string }[]>`
    update chargebacks set checked_at = ${clock.now()} where id in (
      select id from chargebacks
      where state = 'open' and provider = ${cards.name} and checked_at <= ${before}
      order by checked_at limit ${chargebacksPerRun})
    returning provider_dispute_id as id`;
  const { done, failures } = await mapWithConcurrency(open, concurrency, async ({ id }) => {
    await syncChargeback(deps, id);
    return true;
  });
  if (failures.length > 0) throw new AggregateError(failures, 'Some chargebacks were not checked');
  return done;
}

interface ChargedSale {
  paymentId: string;
  bookingId: string;
}

/** The payment of an intent, which is recorded first if it was not. Undefined when it pays for no booking of this shop. */
async function findPayment(deps: PaymentDeps, intentId: string): Promise<ChargedSale | undefined> {
  const { database, cards } = deps;
  const find = async () => {
    const [payment] = await database.sql<ChargedSale[]>`
      select id as "paymentId", booking_id as "bookingId" from payments
      where provider = ${cards.name} and transaction_id = ${intentId}`;
    return payment;
  };
  const payment = await find();
  if (payment) return payment;
  await syncIntent(deps, intentId);
  return find();
}

interface Reported extends ChargedSale {
  provider: string;
  dispute: CardDispute;
  /** What the provider has refunded of the charge, in cents; only known for a chargeback that is lost. */
  refundedCents: number;
}

async function applyChargeback(tx: Tx, reported: Reported, at: Date): Promise<void> {
  const { bookingId, paymentId, provider, dispute } = reported;
  const sale = await lockSale(tx, { bookingId, withSeller: true });
  const inserted = await tx.sql`
    insert into chargebacks (id, provider, provider_dispute_id, payment_id, booking_id, state,
      amount_cents, fee_cents, opened_at, checked_at)
    values (${newId(at)}, ${provider}, ${dispute.id}, ${paymentId}, ${bookingId}, 'open',
      ${dispute.amountCents}, ${dispute.feeCents}, ${at}, ${at})
    on conflict (provider, provider_dispute_id) do nothing returning id`;
  // A lost chargeback takes what is left. A refund whose answer was lost is not asked about again after it.
  if (reported.refundedCents > 0) await recordRefunds(tx, reported, at);
  const payment = await readPayment(tx, paymentId);
  if (inserted.length > 0) await openWithDispute(tx, { ...reported, payment }, at);
  if (dispute.state === 'open') return;
  const closed = await tx.sql<{ id: string }[]>`
    update chargebacks set state = ${dispute.state}, closed_at = ${at},
      amount_cents = ${dispute.amountCents}, fee_cents = ${dispute.feeCents}
    where provider = ${provider} and provider_dispute_id = ${dispute.id} and state = 'open'
    returning id`;
  const [chargeback] = closed;
  if (!chargeback) return;
  const { feeCents } = dispute;
  const fee = { debit: accounts.losses, credit: accounts.provider(provider), bookingId };
  const cause = chargeback.id;
  writeMovement(tx, { ...fee, amountCents: feeCents, kind: 'chargeback-fee', cause }, at);
  const close = { ...reported, sale, payment, chargebackId: chargeback.id };
  if (dispute.state === 'lost') await applyLoss(tx, close, at);
  else await endDispute(tx, { bookingId, chargebackId: cause, state: 'won', refundCents: 0 }, at);
}

interface DisputedPayment {
  state: PaymentState;
  chargedCents: number;
  /** The part of it that was paid for sending, and what has gone back of that. */
  shippingCents: number;
  goneShippingCents: number;
  /** What was refunded of it before, here or elsewhere, or taken by an earlier chargeback. */
  goneCents: number;
  hasEarlierLoss: boolean;
  refundReason: string | null;
}

async function readPayment(tx: Tx, id: string): Promise<DisputedPayment> {
  const [payment] = await tx.sql<DisputedPayment[]>`
    select state, amount_cents as "chargedCents",
      shipping_cents as "shippingCents", ${rawSql(goneShippingCents)} as "goneShippingCents",
      refund_reason as "refundReason",
      ${rawSql(allReversedCents)} as "goneCents", lost.cents > 0 as "hasEarlierLoss"
    from payments cross join lateral (
      select coalesce(sum(c.amount_cents), 0)::bigint as cents from chargebacks c
      where c.payment_id = payments.id and c.state = 'lost'
    ) lost
    where id = ${id}`;
  if (!payment) throw new Error(`The payment ${id} disappeared`);
  return payment;
}

/** A chargeback of money that is on its way back, or that bought nothing, is no dispute with the seller. */
async function openWithDispute(
  tx: Tx,
  { bookingId, dispute, payment }: Reported & { payment: DisputedPayment },
  at: Date,
): Promise<void> {
  if (isLateCharge(payment.refundReason)) return;
  if (payment.goneCents >= payment.chargedCents) return;
  const open = await readAfterSale(tx, bookingId);
  if (open.dispute) return;
  const id = newId(at);
  tx.write`
    insert into disputes (id, booking_id, cause, state, opened_at, provider_dispute_id)
    values (${id}, ${bookingId}, 'chargeback', 'open', ${at}, ${dispute.id})`;
  queueSaleMail(tx, { kind: 'dispute-opened', bookingId, about: id }, at);
  recordSaleEvent(tx, 'sale.disputed', bookingId, at);
}

interface Loss extends Reported {
  sale: LockedSale;
  payment: DisputedPayment;
  chargebackId: string;
}

/** What the seller has not given back before is taken from the seller; the rest is the shop's loss. */
async function applyLoss(tx: Tx, loss: Loss, at: Date): Promise<void> {
  const { bookingId, provider, dispute, sale, payment, chargebackId } = loss;
  const { chargedCents, goneCents, refundReason } = payment;
  const owedCents = Math.min(dispute.amountCents, chargedCents - goneCents);
  const [credit, kind] = [accounts.provider(provider), 'chargeback'] as const;
  const lost = { debit: accounts.losses, amountCents: dispute.amountCents - owedCents };
  writeMovement(tx, { ...lost, credit, kind, cause: chargebackId, bookingId }, at);
  const isAll = owedCents + goneCents === chargedCents;
  const verdict = {
    bookingId,
    chargebackId,
    state: 'lost',
    refundCents: owedCents,
    isAll,
  } as const;
  if (isLateCharge(refundReason)) {
    if (owedCents <= 0) return;
    const late = { debit: accounts.unapplied, amountCents: owedCents, cause: causeOf(loss) };
    writeMovement(tx, { ...late, credit, kind, bookingId }, at);
    if (isAll) markReversed(tx, { paymentId: loss.paymentId, reason: refundReason }, at);
    else reduceRefund(tx, loss.paymentId, goneCents + owedCents);
    return;
  }
  // All of it may have been refunded while the chargeback was open.
  if (owedCents <= 0) return endDispute(tx, verdict, at);
  await takeFromSeller(tx, loss, owedCents, at);
  recordSaleEvent(tx, 'sale.refunded', bookingId, at);
  await endDispute(tx, verdict, at);
  if (!isAll) return reduceRefund(tx, loss.paymentId, goneCents + owedCents);
  markReversed(tx, { paymentId: loss.paymentId, reason: refundReasons.chargebackLost }, at);
  const cancelReason = 'The money went back by a chargeback';
  await endSale(tx, { sale, cancelReason }, at);
}

/** Unique for each lost chargeback of a payment. */
function causeOf({ payment, paymentId, chargebackId }: Loss): string {
  return payment.hasEarlierLoss ? `${paymentId}:${chargebackId}` : paymentId;
}

async function takeFromSeller(tx: Tx, loss: Loss, amountCents: number, at: Date): Promise<void> {
  const { bookingId, paymentId, provider, sale, payment, chargebackId } = loss;
  const { sellerId, fullCommissionCents } = sale.booking;
  const { chargedCents, shippingCents, goneCents, goneShippingCents } = payment;
  const charged = { chargedCents, shippingCents, goneCents, goneShippingCents };
  const part = { ...charged, amountCents, fullCommissionCents };
  const { fromSeller } = refundParts(part);
  const release = { bookingId, sellerId, fromSeller, cause: chargebackId };
  const isReleased = await releaseForRefund(tx, release, at);
  const refund = { ...part, paymentId, bookingId, sellerId, provider, isReleased };
  writeRefund(tx, { ...refund, kind: 'chargeback', cause: causeOf(loss) }, at);
}

/** What a chargeback has taken of a due refund is not refunded again. */
function reduceRefund(tx: Tx, paymentId: string, goneCents: number): void {
  tx.write`
    update payments
    set refund_cents = least(coalesce(refund_cents, amount_cents), amount_cents - ${goneCents}::bigint)
    where id = ${paymentId} and state = 'refund-due'`;
}

interface Verdict {
  bookingId: string;
  chargebackId: string;
  state: Exclude<ChargebackState, 'open'>;
  refundCents: number;
  /** Nothing is left to decide about, whatever the dispute is about. */
  isAll?: boolean;
}

/**
 * Ends the dispute of a chargeback, and moves the deadlines that it has stopped. Others are decided by an admin, and while
 * another chargeback of the booking is open, this one ends nothing unless nothing is left to decide about.
 */
async function endDispute(
  tx: Tx,
  { bookingId, chargebackId, state, refundCents, isAll = false }: Verdict,
  at: Date,
): Promise<void> {
  const reason = `The card provider has decided for the ${state === 'won' ? 'seller' : 'buyer'}.`;
  const [ended] = await tx.sql<{ id: string; openedAt: Date }[]>`
    update disputes set state = 'decided', decided_at = ${at}, goes_back = false,
      decision_reason = ${reason}, refund_cents = ${refundCents}::bigint + coalesce((
        select sum(c.amount_cents)::bigint from chargebacks c
        where c.booking_id = disputes.booking_id and c.state = 'lost'
          and c.closed_at >= disputes.opened_at and c.id <> ${chargebackId}), 0)
    where booking_id = ${bookingId} and state = 'open' and (${isAll} or cause = 'chargeback'
      and not exists (
        select from chargebacks c where c.booking_id = disputes.booking_id and c.state = 'open'))
    returning id, opened_at as "openedAt"`;
  if (!ended) return;
  queueSaleMail(tx, { kind: 'dispute-decided', bookingId, about: ended.id }, at);
  const { openedAt } = ended;
  tx.write`
    update fulfilments set return_until = return_until + (${at}::timestamptz - ${openedAt}::timestamptz)
    where booking_id = ${bookingId} and state = 'received' and return_until > ${openedAt}`;
  tx.write`
    update returns set give_back_by = give_back_by + (${at}::timestamptz
      - greatest(${openedAt}::timestamptz, decided_at))
    where booking_id = ${bookingId} and state = 'accepted' and give_back_by > ${openedAt}`;
  // A withdrawal before the handover waited for the dispute, as all of its money may have gone.
  const [waiting] = await tx.sql`
    select from bookings b join fulfilments f on f.booking_id = b.id
    join payments p on p.booking_id = b.id and p.state = 'recorded'
    where b.id = ${bookingId} and b.withdrawn_at is not null and f.state = 'awaiting'`;
  if (waiting && !isAll) {
    await cancelAwaitingSale(tx, { bookingId, cancelReason: withdrawalReason }, at);
  }
}
