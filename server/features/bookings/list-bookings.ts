import type { Booking } from '#contract/bookings/bookings.ts';
import { listedReleaseReasons, type ReturnState } from '#contract/bookings/states.ts';
import { endedBookingDays } from '#contract/constants.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { type AddressColumns, addressColumns, addressFrom } from '../delivery/delivery-address.ts';
import { addressLines } from '../users/address-lines.ts';
import {
  type BookingReader,
  type BookingRow,
  bookingFrom,
  isShippedRow,
  type ReadingContext,
} from './booking-row.ts';
import { cancelFrom, hasNoOpenDispute, isPermitMissing } from './deadline-start.ts';
import { bookingNotFound } from './lock-sale.ts';
import { selectBookings } from './select-bookings.ts';

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
  /** Only those that were paid. */
  isPaid?: boolean | undefined;
}

type GroupedFilter = Omit<BookingFilter, 'before'> & {
  /** The cursor that `nextCursor` gave. */
  cursor: string | undefined;
};

/**
 * The bookings that the user with this email made or, as a seller, those of the user's products, newest first. Released
 * bookings and expired holds are left out, unless `withEnded` asks for those of the last 30 days that did not end by the
 * user's own doing. Empty for an unknown email.
 */
export async function listBookings(
  reader: BookingReader,
  context: ReadingContext,
  { count, before, ...filter }: BookingFilter,
): Promise<Booking[]> {
  const { sql } = reader;
  const rows = await sql<BookingRow[]>`
    ${selectBookings(sql)}
    where ${isListed(sql, filter, context.at)} and b.id < ${before}
    order by b.id desc limit ${count}`;
  return rows.map((row) => bookingFrom(row, context, reader));
}

/**
 * The same bookings in the order of `saleGroups`, each group newest first. A cursor names the group of the last booking, so
 * that nothing is left out when that one has moved on since.
 */
export async function listBookingsByGroup(
  reader: BookingReader,
  context: ReadingContext,
  { count, cursor, ...filter }: GroupedFilter,
): Promise<{ items: Booking[]; nextCursor: string | undefined }> {
  const { sql } = reader;
  const ranked = await sql<{ id: string; rank: number }[]>`
    select id, rank from (
      select b.id, ${rankOf(sql, filter.as, context.at)} as rank
      from bookings b
      left join fulfilments f on f.booking_id = b.id
      left join returns r on r.booking_id = b.id
      where ${isListed(sql, filter, context.at)}
    ) ranked
    ${cursor === undefined ? sql`` : isAfter(sql, cursor)}
    order by rank, id desc limit ${count + 1}`;
  const page = ranked.slice(0, count);
  const last = ranked.length > count ? page.at(-1) : undefined;
  const rows = await sql<BookingRow[]>`
    ${selectBookings(sql)} where b.id = any(${page.map(({ id }) => id)}::uuid[])`;
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return {
    items: page.flatMap(({ id }) => {
      const row = rowsById.get(id);
      return row ? [bookingFrom(row, context, reader)] : [];
    }),
    nextCursor: last && `${last.rank}.${last.id}`,
  };
}

/** A cursor without a group, as the other order gives it, is one of the first group. */
function isAfter(sql: Sql, cursor: string): Fragment {
  const [id = '', rank = 0] = cursor.split('.').reverse();
  return sql`where rank > ${Number(rank)} or rank = ${Number(rank)} and id < ${id}`;
}

/** SQL for the index in `saleGroups` of booking b, with f and r, for a side (`saleGroup`). */
function rankOf(sql: Sql, as: BookingFilter['as'], at: Date): Fragment {
  const waits: Fragment =
    as === 'seller'
      ? sql`r.state = 'requested' or f.state = 'awaiting'
        or r.state = 'accepted' and (r.sent_back_at is not null or f.state = 'received' and r.place is null)`
      : sql`r.state = 'accepted' and r.sent_back_at is null and (r.place is not null or f.state = 'sent')
        or r.state = 'lapsed' and r.give_back_by is not null and f.state = 'received'
        or f.state = 'sent' and r.sent_back_at is null
        or f.state = 'awaiting' and (f.seller_meets_at is not null and f.buyer_meets_at is null and f.cancellation_requested_at is null
          or not ${isPermitMissing} and ${cancelFrom(sql)} <= ${at})`;
  return sql`case
    when b.state = 'held' and b.hold_expires_at > ${at} then ${as === 'buyer' ? 0 : 1}::int
    when b.state <> 'paid' then 2
    when not ${hasNoOpenDispute(sql, 'f')} then 1
    when ${waits} then 0
    when f.state = 'completed' then 2
    else 1 end`;
}

/** SQL for whether booking b is in the list of a side. */
function isListed(
  sql: Sql,
  { email, as, withEnded, isPaid = false }: Omit<BookingFilter, keyof Range>,
  at: Date,
): Fragment {
  const side: Fragment = as === 'buyer' ? sql`b.buyer_id` : sql`b.seller_id`;
  return sql`${side} = (select id from users where lower(email) = lower(${email}) and removed_at is null)
    ${isPaid ? sql`and b.paid_at is not null` : sql``}
    and (b.state in ('paid', 'returned') or b.state = 'held' and b.hold_expires_at > ${at}
      ${withEnded ? endedLately(sql, as, at) : sql``})`;
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
 * @throws Problem not-found, also for everyone else
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
  const needsPhone = viewer.id === row.buyerId && row.state === 'held' && row.phone === '';
  return {
    ...bookingFrom(row, context, reader),
    ...(await readAddress(sql, viewer, row)),
    ...(needsPhone && { needsPhone }),
  };
}

/**
 * The shipping address, for those who need to know: its buyer; its seller from the payment to the end of the sale;
 * admins while a dispute is open, and while they act for a seller who was removed.
 */
async function readAddress(
  sql: Sql,
  viewer: ReadingContext['viewer'],
  row: BookingRow,
): Promise<Pick<Booking, 'address' | 'addressLines' | 'needsAddress'>> {
  if (!isShippedRow(row)) return {};
  const isBuyer = viewer.id === row.buyerId;
  const isOpen = row.state === 'paid' && row.fulfilmentState !== 'completed';
  const isUnderWay = isOpen && row.fulfilmentState !== 'cancelled';
  const isSeller = viewer.id === row.sellerId;
  const actsForSeller = viewer.role === 'admin' && row.sellerRemoved;
  const decides = viewer.role === 'admin' && row.disputeId !== null && row.disputeState === 'open';
  if (!isBuyer && !decides && !(isUnderWay && (isSeller || actsForSeller))) return {};
  const [stored] = await sql<AddressColumns[]>`
    select ${addressColumns} from booking_addresses where booking_id = ${row.id}`;
  if (stored) {
    const address = addressFrom(stored);
    return { address, addressLines: addressLines(address) };
  }
  return isBuyer && row.state === 'held' ? { needsAddress: true } : {};
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
