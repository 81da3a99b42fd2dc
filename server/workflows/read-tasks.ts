import type { SaleSide } from '#contract/after-sale/sale-step-types.ts';
import { saleTask } from '#contract/after-sale/sale-steps.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { maxTaskCount } from '#contract/constants.ts';
import { otherTaskKinds, type Tasks } from '#contract/overview/tasks.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import type { Fragment, Sql } from '../database/sql.ts';
import {
  type BookingReader,
  type BookingRow,
  bookingFrom,
  type ReadingContext,
} from '../features/bookings/booking-row.ts';
import { selectBookings } from '../features/bookings/select-bookings.ts';
import { accounts } from '../features/ledger/write-ledger.ts';
import { countFailedRefunds } from '../features/payments/list-payment-issues.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { readTraderStatement } from '../features/users/state-trader.ts';
import type { PayoutProvider } from '../providers/payouts/port.ts';

type BookingTask = Tasks['bookings'][number];
type OtherTaskKind = (typeof otherTaskKinds)[number];
type Viewer = ReadingContext['viewer'] & Pick<KnownUser, 'areas'>;

interface TaskSettings {
  /** The provider of payouts: a seller without an account there cannot be paid. */
  provider: PayoutProvider['name'];
  /** Whether the shop asks sellers whether they are traders. */
  asksTraders: boolean;
}

/** How many tasks about bookings are listed; the others are counted. */
const listed = 8;
/** How many bookings of a side, and listings, are looked through, the newest first: what is older waits for no one. */
const newest = 500;

/**
 * What waits for a user. About bookings what ends soonest comes first; nothing is asked about a booking with an open dispute.
 * However much a user has bought, sold and listed, it reads the newest only.
 */
export async function readTasks(
  reader: BookingReader,
  { viewer, at }: ReadingContext & { viewer: Viewer },
  settings: TaskSettings,
): Promise<Tasks> {
  const { sql } = reader;
  const isSeller = viewer.role !== 'buyer';
  const [bought, sold, counts] = await Promise.all([
    bookingTasks(reader, { viewer, at }, 'buyer'),
    isSeller ? bookingTasks(reader, { viewer, at }, 'seller') : [],
    countOthers(sql, viewer, settings, at),
  ]);
  const all = [...bought, ...sold].sort((one, other) => endOf(one) - endOf(other));
  return {
    bookings: all.slice(0, listed),
    more: Math.min(maxTaskCount, Math.max(0, all.length - listed)),
    others: otherTaskKinds.flatMap((kind) => {
      const count = counts[kind] ?? 0;
      return count > 0 ? [{ kind, count }] : [];
    }),
  };
}

/** What has no end of its own is late already. */
function endOf({ until }: BookingTask): number {
  return until === undefined ? 0 : Date.parse(until);
}

async function bookingTasks(
  reader: BookingReader,
  context: ReadingContext,
  side: SaleSide,
): Promise<BookingTask[]> {
  const ids = await findOpen(reader.sql, context, side);
  if (ids.length === 0) return [];
  const rows = await reader.sql<BookingRow[]>`
    ${selectBookings(reader.sql)} where b.id = any(${ids}::uuid[])`;
  return rows.flatMap((row) => {
    const booking = bookingFrom(row, context, reader);
    const task = saleTask(booking, side, context.at);
    return task ? [taskFrom(booking, side, task)] : [];
  });
}

/** The bookings of a side that may wait for a user. */
async function findOpen(
  sql: Sql,
  { viewer, at }: ReadingContext,
  side: SaleSide,
): Promise<readonly string[]> {
  const column: Fragment = side === 'buyer' ? sql`buyer_id` : sql`seller_id`;
  const rows = await sql<{ id: string }[]>`
    select b.id
    from (
      select id, state, hold_expires_at from bookings
      where ${column} = ${viewer.id} order by id desc limit ${newest}
    ) b
    left join fulfilments f on f.booking_id = b.id
    left join returns r on r.booking_id = b.id
    where b.state = 'held' and b.hold_expires_at > ${at}
      or b.state = 'paid' and (
        f.state in ('awaiting', 'sent') or r.state in ('requested', 'accepted', 'lapsed'))
    order by b.id desc limit ${maxTaskCount + listed}`;
  return rows.map(({ id }) => id);
}

