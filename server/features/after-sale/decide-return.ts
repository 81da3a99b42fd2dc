import { giveBackByOf } from '#contract/after-sale/sale-rights.ts';
import { type ReturnState, returnTransitions } from '#contract/bookings/states.ts';
import { msg, type Text } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { recordSaleEvent } from '../../database/record-event.ts';
import type { Tx } from '../../database/transaction.ts';
import {
  auditTargetOf,
  bookingNotFound,
  type LockedSale,
  lockSale,
} from '../bookings/lock-sale.ts';
import { readAfterSale, requireNoDispute } from '../bookings/read-after-sale.ts';
import { traderOf } from '../bookings/select-bookings.ts';
import { addClips, type FoundClip } from '../clips/clip-uses.ts';
import { saveEvidence } from '../images/evidence-images.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { makeRefundDue } from '../payments/make-refund-due.ts';
import { refundReasons } from '../payments/payments.ts';
import type { Actor } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { checkCode } from './check-code.ts';
import { readRightFacts, requireRight } from './read-right-facts.ts';

/** What the seller, an admin or the buyer says about a requested return. */
export type ReturnDecision =
  | { state: 'accepted'; place: string }
  | {
      state: 'contested';
      reason: string;
      /** Found in the same transaction (`findEvidence`). */
      imageIds?: readonly string[] | undefined;
      clips?: readonly FoundClip[] | undefined;
    }
  | {
      state: 'given-back';
      /** Whether the code that the buyer typed is the seller's; undefined without a code. */
      isRightCode?: boolean | undefined;
    };

type DecidingRole = 'seller' | 'admin' | 'buyer';

/**
 * Answers a return.
 * - `accepted`: the seller, or an admin, says where the instrument goes; 14 days to give it back begin, when it was received.
 *   Of a return that was accepted without a place, they say it later, and the days begin then.
 * - `contested`: the seller disagrees, which opens a dispute; the pictures belong to it.
 * - `given-back`: the seller or an admin says that it is back, or the buyer enters the seller's code. Said of a return that
 *   was only requested, the buyer is refunded and keeps the instrument. Of one that has lapsed, seller and admins can say it
 *   until the sale is completed. Only this makes the refund due, which the job
 *   `payments-refunded` then makes (`refundDue`).
 * Both sides get a mail; for an admin's decision an audit entry is written. A wrong code is stored, so this returns its
 * problem instead of throwing: the caller throws it after the commit.
 * @returns how many returns changed: 1, or 0 when the decision is the same as before; or the problem, cannot-process for a
 *   wrong code, too-many-requests after five of them
 * @throws Problem not-signed-in when the actor was removed; not-found when they have nothing to do with the sale, and when
 *   no return was requested; not-allowed for what the other side decides; bad-input for a buyer without a code; conflict
 *   when the return is in another state, or a dispute is open
 */
export async function decideReturn(
  tx: Tx,
  actor: Actor,
  { bookingId, ...decision }: ReturnDecision & { bookingId: string },
  at: Date,
): Promise<0 | 1 | Problem> {
  const sale = await lockSale(tx, { bookingId, actorId: actor.id });
  const role = decidingRole(sale, actor.id);
  const after = await readAfterSale(tx, bookingId);
  const current = after.returned?.state;
  if (current === undefined) {
    throw new Problem('not-found', msg`No return of this booking was requested`);
  }
  if (role === 'buyer') requireBuyersCode(decision);
  if (current === 'accepted' && decision.state === 'accepted') {
    requireNoDispute(after);
    return namePlace(tx, { bookingId, place: decision.place }, at);
  }
  if (isRepeated(current, decision)) return 0;
  requireNoDispute(after);
  if (current === 'lapsed') {
    // What its buyer can still do about it is their own.
    if (decision.state !== 'given-back') throw new Problem('conflict', reasons.lapsed);
    requireRight('refund-lapsed', await readRightFacts(tx, bookingId), at);
  }
  requireTransition(current, decision.state, role);
  if (role === 'buyer' && decision.state === 'given-back') {
    const isRight = decision.isRightCode === true;
    const problem = await checkCode(tx, { bookingId, purpose: 'giving-back', isRight }, at);
    if (problem) return problem;
  }
  await apply(tx, { bookingId, actorId: actor.id, current, decision }, at);
  if (role === 'admin' && decision.state !== 'contested') {
    const action = `return-${decision.state}` as const;
    await writeAuditEntry(tx, { action, actorId: actor.id, ...auditTargetOf(sale.booking) }, at);
  }
  return 1;
}

