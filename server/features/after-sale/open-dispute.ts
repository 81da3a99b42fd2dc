import { newId } from '../../core/ids.ts';
import type { Tx } from '../../database/transaction.ts';
import { bookingNotFound, lockSale } from '../bookings/lock-sale.ts';
import { saveEvidence } from '../images/evidence-images.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { readRightFacts, requireRight } from './read-right-facts.ts';
import { mayActForBuyer } from './request-return.ts';

interface NewDispute {
  bookingId: string;
  reason: string;
  /** Found in the same transaction (`findEvidence`). */
  imageIds?: readonly string[];
}

/**
 * Opens a dispute about an instrument that was sent and did not arrive. Its buyer does, or an admin for a removed
 * buyer. Buyer and seller get a mail; no one is paid and no clock of the sale runs until it is decided.
 * @returns the dispute's id
 * @throws Problem not-signed-in when the actor was removed; not-found when the booking is another user's; conflict when
 * it is not on its way, or a dispute is open (`saleRights`)
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
  requireRight('not-received', await readRightFacts(tx, bookingId), at);
  const id = newId(at);
  tx.write`
    insert into disputes (id, booking_id, cause, state, reason, opened_at, opened_by)
    values (${id}, ${bookingId}, 'not-received', 'open', ${reason}, ${at}, ${actor.id})`;
  await saveEvidence(tx, id, imageIds);
  queueSaleMail(tx, { kind: 'dispute-opened', bookingId, about: id }, at);
  return id;
}
