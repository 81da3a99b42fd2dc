import type { complaintCauses } from '#contract/after-sale/disputes.ts';
import { newId } from '../../core/ids.ts';
import { recordSaleEvent } from '../../database/record-event.ts';
import type { Tx } from '../../database/transaction.ts';
import { bookingNotFound, lockSale } from '../bookings/lock-sale.ts';
import { addClips, type FoundClip } from '../clips/clip-uses.ts';
import { saveEvidence } from '../images/evidence-images.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { readRightFacts, requireRight } from './read-right-facts.ts';
import { mayActForBuyer } from './request-return.ts';

interface NewDispute {
  bookingId: string;
  cause?: (typeof complaintCauses)[number];
  reason: string;
  /** Found in the same transaction (`findEvidence`). */
  imageIds?: readonly string[];
  clips?: readonly FoundClip[];
}

/**
 * Opens a dispute about an instrument that was sent and did not arrive, or that arrived and is not as described, which asks for its
 * return too. Its buyer does, or an admin for a removed buyer. Buyer and seller get a mail; no one is paid and no clock of the sale runs until it is decided.
 * @returns the dispute's id
 * @throws Problem not-signed-in when the actor was removed; not-found when the booking is another user's; conflict when
 * it is not on its way, or not received any more, or a dispute is open (`saleRights`)
 */
export async function openDispute(
  tx: Tx,
  actor: { id: string },
  { bookingId, cause = 'not-received', reason, imageIds = [], clips }: NewDispute,
  at: Date,
): Promise<string> {
  const sale = await lockSale(tx, { bookingId, actorId: actor.id });
  const isOwn = sale.booking.buyerId === actor.id;
  if (!isOwn && !(await mayActForBuyer(tx, sale))) throw bookingNotFound();
  requireRight(cause, await readRightFacts(tx, bookingId), at);
  const id = newId(at);
  if (cause === 'not-as-described') askForReturn(tx, { bookingId, actorId: actor.id, reason }, at);
  tx.write`
    insert into disputes (id, booking_id, cause, state, reason, opened_at, opened_by)
    values (${id}, ${bookingId}, ${cause}, 'open', ${reason}, ${at}, ${actor.id})`;
  await saveEvidence(tx, id, imageIds);
  addClips(tx, id, clips);
  queueSaleMail(tx, { kind: 'dispute-opened', bookingId, about: id }, at);
  recordSaleEvent(tx, 'sale.disputed', bookingId, at);
  return id;
}

/** The return about which the dispute is: every decision can end it, and no other one can be asked for. */
function askForReturn(
  tx: Tx,
  { bookingId, actorId, reason }: { bookingId: string; actorId: string; reason: string },
  at: Date,
): void {
  tx.write`
    insert into returns (id, booking_id, reason, state, requested_at, decided_at, decided_by)
    values (${newId(at)}, ${bookingId}, ${reason}, 'contested', ${at}, ${at}, ${actorId})`;
}
