import type { Booking } from '#contract/bookings.ts';
import { endedBookingDays } from '#contract/constants.ts';
import { listedReleaseReasons, type ReturnState } from '#contract/states.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import {
  type BookingReader,
  type BookingRow,
  bookingFrom,
  type ReadingContext,
  selectBookings,
} from './booking-row.ts';
import { bookingNotFound } from './lock-sale.ts';

interface Range {
  /** How many to read at most. */
  count: number;
  /** Only bookings with a smaller id, that is, made earlier. */
  before: string;
}

interface BookingFilter extends Range {
  email: string;
  as: 'buyer' | 'seller';
  withEnded: boolean;
}

/**
 * The bookings that the user with this email made or, as a seller, those of the user's products, newest first. Released
 * bookings and expired holds are left out, unless `withEnded` asks for those of the last 30 days that did not end by the
 * user's own doing. Empty for an unknown email.
 */
export async function listBookings(
  reader: BookingReader,
  context: ReadingContext,
  { email, as, withEnded, count, before }: BookingFilter,
): Promise<Booking[]> {
  const { sql } = reader;
  const side: Fragment = as === 'buyer' ? sql`b.buyer_id` : sql`b.seller_id`;
  const rows = await sql<BookingRow[]>`
    ${selectBookings(sql)}
    where ${side} = (select id from users where lower(email) = lower(${email}) and removed_at is null)
      and (b.state in ('paid', 'returned') or b.state = 'held' and b.hold_expires_at > ${context.at}
        ${withEnded ? endedLately(sql, as, context.at) : sql``})
      and b.id < ${before}
    order by b.id desc limit ${count}`;
  return rows.map((row) => bookingFrom(row, context, reader));
}

/** Expired holds that the job has not released yet, and those that were released. */
function endedLately(sql: Sql, as: BookingFilter['as'], at: Date): Fragment {
  const since = new Date(at.getTime() - endedBookingDays * 86_400_000);
  return sql`
    or b.state = 'held' and b.hold_expires_at > ${since}
    or b.state = 'released' and b.released_at > ${since}
      and b.release_reason = any(${listedReleaseReasons[as]}::text[])`;
}

/**
 * One booking in any state, for its buyer, its seller and admins.
 * @throws Problem not-found, also for everybody else
 */
export async function readBooking(
  reader: BookingReader,
  context: ReadingContext,
  id: string,
): Promise<Booking> {
  const { sql } = reader;
  const { viewer } = context;
  const [row] = await sql<BookingRow[]>`
    ${selectBookings(sql)}
    where b.id = ${id}
      and (b.buyer_id = ${viewer.id} or b.seller_id = ${viewer.id} or ${viewer.role === 'admin'})`;
  if (!row) throw bookingNotFound();
  return bookingFrom(row, context, reader);
}

/** The bookings with a return, newest booking first. */
export async function listReturns(
  reader: BookingReader,
  context: ReadingContext,
  { state, count, before }: Range & { state?: ReturnState | undefined },
): Promise<Booking[]> {
  const { sql } = reader;
  const rows = await sql<BookingRow[]>`
    ${selectBookings(sql)}
    where r.booking_id < ${before} ${state ? sql`and r.state = ${state}` : sql``}
    order by r.booking_id desc limit ${count}`;
  return rows.map((row) => bookingFrom(row, context, reader));
}
