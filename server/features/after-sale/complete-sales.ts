import { saleTimes } from '#contract/constants.ts';
import { refundParts } from '#contract/payments/refund-parts.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { recordSaleEvent } from '../../database/record-event.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { deadlineStart, hasNoOpenDispute, isMeetingInstead } from '../bookings/deadline-start.ts';
import { type LockedSale, lockSale } from '../bookings/lock-sale.ts';
import { writeRelease } from '../ledger/write-ledger.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { makeRefundDue } from '../payments/make-refund-due.ts';
import { refundReasons } from '../payments/payments.ts';
import { recordLaterListings } from '../products/catalogue-changes.ts';
import { lockFulfilment } from './lock-fulfilment.ts';
import { processDueSales } from './process-due-sales.ts';
import { markReceived } from './receive.ts';

interface ClockDeps {
  database: Pick<Database, 'sql' | 'transaction'>;
  clock: Clock;
}

/**
 * Counts what was sent 14 days ago as received, unless a dispute is open; both sides get a mail.
 * @returns how many sales changed
 * @throws AggregateError when some failed; the others changed
 */
export function autoConfirmReceipts({ database, clock }: ClockDeps): Promise<number> {
  const at = clock.now();
  const sentBefore = new Date(at.getTime() - saleTimes.receivedAfterDays * 86_400_000);
  return processDueSales({
    database,
    findDue: (limit) => database.sql<{ id: string }[]>`
      select f.booking_id as id from fulfilments f
      where f.state = 'sent' and f.sent_at <= ${sentBefore}
        and ${deadlineStart(database.sql, 'f.sent_at')} <= ${sentBefore}
        and ${hasNoOpenDispute(database.sql, 'f')}
      order by f.sent_at limit ${limit}`,
    async process(tx, bookingId) {
      const { booking, fulfilment } = await lockFulfilment(tx, { bookingId });
      const { state, sentClockFrom, hasOpenDispute = true } = fulfilment ?? {};
      if (!fulfilment || state !== 'sent' || hasOpenDispute) return false;
      if (!sentClockFrom || sentClockFrom > sentBefore) return false;
      markReceived(tx, { booking, isSent: true }, at);
      return true;
    },
  });
}

/**
 * Completes the sales whose time for a return is over, unless a return or a dispute is open.
 * @returns how many
 * @throws AggregateError when some failed; the others changed
 */
export function completeSales({ database, clock }: ClockDeps): Promise<number> {
  const at = clock.now();
  return processDueSales({
    database,
    findDue: (limit) => database.sql<{ id: string }[]>`
      select f.booking_id as id from fulfilments f
      where f.state = 'received' and f.return_until <= ${at}
        and ${nothingIsOpen(database.sql, at)}
      order by f.return_until limit ${limit}`,
    process: (tx, bookingId) => completeSale(tx, bookingId, at),
  });
}

/**
 * Completes one sale when its time for a return is over and neither a return nor a dispute is open: its money is released
 * to the seller, less what a dispute has decided for the buyer, or what was paid for shipping if the two have met; both get a mail. After a return that was not given back in
 * time the money stays pending for `lapsedDays`.
 * @returns whether it did
 */
export async function completeSale(tx: Tx, bookingId: string, at: Date): Promise<boolean> {
  const { booking } = await lockSale(tx, { bookingId });
  const completed = await tx.sql`
    update fulfilments f set state = 'completed', completed_at = ${at}
    where f.booking_id = ${bookingId} and f.state = 'received' and f.return_until <= ${at}
      and ${nothingIsOpen(tx.sql, at)}
    returning f.booking_id`;
  if (completed.length === 0) return false;
  // A decision that waited for the end of the time to withdraw.
  const [decided] = await tx.sql<{ refundCents: number; refundShippingCents: number | null }[]>`
    select d.refund_cents as "refundCents", d.refund_shipping_cents as "refundShippingCents"
    from disputes d join payments p on p.booking_id = d.booking_id and p.state = 'recorded'
    where d.booking_id = ${bookingId} and d.state = 'decided' and d.cause <> 'chargeback'
      and not d.goes_back
    order by d.decided_at desc limit 1`;
  const less = decided ?? (await readShippingOwed(tx, booking));
  await releaseLess(tx, { booking, refundCents: 0, ...less }, at);
  recordLaterListings(tx, booking.productId);
  queueSaleMail(tx, { kind: 'sale-completed', bookingId }, at);
  recordSaleEvent(tx, 'sale.final', bookingId, at);
  return true;
}

/** What was paid for shipping goes back when the two have met instead. */
async function readShippingOwed(
  tx: Tx,
  { id, shippingCents }: LockedSale['booking'],
): Promise<Omit<Less, 'booking'> | undefined> {
  const [met] = await tx.sql`
    select from fulfilments f join payments p on p.booking_id = f.booking_id and p.state = 'recorded'
    where f.booking_id = ${id} and ${isMeetingInstead}`;
  if (!met) return undefined;
  const refundReason = refundReasons.metInstead;
  return { refundReason, refundCents: shippingCents, refundShippingCents: shippingCents };
}

interface Less {
  booking: LockedSale['booking'];
  /** That a dispute was decided, by default. */
  refundReason?: string;
  refundCents: number;
  refundShippingCents?: number | null | undefined;
}

/**
 * Releases a completed sale's money to its seller, and makes due what of it goes back to the buyer: that stays pending until
 * the provider has refunded it.
 */
export async function releaseLess(
  tx: Tx,
  { booking, refundReason = refundReasons.disputeDecided, refundCents, refundShippingCents }: Less,
  at: Date,
): Promise<void> {
  const { id: bookingId, sellerId, fullCommissionCents } = booking;
  let withheldCents = 0;
  if (refundCents > 0) {
    // Just what the refund takes from the seller later, to the cent.
    const asked = { bookingId, refundReason, refundCents, refundShippingCents };
    const due = await makeRefundDue(tx, asked);
    withheldCents = refundParts({ ...due, fullCommissionCents }).fromSeller;
  }
  await writeRelease(tx, { bookingId, sellerId, withheldCents }, at);
}

function nothingIsOpen(sql: Sql, at: Date): Fragment {
  const lapsedBefore = new Date(at.getTime() - saleTimes.lapsedDays * 86_400_000);
  return sql`not exists (
      select from disputes d where d.booking_id = f.booking_id and d.state = 'open')
    and not exists (
      select from returns r where r.booking_id = f.booking_id
        and (r.state in ('requested', 'accepted', 'contested', 'given-back')
          or r.state = 'lapsed' and r.give_back_by is not null and r.lapsed_at > ${lapsedBefore}))
    and exists (select from bookings b where b.id = f.booking_id and b.state = 'paid')`;
}