function taskFrom(
  booking: Booking,
  side: SaleSide,
  task: Pick<BookingTask, 'kind' | 'until'>,
): BookingTask {
  const { _id, name, image, picture, phone, buyerName, sellerName } = booking;
  return {
    ...task,
    bookingId: _id,
    name,
    image,
    picture,
    person: side === 'buyer' ? sellerName : buyerName,
    phone: (task.kind === 'call-buyer' && phone) || undefined,
  };
}

async function countOthers(
  sql: Sql,
  viewer: Viewer,
  { provider, asksTraders }: TaskSettings,
  at: Date,
): Promise<Partial<Record<OtherTaskKind, number>>> {
  const { id, role } = viewer;
  const offers = await countOffers(sql, id, at);
  if (role === 'buyer') return offers;
  const [categories, account, refunds, trader, [admins]] = await Promise.all([
    countWithoutCategory(sql, id),
    isAccountMissing(sql, id, provider),
    mayActIn('money', viewer) ? countFailedRefunds(sql, at, maxTaskCount) : 0,
    asksTraders && role === 'seller' ? readTraderStatement(sql, id) : 'not asked',
    role === 'admin' ? countForAdmins(sql, viewer) : [],
  ]);
  return {
    ...offers,
    'say-trader': trader === undefined ? 1 : 0,
    'choose-categories': categories,
    'add-payout-account': account ? 1 : 0,
    'look-at-refunds': refunds,
    'decide-disputes': admins?.disputes ?? 0,
    'decide-cases': admins?.cases ?? 0,
    'verify-sellers': admins?.sellers ?? 0,
  };
}

/** Offers that wait for this user as a seller, and counters that wait for them as a buyer. */
async function countOffers(
  sql: Sql,
  userId: string,
  at: Date,
): Promise<Pick<Partial<Record<OtherTaskKind, number>>, 'answer-offers' | 'answer-counters'>> {
  const [row] = await sql<{ open: number; countered: number }[]>`
    select
      (select count(*) from (
        select from offers
        where seller_id = ${userId} and state = 'open' and expires_at > ${at} limit ${maxTaskCount}
      ) open)::int as open,
      (select count(*) from (
        select from offers
        where buyer_id = ${userId} and state = 'countered' and expires_at > ${at}
        limit ${maxTaskCount}
      ) countered)::int as countered`;
  return { 'answer-offers': row?.open ?? 0, 'answer-counters': row?.countered ?? 0 };
}

/** Listings without a category are in no category page. */
async function countWithoutCategory(sql: Sql, sellerId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select category, status from products
      where seller_id = ${sellerId} and withdrawn_at is null order by id desc limit ${newest}
    ) listed where category is null and status <> 'sold'`;
  return Math.min(row?.count ?? 0, maxTaskCount);
}

/** Whether a seller has earned something and has not said where to pay it. */
async function isAccountMissing(
  sql: Sql,
  sellerId: string,
  provider: PayoutProvider['name'],
): Promise<boolean> {
  const [row] = await sql<{ isMissing: boolean }[]>`
    select exists (select from ledger_entries where credit = ${accounts.pending(sellerId)})
      and not exists (
        select from payout_accounts
        where user_id = ${sellerId} and provider = ${provider} and state in ('checking', 'ready')
      ) as "isMissing"`;
  return row?.isMissing ?? false;
}

/** A chargeback is decided by the bank, not by an admin. */
function countForAdmins(sql: Sql, viewer: Viewer) {
  const [isForCases, isForPeople] = [mayActIn('cases', viewer), mayActIn('people', viewer)];
  return sql<{ disputes: number; cases: number; sellers: number }[]>`
    select
      (select count(*) from (
        select from disputes where ${isForCases} and state = 'open' and cause <> 'chargeback'
        limit ${maxTaskCount}
      ) open)::int as disputes,
      (select count(*) from (
        select from cases where ${isForCases} and state in ('open', 'appealed') limit ${maxTaskCount}
      ) waiting)::int as cases,
      (select count(*) from (
        select from users where ${isForPeople} and role = 'seller' and verified_at is null and removed_at is null
        limit ${maxTaskCount}
      ) unverified)::int as sellers`;
}
