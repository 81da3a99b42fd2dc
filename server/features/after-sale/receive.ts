import { giveBackByOf } from '#contract/after-sale/sale-rights.ts';
import type { FulfilmentState } from '#contract/bookings/states.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { recordEvent } from '../../database/record-event.ts';
import type { Tx } from '../../database/transaction.ts';
import { auditTargetOf, type LockedSale } from '../bookings/lock-sale.ts';
import { returnUntilOf } from '../bookings/return-terms.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { checkCode } from './check-code.ts';
import {
  isShipped,
  lockFulfilment,
  requireSide,
  requireTransition,
  requireUndisputed,
} from './lock-fulfilment.ts';

const receivedStates: readonly FulfilmentState[] = ['received', 'completed'];

interface Handover {
  bookingId: string;
  /** Whether the code that the seller typed is the buyer's (`SaleCodes.isCode`). */
  isRightCode: boolean;
}

/**
 * Records that the seller has handed a paid instrument over, which the buyer's code proves. It counts as received, and
 * both get a mail. A wrong code is stored, so this returns its problem instead of throwing: the caller throws it after
 * the commit. An admin may enter the code for a removed seller; that writes an audit entry.
 * @returns how many sales changed, or the problem: cannot-process for a wrong code, too-many-requests after five of
 * them
 * @throws Problem not-signed-in when the actor was removed; not-found when the sale is another user's; conflict when it
 * is not paid, is to be sent, was sent, is over, or a dispute is open
 */
export async function handOver(
  tx: Tx,
  actor: { id: string },
  { bookingId, isRightCode }: Handover,
  at: Date,
): Promise<0 | 1 | Problem> {
  const sale = await lockFulfilment(tx, { bookingId, actorId: actor.id });
  const isAdmins = await requireSide(tx, sale, actor.id, 'seller');
  const { state } = requireUndisputed(sale.fulfilment);
  if (isRightCode && receivedStates.includes(state)) return 0;
  requireTransition(state, 'received', 'seller');
  if (isShipped(sale)) {
    throw new Problem(
      'conflict',
      msg`It is to be sent. If you meet after all, both of you have to say so first`,
    );
  }
  const code = { bookingId, purpose: 'handover', isRight: isRightCode } as const;
  const problem = await checkCode(tx, code, at);
  if (problem) return problem;
  markReceived(tx, { booking: sale.booking, isSent: false }, at);
  if (isAdmins) {
    const entry = { action: 'sale-handed-over', actorId: actor.id } as const;
    await writeAuditEntry(tx, { ...entry, ...auditTargetOf(sale.booking) }, at);
  }
  return 1;
}

interface Receipt {
  bookingId: string;
  /** Whether it is the instrument of the listing; undefined when the buyer does not say. */
  isSameInstrument?: boolean | undefined;
}

/**
 * Records that the buyer has the instrument: one that was sent, or one that was handed over without the code. Both get
 * a mail. What the buyer says of it is stored once, also after it was handed over with the code. An admin may say so for a
 * removed buyer, but not what it is; that writes an audit entry.
 * @returns how many sales changed: 0 when it was received before and nothing is said of it, or was said before
 * @throws Problem not-signed-in when the actor was removed; not-found when the sale is another user's; conflict when it
 * is not paid, is over, or a dispute is open
 */
export async function confirmReceipt(
  tx: Tx,
  actor: { id: string },
  { bookingId, isSameInstrument }: Receipt,
  at: Date,
): Promise<0 | 1> {
  const sale = await lockFulfilment(tx, { bookingId, actorId: actor.id });
  const isAdmins = await requireSide(tx, sale, actor.id, 'buyer');
  const { state } = requireUndisputed(sale.fulfilment);
  const answer = isAdmins ? undefined : isSameInstrument;
  if (receivedStates.includes(state)) return storeAnswer(tx, bookingId, answer);
  requireTransition(state, 'received', 'buyer');
  const isSent = state === 'sent' || isShipped(sale);
  markReceived(tx, { booking: sale.booking, isSent }, at);
  await storeAnswer(tx, bookingId, answer);
  if (isAdmins) {
    const entry = { action: 'sale-received', actorId: actor.id } as const;
    await writeAuditEntry(tx, { ...entry, ...auditTargetOf(sale.booking) }, at);
  }
  return 1;
}

async function storeAnswer(
  tx: Tx,
  bookingId: string,
  isSameInstrument: boolean | undefined,
): Promise<0 | 1> {
  if (isSameInstrument === undefined) return 0;
  const stored = await tx.sql`
    update fulfilments set is_same_instrument = ${isSameInstrument}
    where booking_id = ${bookingId} and is_same_instrument is null returning booking_id`;
  return stored.length > 0 ? 1 : 0;
}

interface Received {
  booking: Pick<LockedSale['booking'], 'id' | 'paidAt' | 'returnDays'>;
  /** By a carrier, whether its seller has said so or not. */
  isSent: boolean;
  isTold?: boolean;
}

/**
 * Records the receipt, which begins the time for a return, and queues mails to both. The caller has locked the sale and
 * seen that it awaits its handover or was sent. A trader's sale has at least the time to withdraw (`withdrawal_days`). Of a
 * purchase from which the buyer has withdrawn on its way, the time to give it back begins.
 */
export function markReceived(tx: Tx, { booking, isSent, isTold = true }: Received, at: Date): void {
  const { id: bookingId, paidAt, returnDays } = booking;
  const terms = { receivedAt: at, paidAt: paidAt ?? at, returnDays, isSent };
  // The day of the receipt does not count, and the last day counts whole.
  const midnight = new Date(at).setUTCHours(24, 0, 0, 0);
  // Before it is written: what was received before is no event.
  const userId = tx.sql`
    select b.seller_id from bookings b join fulfilments f on f.booking_id = b.id
    where b.id = ${bookingId} and f.state in ('awaiting', 'sent')`;
  const productId = tx.sql`select product_id from bookings where id = ${bookingId}`;
  recordEvent(tx, { type: 'sale.received', userId, subjectId: bookingId, productId }, at);
  tx.write`
    update fulfilments f set state = 'received', received_at = ${at},
      return_until = greatest(${returnUntilOf(terms)}::timestamptz,
        ${new Date(midnight)}::timestamptz + (
          select withdrawal_days * interval '24 hours' from bookings where id = ${bookingId})),
      method = coalesce(f.method, ${isSent ? 'shipping' : 'meeting'})
    where booking_id = ${bookingId} and state in ('awaiting', 'sent')`;
  tx.write`
    update returns set give_back_by = ${giveBackByOf({ receivedAt: at, acceptedAt: at, placeGivenAt: at })}
    where booking_id = ${bookingId} and state = 'accepted' and place is not null
      and give_back_by is null`;
  if (isTold) queueSaleMail(tx, { kind: 'received', bookingId }, at);
}
