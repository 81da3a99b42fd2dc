import { and, eq, lte, type SQL } from 'drizzle-orm';
import type { Database } from '../../database/connection.ts';
import { bookings } from '../../database/schema/sales.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { queueMail } from '../mails/queue-mail.ts';

/** A buyer is warned when less than this share of their hold is left … */
const warnedShare = 0.1;
/** … and at the most this long before its end. */
const warnedHours = 4;
const warnedAtOnce = 500;

/**
 * Releases those of the chosen holds that have run out, and has their buyers told. A hold that ran out is over even
 * before the clean-up gets to it; this writes it down. Whoever calls it has locked the products.
 * @returns how many were released
 */
export async function releaseRunOut(tx: Tx, chosen: SQL | undefined, at: Date): Promise<number> {
  const released = await tx
    .update(bookings)
    .set({ state: 'released', releasedAt: at, releaseReason: 'expired' })
    .where(and(chosen, eq(bookings.state, 'held'), lte(bookings.holdExpiresAt, at)))
    .returning({ id: bookings.id });
  for (const { id: bookingId } of released) {
    await queueMail(tx, { kind: 'hold-expired', bookingId, readers: ['buyer'] }, at);
  }
  return released.length;
}

/**
 * Has the buyers told whose holds end soon, once for each hold.
 * @returns how many will be told
 */
export async function warnOfHoldsEnding(
  { sql, orm }: Pick<Database, 'sql' | 'orm'>,
  at: Date,
): Promise<number> {
  const ending = await sql<{ id: string }[]>`
    select b.id from bookings b
    where b.state = 'held' and b.hold_expires_at > ${at}
      and b.hold_expires_at <= ${at}::timestamptz + make_interval(hours => ${warnedHours})
      and b.hold_expires_at - ${at}::timestamptz <= (b.hold_expires_at - b.created_at) * ${warnedShare}::float
      and not exists (select from mails m where m.booking_id = b.id and m.kind = 'hold-expiring')
    order by b.hold_expires_at limit ${warnedAtOnce}`;
  await transaction({ orm }, async (tx) => {
    for (const { id: bookingId } of ending) {
      await queueMail(tx, { kind: 'hold-expiring', bookingId, readers: ['buyer'] }, at);
    }
  });
  return ending.length;
}
