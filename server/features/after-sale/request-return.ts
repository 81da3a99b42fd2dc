import { defaultReturnDays } from '#contract/constants.ts';
import { msg, plural } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import {
  auditTargetOf,
  bookingNotFound,
  type LockedSale,
  lockSale,
} from '../bookings/lock-sale.ts';
import { type AfterSale, readAfterSale, requireNoDispute } from '../bookings/read-after-sale.ts';
import { addClips, type FoundClip } from '../clips/clip-uses.ts';
import { saveEvidence } from '../images/evidence-images.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { findUser } from '../users/find-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';

interface ReturnRequest {
  bookingId: string;
  reason: string;
  /** Found in the same transaction (`findEvidence`). */
  imageIds?: readonly string[];
  clips?: readonly FoundClip[];
}

/**
 * Records a request to return a paid product, once per booking and within the days of the booking from its receipt, and queues a
 * mail to the seller. The buyer makes it, or an admin for a buyer whose account was removed; that writes an audit
 * entry. Locks actor and seller, so that neither account is removed while the request is made.
 * @returns the return's id
 * @throws Problem not-signed-in when the actor was removed; not-found when the booking is another user's; conflict when
 * it is not paid or not received, when the time for returns is over, when a dispute is open, and when a return was
 * requested before
 */
export async function requestReturn(
  tx: Tx,
  actor: { id: string },
  { bookingId, reason, imageIds = [], clips }: ReturnRequest,
  at: Date,
): Promise<string> {
  const sale = await lockSale(tx, { bookingId, actorId: actor.id, withSeller: true });
  const { booking } = sale;
  const isOwn = booking.buyerId === actor.id;
  if (!isOwn && !(await mayActForBuyer(tx, sale))) throw bookingNotFound();
  if (booking.state !== 'paid')
    throw new Problem('conflict', msg`Only what is paid can be returned`);
  const days = booking.returnDays ?? defaultReturnDays;
  requireOpenWindow(await readAfterSale(tx, bookingId), days, at);
  const id = newId(at);
  tx.write`
    insert into returns (id, booking_id, reason, state, requested_at)
    values (${id}, ${bookingId}, ${reason}, 'requested', ${at})`;
  await saveEvidence(tx, id, imageIds);
  addClips(tx, id, clips);
  queueSaleMail(tx, { kind: 'return-requested', bookingId, readers: ['seller'] }, at);
  if (!isOwn) {
    const entry = { action: 'return-requested', actorId: actor.id } as const;
    await writeAuditEntry(tx, { ...entry, ...auditTargetOf(booking) }, at);
  }
  return id;
}

function requireOpenWindow(sale: AfterSale, returnDays: number, at: Date): void {
  const { fulfilment, returned } = sale;
  if (returned)
    throw new Problem('conflict', msg`The return of this instrument was asked for already`);
  requireNoDispute(sale);
  if (fulfilment?.state === 'awaiting' || fulfilment?.state === 'sent') {
    throw new Problem('conflict', msg`A return can be asked for once the instrument is received`);
  }
  const { state, returnUntil } = fulfilment ?? {};
  if (state !== 'received' || !returnUntil || at >= returnUntil) {
    throw new Problem(
      'conflict',
      msg`A return can be asked for within ${plural(returnDays, { one: '# day', other: '# days' })} of receiving the instrument`,
    );
  }
}

/** Admins act for a removed buyer, unless they are the seller. */
export async function mayActForBuyer(
  tx: Tx,
  { actorRole, actorId, booking }: LockedSale,
): Promise<boolean> {
  if (actorRole !== 'admin' || booking.sellerId === actorId) return false;
  return (await findUser(tx.sql, booking.buyerId)) === null;
}
