import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { recordSaleEvent } from '../../database/record-event.ts';
import type { Tx } from '../../database/transaction.ts';
import { auditTargetOf } from '../bookings/lock-sale.ts';
import { saveEvidence } from '../images/evidence-images.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import {
  lockFulfilment,
  requireSide,
  requireTransition,
  requireUndisputed,
} from './lock-fulfilment.ts';

export interface Shipment {
  carrier: string;
  /** The number at the carrier, or an https link. */
  tracking?: string | undefined;
  /** Pictures of the packed parcel, instead of those that were sent before. */
  imageIds?: readonly string[] | undefined;
}

/**
 * Records that the seller has shipped a paid instrument; the buyer gets a mail. While it is on its way, carrier and
 * tracking may be corrected, and other pictures of the parcel sent; the time of sending stays. An admin may say so for a removed seller; that writes an audit
 * entry.
 * @returns how many sales changed: 0 when just this was said before
 * @throws Problem not-signed-in when the actor was removed; not-found when the sale is another user's; conflict when it
 * is not paid, was handed over, is over, its permit is missing, the two have agreed to meet, or a dispute is open
 */
export async function markSent(
  tx: Tx,
  actor: { id: string },
  { bookingId, carrier, tracking, imageIds = [] }: Shipment & { bookingId: string },
  at: Date,
): Promise<0 | 1> {
  const sale = await lockFulfilment(tx, { bookingId, actorId: actor.id });
  const isAdmins = await requireSide(tx, sale, actor.id, 'seller');
  const { fulfilment } = sale;
  const isSame =
    imageIds.length === 0 &&
    fulfilment?.carrier === carrier &&
    fulfilment.tracking === (tracking ?? null);
  const { state } = requireUndisputed(fulfilment);
  if (isSame && (state === 'sent' || state === 'received' || state === 'completed')) return 0;
  if (state !== 'sent') requireTransition(state, 'sent', 'seller');
  if (fulfilment?.buyerMeetsAt && fulfilment.sellerMeetsAt) {
    throw new Problem(
      'conflict',
      msg`You have agreed to meet. If that is not possible, cancel the sale`,
    );
  }
  if (fulfilment?.isPermitMissing) {
    throw new Problem('conflict', msg`Enter the number of the permit before you send it`);
  }
  tx.write`
    update fulfilments set state = 'sent', method = 'shipping', carrier = ${carrier},
      tracking = ${tracking ?? null}, sent_at = coalesce(sent_at, ${at})
    where booking_id = ${bookingId} and state in ('awaiting', 'sent')`;
  if (imageIds.length > 0) {
    tx.write`delete from evidence_images where subject_id = ${bookingId}`;
    await saveEvidence(tx, bookingId, imageIds);
  }
  queueSaleMail(tx, { kind: 'sent', bookingId, readers: ['buyer'] }, at);
  recordSaleEvent(tx, 'sale.sent', bookingId, at);
  if (isAdmins) {
    const entry = { action: 'sale-sent', actorId: actor.id } as const;
    await writeAuditEntry(tx, { ...entry, ...auditTargetOf(sale.booking) }, at);
  }
  return 1;
}
