import { refusalOf } from '#contract/after-sale/sale-rights.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem, type ProblemText } from '../../core/problem.ts';
import { recordSaleEvent } from '../../database/record-event.ts';
import type { Tx } from '../../database/transaction.ts';
import { auditTargetOf, type LockedSale, lockSale } from '../bookings/lock-sale.ts';
import { type AfterSale, type OpenDispute, readAfterSale } from '../bookings/read-after-sale.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { makeRefundDue } from '../payments/make-refund-due.ts';
import { refundReasons } from '../payments/payments.ts';
import { recordLaterListings } from '../products/catalogue-changes.ts';
import type { Actor } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { notOpen } from './add-dispute-statement.ts';
import { releaseLess } from './complete-sales.ts';
import { acceptReturn } from './decide-return.ts';
import { readRightFacts } from './read-right-facts.ts';
import { markReceived } from './receive.ts';

export interface DisputeDecision {
  /** What the buyer gets back, from 0 to what was paid. */
  refundCents: number;
  /** The part of it that was paid for sending; by default the price goes back first. */
  refundShippingCents?: number | null | undefined;
  /** Whether the instrument goes back to the seller before the refund. */
  goesBack: boolean;
  reason: string;
}

/**
 * Decides the open dispute about a booking as an admin who is not a party. When the instrument goes back, the return
 * counts as accepted, and the decided amount is refunded once it is given back. Otherwise all of what was paid ends the
 * sale and the buyer keeps what they have; less completes it, at the end of the time to withdraw where there is one:
 * what is not refunded is released to the seller. Buyer and seller get a mail with the reason, and an audit entry is
 * written.
 * @returns how many disputes changed: 0 when it was decided just so before
 * @throws Problem not-signed-in when the actor was removed; not-found when there is no dispute; not-allowed for a
 * party, and for a former admin; bad-input for more than what was paid, of price or shipping, or less shipping than is owed; conflict when it is
 * decided, or the card provider decides
 */
export async function decideDispute(
  tx: Tx,
  actor: Actor,
  { bookingId, ...asked }: DisputeDecision & { bookingId: string },
  at: Date,
): Promise<0 | 1> {
  const sale = await lockSale(tx, { bookingId, actorId: actor.id });
  const { booking } = sale;
  requireOutsider(sale, actor.id);
  const after = await readAfterSale(tx, bookingId);
  const { dispute } = after;
  const decision = withShippingOwed(asked, sale, after);
  if (!dispute) {
    if (await wasDecidedSo(tx, bookingId, decision)) return 0;
    throw await notOpen(tx, bookingId);
  }
  await requireNoChargeback(tx, bookingId);
  requireDecidable(dispute, booking, decision);
  const { refundCents, refundShippingCents = null, goesBack, reason } = decision;
  tx.write`
    update disputes set state = 'decided', decided_at = ${at}, decided_by = ${actor.id},
      refund_cents = ${refundCents}, refund_shipping_cents = ${refundShippingCents},
      goes_back = ${goesBack}, decision_reason = ${reason}
    where id = ${dispute.id}`;
  await carryOut(tx, { sale, after, dispute, decision, adminId: actor.id }, at);
  queueSaleMail(tx, { kind: 'dispute-decided', bookingId, about: dispute.id }, at);
  const entry = { action: 'dispute-decided', actorId: actor.id, reason } as const;
  await writeAuditEntry(tx, { ...entry, ...auditTargetOf(booking) }, at);
  return 1;
}

function requireOutsider({ booking, actorRole }: LockedSale, actorId: string): void {
  if (booking.buyerId === actorId || booking.sellerId === actorId) {
    throw new Problem('not-allowed', msg`This is your own sale, so another admin decides`);
  }
  if (actorRole !== 'admin') throw new Problem('not-allowed', msg`Only admins may do this`);
}

async function wasDecidedSo(
  tx: Tx,
  bookingId: string,
  { refundCents, refundShippingCents = null, goesBack, reason }: DisputeDecision,
): Promise<boolean> {
  const [last] = await tx.sql<DisputeDecision[]>`
    select refund_cents as "refundCents", refund_shipping_cents as "refundShippingCents", goes_back as "goesBack", decision_reason as reason
    from disputes where booking_id = ${bookingId} order by opened_at desc limit 1`;
  return (
    last?.refundCents === refundCents &&
    last.refundShippingCents === refundShippingCents &&
    last.goesBack === goesBack &&
    last.reason === reason
  );
}

async function requireNoChargeback(tx: Tx, bookingId: string): Promise<void> {
  const open = await tx.sql`
    select from chargebacks where booking_id = ${bookingId} and state = 'open'`;
  if (open.length === 0) return;
  throw new Problem(
    'conflict',
    msg`The card provider decides about a chargeback; respond to it there`,
  );
}

