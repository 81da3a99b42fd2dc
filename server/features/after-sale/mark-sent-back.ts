import type { Tx } from '../../database/transaction.ts';
import { auditTargetOf } from '../bookings/lock-sale.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { lockFulfilment, requireSide } from './lock-fulfilment.ts';
import type { Shipment } from './mark-sent.ts';
import { readRightFacts, requireRight } from './read-right-facts.ts';

/**
 * Records that the buyer of an accepted return has sent the instrument back, which stops the time to give it back, also
 * when it has run out and the money is still pending. Both sides get a mail. When the seller says nothing for
 * `sentBackDays`, a dispute opens (`disputeSilence`). Carrier and number may be corrected; the first time stays. An
 * admin may say so for a buyer whose account was removed; that writes an audit entry.
 * @returns how many returns changed: 0 when just this was said before
 * @throws Problem not-signed-in when the actor was removed; not-found when the sale is another user's; conflict, with
 * the reason, when nothing is to be sent back (`saleRights`)
 */
export async function markSentBack(
  tx: Tx,
  actor: { id: string },
  { bookingId, carrier, tracking }: Shipment & { bookingId: string },
  at: Date,
): Promise<0 | 1> {
  const sale = await lockFulfilment(tx, { bookingId, actorId: actor.id });
  const isAdmins = await requireSide(tx, sale, actor.id, 'buyer');
  const facts = await readRightFacts(tx, bookingId);
  requireRight('send-back', facts, at);
  const changed = await tx.sql`
    update returns set state = 'accepted', lapsed_at = null, back_carrier = ${carrier},
      back_tracking = ${tracking ?? null}, sent_back_at = coalesce(sent_back_at, ${at})
    where booking_id = ${bookingId} and state in ('accepted', 'lapsed')
      and (back_carrier, back_tracking) is distinct from (${carrier}, ${tracking ?? null}::text)
    returning id`;
  if (changed.length === 0) return 0;
  // A correction is no news.
  const about = String((facts.sentBackAt ?? at).getTime());
  queueSaleMail(tx, { kind: 'return-sent-back', bookingId, about }, at);
  if (isAdmins) {
    const entry = { action: 'return-sent-back', actorId: actor.id } as const;
    await writeAuditEntry(tx, { ...entry, ...auditTargetOf(sale.booking) }, at);
  }
  return 1;
}
