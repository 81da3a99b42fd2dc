import type { Booking } from '#contract/bookings.ts';
import type { ReturnState } from '#contract/states.ts';
import type { Fragment } from '../../database/sql.ts';
import {
  type BookingReader,
  type BookingRow,
  bookingFrom,
  type Reading,
  selectBookings,
} from './booking-row.ts';
import { noSuchBooking } from './release-booking.ts';

interface Part {
  /** How many to read. */
  count: number;
  /** Only bookings with a smaller id, that is, made before. */
  before: string;
}

/**
 * The bookings that the user with this address has made, or as a seller those that others made of their products, newest
 * first; nothing for an unknown address. Without those whose hold is over.
 */
export async function listBookings(
  { sql, pictureOf }: BookingReader,
  reading: Reading,
  { email, as, count, before }: Part & { email: string; as: 'buyer' | 'seller' },
): Promise<Booking[]> {
  const side: Fragment = as === 'buyer' ? sql`b.buyer_id` : sql`b.seller_id`;
  const rows = await sql<BookingRow[]>`
    ${selectBookings(sql)}
    where ${side} = (select id from users where lower(email) = lower(${email}) and removed_at is null)
      and (b.state in ('paid', 'returned') or b.state = 'held' and b.hold_expires_at > ${reading.at})
      and b.id < ${before}
    order by b.id desc limit ${count}`;
  return rows.map((row) => bookingFrom(row, reading, pictureOf));
}

/**
 * One booking, also when it is over, for its buyer, its product's seller, and admins.
 * @throws Problem not-found, for everybody else too
 */
export async function readBooking(
  { sql, pictureOf }: BookingReader,
  reading: Reading,
  id: string,
): Promise<Booking> {
  const { viewer } = reading;
  const [row] = await sql<BookingRow[]>`
    ${selectBookings(sql)}
    where b.id = ${id}
      and (b.buyer_id = ${viewer.id} or b.seller_id = ${viewer.id} or ${viewer.role === 'admin'})`;
  if (!row) throw noSuchBooking();
  return bookingFrom(row, reading, pictureOf);
}

/** The bookings that somebody wants or wanted to give back, newest booking first. */
export async function listReturns(
  { sql, pictureOf }: BookingReader,
  reading: Reading,
  { state, count, before }: Part & { state?: ReturnState | undefined },
): Promise<Booking[]> {
  const rows = await sql<BookingRow[]>`
    ${selectBookings(sql)}
    where r.booking_id < ${before} ${state ? sql`and r.state = ${state}` : sql``}
    order by r.booking_id desc limit ${count}`;
  return rows.map((row) => bookingFrom(row, reading, pictureOf));
}