function requireDecidable(
  { cause }: OpenDispute,
  { priceCents, shippingCents, totalCents }: LockedSale['booking'],
  { refundCents, refundShippingCents }: DisputeDecision,
): void {
  if (cause === 'chargeback') {
    throw new Problem(
      'conflict',
      msg`The card provider decides about a chargeback; respond to it there`,
    );
  }
  const refused = (field: string, message: ProblemText) =>
    new Problem('bad-input', message, { errors: [{ field, message }] });
  if (refundCents > totalCents) throw refused('refund', msg`The refund is above what was paid`);
  if (typeof refundShippingCents !== 'number') return;
  if (refundShippingCents > shippingCents) {
    throw refused('shippingRefund', msg`This is more than was paid for shipping`);
  }
  if (refundCents - refundShippingCents > priceCents) {
    throw refused('shippingRefund', msg`The rest is more than the price. Enter more for shipping`);
  }
}

/**
 * Of a sale whose sides have met, what was paid for shipping goes back whatever is decided.
 * @throws Problem bad-input for a decision with less
 */
function withShippingOwed(
  decision: DisputeDecision,
  { booking: { shippingCents } }: LockedSale,
  { fulfilment }: AfterSale,
): DisputeDecision {
  if (!fulfilment?.isMeetingInstead) return decision;
  const { refundCents, refundShippingCents } = decision;
  const given = Math.min(refundCents, refundShippingCents ?? shippingCents);
  if (given >= shippingCents) return { ...decision, refundShippingCents: shippingCents };
  const owed = toMajorUnits(shippingCents);
  const message = msg`The two have met, so ${owed} for shipping goes back in any case`;
  throw new Problem('bad-input', message, {
    errors: [{ field: refundCents < shippingCents ? 'refund' : 'shippingRefund', message }],
  });
}

interface Decided {
  sale: LockedSale;
  after: AfterSale;
  dispute: OpenDispute;
  decision: DisputeDecision;
  adminId: string;
}

async function carryOut(tx: Tx, decided: Decided, at: Date): Promise<void> {
  const { sale, decision } = decided;
  if (decision.goesBack) return sendBack(tx, decided, at);
  if (decision.refundCents === sale.booking.totalCents) return refundAll(tx, decided, at);
  return completeWithLess(tx, decided, at);
}

/** A sent instrument has arrived, then. Where its buyer has not asked for a return, the dispute's reason stands for theirs. */
async function sendBack(tx: Tx, { sale, after, dispute, adminId }: Decided, at: Date) {
  const bookingId = sale.booking.id;
  markReceived(tx, { booking: sale.booking, isSent: true, isTold: false }, at);
  tx.write`
    insert into returns (id, booking_id, reason, state, requested_at)
    values (${newId(at)}, ${bookingId}, ${dispute.reason ?? ''}, 'requested', ${at})
    on conflict (booking_id) do nothing`;
  const about = after.returned?.state === 'accepted' ? dispute.id : null;
  acceptReturn(tx, { bookingId, decidedBy: adminId, place: null, about }, at);
}

/** The sale ends with the refund (`refundDue`). Until then a received instrument stays received. */
async function refundAll(tx: Tx, { sale, adminId, decision }: Decided, at: Date): Promise<void> {
  const bookingId = sale.booking.id;
  // What was withdrawn from on its way was never in the hands of its buyer.
  tx.write`
    update returns r set state = 'given-back', buyer_keeps_it = state = 'contested',
      given_back_at = case when exists (
        select from fulfilments f where f.booking_id = r.booking_id and f.received_at is not null
      ) then ${at}::timestamptz end,
      decided_by = case state when 'contested' then ${adminId}::uuid else decided_by end,
      decided_at = case state when 'contested' then ${at}::timestamptz else decided_at end
    where booking_id = ${bookingId} and state in ('contested', 'accepted')`;
  tx.write`
    update fulfilments set state = 'cancelled', cancelled_at = ${at}, cancelled_by = ${adminId},
      cancel_reason = left(${decision.reason}::text, 500)
    where booking_id = ${bookingId} and state = 'sent'`;
  await makeRefundDue(tx, { bookingId, refundReason: refundReasons.disputeDecided });
}

/**
 * The sale stands, and a return ends. It is completed now, or, while its buyer can still withdraw from it, with the end of that
 * time (`completeSale`), which also makes the refund. One from which its buyer has withdrawn on its way cannot stand: it counts
 * as received and goes back.
 */
async function completeWithLess(tx: Tx, decided: Decided, at: Date): Promise<void> {
  const { sale, decision, dispute } = decided;
  const { id: bookingId } = sale.booking;
  const facts = await readRightFacts(tx, bookingId);
  if (facts.withdrawnAt && dispute.cause === 'not-received') return sendBack(tx, decided, at);
  tx.write`
    update returns set state = 'lapsed', lapsed_at = ${at}, give_back_by = null
    where booking_id = ${bookingId} and state in ('contested', 'accepted')`;
  if (!facts.withdrawnAt && refusalOf('withdraw', facts, at) === null) {
    const isTold = facts.receivedAt === null;
    markReceived(tx, { booking: sale.booking, isSent: true, isTold }, at);
    return;
  }
  tx.write`
    update fulfilments set state = 'completed', completed_at = ${at}
    where booking_id = ${bookingId} and state in ('sent', 'received')`;
  recordLaterListings(tx, sale.booking.productId);
  recordSaleEvent(tx, 'sale.final', bookingId, at);
  await releaseLess(tx, { booking: sale.booking, ...decision }, at);
}
