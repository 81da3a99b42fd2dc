import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { rawSql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { bookingNotFound } from '../bookings/lock-sale.ts';
import { isTraceable } from '../bookings/select-bookings.ts';
import { recordLaterListings } from '../products/catalogue-changes.ts';
import { lockFulfilment } from './lock-fulfilment.ts';

/**
 * Records whether a side of a sale agrees that a later listing of its buyer, with the same serial number, says in which month it
 * was sold here (`products/sold-before.ts`). Only both together have an effect. Each side can take it back at any time, also
 * when the sale was undone.
 * @returns how many answers changed: 0 when this side has said so before
 * @throws Problem not-signed-in when the actor was removed; not-found when the sale is another user's; conflict when it is not paid,
 * and when somebody agrees who has sold or bought nothing that can be traced
 */
export async function traceSale(
  tx: Tx,
  actor: { id: string },
  { bookingId, agrees }: { bookingId: string; agrees: boolean },
  at: Date,
): Promise<0 | 1> {
  const { booking, fulfilment } = await lockFulfilment(tx, { bookingId, actorId: actor.id });
  if (actor.id !== booking.buyerId && actor.id !== booking.sellerId) throw bookingNotFound();
  if (!fulfilment) throw new Problem('conflict', msg`This booking is not paid`);
  const side = actor.id === booking.buyerId ? 'buyer' : 'seller';
  if (agrees) await requireTraceable(tx, bookingId);
  const column = rawSql(`traced_by_${side}_at`);
  const changed = await tx.sql`
    update fulfilments set ${column} = ${agrees ? at : null}::timestamptz
    where booking_id = ${bookingId} and (${column} is not null) <> ${agrees} returning booking_id`;
  if (changed.length === 0) return 0;
  recordLaterListings(tx, booking.productId);
  return 1;
}

async function requireTraceable(tx: Tx, bookingId: string): Promise<void> {
  const [sale] = await tx.sql`
    select from bookings b join products p on p.id = b.product_id
    join fulfilments f on f.booking_id = b.id
    where b.id = ${bookingId} and ${isTraceable(tx.sql)}`;
  if (sale) return;
  throw new Problem(
    'conflict',
    msg`The sale was undone, or the listing has no serial number that can be compared`,
  );
}

/** What somebody who leaves has agreed to ends. */
export function endTraces(tx: Tx, userId: string): void {
  for (const side of ['buyer', 'seller']) {
    const column = rawSql(`traced_by_${side}_at`);
    tx.write`
      update fulfilments set ${column} = null where ${column} is not null
        and booking_id in (select id from bookings where ${rawSql(`${side}_id`)} = ${userId})`;
  }
}