/** Sets the place of an accepted return that has none; then the time to give it back begins. */
async function namePlace(
  tx: Tx,
  { bookingId, place }: { bookingId: string; place: string },
  at: Date,
): Promise<0 | 1> {
  const { receivedAt } = await readRightFacts(tx, bookingId);
  const named = await tx.sql`
    update returns set place = ${place},
      give_back_by = ${giveBackByOf({ receivedAt, acceptedAt: at, placeGivenAt: at })}
    where booking_id = ${bookingId} and state = 'accepted' and place is null returning id`;
  if (named.length === 0) return 0;
  queueSaleMail(tx, { kind: 'return-accepted', bookingId, about: 'place', readers: ['buyer'] }, at);
  return 1;
}

/** Buyers and sellers act as such, even as admins. */
function decidingRole({ booking, actorRole }: LockedSale, actorId: string): DecidingRole {
  if (booking.buyerId === actorId) return 'buyer';
  if (booking.sellerId === actorId) return 'seller';
  if (actorRole === 'admin') return 'admin';
  throw bookingNotFound();
}

function requireBuyersCode(decision: ReturnDecision): void {
  if (decision.state !== 'given-back') {
    throw new Problem('not-allowed', msg`The seller decides about a return, or an admin`);
  }
  if (decision.isRightCode !== undefined) return;
  const message = msg`Enter the code that the seller shows you`;
  throw new Problem('bad-input', message, { errors: [{ field: 'code', message }] });
}

/** A wrong code is not taken for a repetition, so that no one learns of it. */
function isRepeated(current: ReturnState, decision: ReturnDecision): boolean {
  if (decision.state === 'given-back' && decision.isRightCode === false) return false;
  return current === decision.state || (current === 'refunded' && decision.state === 'given-back');
}

function requireTransition(from: ReturnState, to: ReturnState, role: DecidingRole): void {
  const transitions = returnTransitions[from].filter((transition) => transition.to === to);
  if (transitions.some(({ by }) => by.includes(role))) return;
  if (transitions.length > 0 && role === 'admin') {
    throw new Problem('not-allowed', msg`Only the seller can contest a return`);
  }
  throw new Problem('conflict', reasons[from]);
}

/** Why a return in this state cannot be decided in that way. */
const reasons: Record<ReturnState, Text> = {
  requested: msg`The seller has not answered this return yet`,
  accepted: msg`This return was accepted`,
  contested: msg`This return is contested; an admin decides`,
  'given-back': msg`The instrument was given back; the money is on its way`,
  lapsed: msg`This return is over: the sale stands`,
  refunded: msg`This return was refunded`,
};

interface Change {
  bookingId: string;
  actorId: string;
  current: ReturnState;
  decision: ReturnDecision;
}

async function apply(
  tx: Tx,
  { bookingId, actorId, current, decision }: Change,
  at: Date,
): Promise<void> {
  switch (decision.state) {
    case 'accepted':
      return acceptReturn(tx, { bookingId, decidedBy: actorId, place: decision.place }, at);
    case 'contested':
      return contest(tx, { ...decision, bookingId, sellerId: actorId }, at);
    case 'given-back':
      return giveBack(tx, { bookingId, actorId, buyerKeepsIt: current === 'requested' }, at);
  }
}

