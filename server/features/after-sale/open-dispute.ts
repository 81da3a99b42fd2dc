import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { bookingNotFound, lockSale } from '../bookings/lock-sale.ts';
import { readAfterSale, requireNoDispute } from '../bookings/read-after-sale.ts';
import { saveEvidence } from '../images/evidence-images.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { mayActForBuyer } from './request-return.ts';

interface NewDispute {
  bookingId: string;
  reason: string;
  /** Found in the same transaction (`findEvidence`). */
  imageIds?: readonly string[];
}

/**
 * Opens a dispute about an instrument that was sent and did not arrive. Its buyer does, or an admin for a removed buyer.
 * Buyer and seller get a mail; nobody is paid and no clock of the sale runs until it is decided.
 * @returns the dispute's id
 * @throws Problem not-signed-in when the actor was removed; not-found when the booking is somebody else's; conflict when
 *   it is not on its way, or a dispute is open
 */
export async function openDispute(
  tx: Tx,
  actor: { id: string },
  { bookingId, reason, imageIds = [] }: NewDispute,
  at: Date,
): Promise<string> {
  const sale = await lockSale(tx, { bookingId, actorId: actor.id });
  const isOwn = sale.booking.buyerId === actor.id;
  if (!isOwn && !(await mayActForBuyer(tx, sale))) throw bookingNotFound();
  const after = await readAfterSale(tx, bookingId);
  requireNoDispute(after);
  if (after.fulfilment?.state !== 'sent') {
    throw new Problem('conflict', refusals[after.fulfilment?.state ?? 'awaiting']);
  }
  const id = newId(at);
  tx.write`
    insert into disputes (id, booking_id, cause, state, reason, opened_at, opened_by)
    values (${id}, ${bookingId}, 'not-received', 'open', ${reason}, ${at}, ${actor.id})`;
  await saveEvidence(tx, id, imageIds);
  queueMail(tx, { kind: 'dispute-opened', bookingId, about: id }, at);
  return id;
}

const isOver = msg`This sale is over`;

/** Why a dispute about the arrival cannot be opened. */
const refusals = {
  awaiting: msg`This instrument has not been sent yet`,
  received: msg`This instrument counts as received. You can ask for its return instead.`,
  completed: isOver,
  returned: isOver,
  cancelled: isOver,
} as const;
