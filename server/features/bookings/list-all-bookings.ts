import type { Booking } from '#contract/bookings/bookings.ts';
import { wordsOfBooking } from '../../database/schema/sales.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import { queryOfWords } from '../../database/word-search.ts';
import { selectIdsByWords } from '../users/list-users.ts';
import {
  type BookingReader,
  type BookingRow,
  bookingFrom,
  type ReadingContext,
} from './booking-row.ts';
import { selectBookings } from './select-bookings.ts';

interface Filter {
  /** Beginnings of words of the product's name or of the buyer's name or email, or of the seller's. */
  search?: string | undefined;
  /** How many to read at most. */
  count: number;
  /** Only bookings with a smaller id, that is, made earlier. */
  before: string;
}

/** The bookings of all users in any state, newest first. For admins. */
export async function listAllBookings(
  reader: BookingReader,
  context: ReadingContext,
  { search = '', count, before }: Filter,
): Promise<Booking[]> {
  const { sql } = reader;
  const rows = await sql<BookingRow[]>`
    ${selectBookings(sql)}
    where b.id < ${before} ${matches(sql, search)}
    order by b.id desc limit ${count}`;
  return rows.map((row) => bookingFrom(row, context, reader));
}

/** Uses the full-text indexes `bookings_by_words` and those of users. */
function matches(sql: Sql, search: string): Fragment {
  const query = queryOfWords(sql, search);
  if (query === null) return sql``;
  return sql`and b.id in (
    select id from bookings where ${rawSql(wordsOfBooking)} @@ ${query}
    union all
    select id from bookings where seller_id in (${selectIdsByWords(sql, query)}))`;
}