interface Acceptance {
  bookingId: string;
  /** Null when the clock accepts it. */
  decidedBy: string | null;
  /** Null when no place was named. */
  place: string | null;
  /** Tells its mail from others, when it may be accepted again. */
  about?: string | null;
}

/**
 * Accepts the return of what was received: one that is requested or contested, or again one that a dispute has decided;
 * both get a mail. A trader's address is the place unless another was named. No time runs before there is one. The
 * caller has locked the sale.
 */
export function acceptReturn(
  tx: Tx,
  { bookingId, decidedBy, place, about = null }: Acceptance,
  at: Date,
): void {
  const giveBackBy = giveBackByOf({ receivedAt: at, acceptedAt: at, placeGivenAt: at });
  const known = tx.sql`coalesce(${place}::text, place, (
    select ${traderOf(tx.sql, 'address')} from bookings b where b.id = ${bookingId}))`;
  tx.write`
    update returns set state = 'accepted', decided_at = ${at}, decided_by = ${decidedBy},
      place = ${known}, sent_back_at = null, back_carrier = null, back_tracking = null,
      give_back_by = case when ${known} is not null then ${giveBackBy}::timestamptz end
    where booking_id = ${bookingId} and state in ('requested', 'contested', 'accepted')`;
  queueSaleMail(tx, { kind: 'return-accepted', bookingId, about }, at);
}

interface Contest {
  bookingId: string;
  sellerId: string;
  reason: string;
  imageIds?: readonly string[] | undefined;
  clips?: readonly FoundClip[] | undefined;
}

async function contest(
  tx: Tx,
  { bookingId, sellerId, reason, imageIds = [], clips }: Contest,
  at: Date,
): Promise<void> {
  const disputeId = newId(at);
  tx.write`
    update returns set state = 'contested', decided_at = ${at}, decided_by = ${sellerId},
      contest_reason = ${reason}
    where booking_id = ${bookingId}`;
  tx.write`
    insert into disputes (id, booking_id, cause, state, reason, opened_at, opened_by)
    values (${disputeId}, ${bookingId}, 'return-contested', 'open', ${reason}, ${at}, ${sellerId})`;
  recordSaleEvent(tx, 'sale.disputed', bookingId, at);
  await saveEvidence(tx, disputeId, imageIds);
  addClips(tx, disputeId, clips);
  queueSaleMail(tx, { kind: 'return-contested', bookingId }, at);
}

/**
 * What a dispute has decided about the refund of this return counts, unless the buyer has withdrawn since; otherwise all of it
 * is refunded.
 */
async function giveBack(
  tx: Tx,
  {
    bookingId,
    actorId,
    buyerKeepsIt,
  }: { bookingId: string; actorId: string; buyerKeepsIt: boolean },
  at: Date,
): Promise<void> {
  tx.write`
    update returns set state = 'given-back', given_back_at = ${at}, lapsed_at = null, buyer_keeps_it = ${buyerKeepsIt},
      decided_at = coalesce(decided_at, ${at}::timestamptz),
      decided_by = case when decided_at is null then ${actorId}::uuid else decided_by end
    where booking_id = ${bookingId}`;
  const [decided] = await tx.sql<{ refundCents: number; refundShippingCents: number | null }[]>`
    select refund_cents as "refundCents", refund_shipping_cents as "refundShippingCents" from disputes
    where booking_id = ${bookingId} and state = 'decided' and goes_back and decided_at > coalesce(
      (select withdrawn_at from bookings where id = ${bookingId}), '-infinity')
    order by decided_at desc limit 1`;
  const refundReason = buyerKeepsIt ? refundReasons.withoutReturn : refundReasons.givenBack;
  await makeRefundDue(tx, { bookingId, refundReason, ...decided });
  queueSaleMail(tx, { kind: 'given-back', bookingId }, at);
}
