import { saleTimes } from '#contract/constants.ts';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Database } from '../../database/connection.ts';
import { recordSaleEvent } from '../../database/record-event.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import {
  deadlineStart,
  hasNoOpenDispute,
  isNotAnnounced,
  joinLastDecision,
  sellersSilence,
} from '../bookings/deadline-start.ts';
import { lockSale } from '../bookings/lock-sale.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { acceptReturn } from './decide-return.ts';
import { processDueSales } from './process-due-sales.ts';

interface ClockDeps {
  database: Pick<Database, 'sql' | 'transaction'>;
  clock: Clock;
}

const dayMs = 86_400_000;
const remindersPerRun = 500;

/**
 * Accepts the returns that the seller has not answered for five days, unless a dispute is open. No time runs before the seller
 * has said where; a trader's address is known.
 * @returns how many
 * @throws AggregateError when some failed; the others changed
 */
export function acceptUnansweredReturns({ database, clock }: ClockDeps): Promise<number> {
  const at = clock.now();
  const requestedBefore = new Date(at.getTime() - saleTimes.returnAcceptedAfterDays * dayMs);
  const isDue = (sql: Tx['sql']) => sql`
    r.state = 'requested' and ${deadlineStart(sql, 'r.requested_at')} <= ${requestedBefore}
    and ${hasNoOpenDispute(sql, 'r')}`;
  return processDueSales({
    database,
    findDue: (limit) => database.sql<{ id: string }[]>`
      select r.booking_id as id from returns r
      where r.requested_at <= ${requestedBefore} and ${isDue(database.sql)}
      order by r.requested_at limit ${limit}`,
    async process(tx, bookingId) {
      await lockSale(tx, { bookingId });
      const due = await tx.sql`
        select from returns r where r.booking_id = ${bookingId} and ${isDue(tx.sql)}`;
      if (due.length === 0) return false;
      acceptReturn(tx, { bookingId, decidedBy: null, place: null }, at);
      return true;
    },
  });
}

/**
 * Ends the accepted returns whose instrument was not given back in time, unless it is on its way back or a dispute is open: the
 * sale stands, and `completeSales` completes it some days later. Both sides get a mail.
 * @returns how many
 * @throws AggregateError when some failed; the others changed
 */
export function lapseReturns({ database, clock }: ClockDeps): Promise<number> {
  const at = clock.now();
  const isDue = (sql: Tx['sql']) => sql`
    r.state = 'accepted' and r.give_back_by <= ${at} and r.place is not null
    and r.sent_back_at is null and ${hasNoOpenDispute(sql, 'r')}`;
  return processDueSales({
    database,
    findDue: (limit) => database.sql<{ id: string }[]>`
      select r.booking_id as id from returns r where ${isDue(database.sql)}
      order by r.give_back_by limit ${limit}`,
    async process(tx, bookingId) {
      await lockSale(tx, { bookingId });
      const lapsed = await tx.sql`
        update returns r set state = 'lapsed', lapsed_at = ${at}
        where r.booking_id = ${bookingId} and ${isDue(tx.sql)} returning r.id`;
      if (lapsed.length === 0) return false;
      queueSaleMail(tx, { kind: 'return-lapsed', bookingId, about: String(at.getTime()) }, at);
      return true;
    },
  });
}

/**
 * Opens a dispute about each instrument that was sent back `sentBackDays` ago and whose seller has said nothing since, and about
 * each return that was accepted so long ago and whose seller has not said where it goes: their silence does not end the sale for
 * them. Both sides get a mail.
 * @returns how many
 * @throws AggregateError when some failed; the others changed
 */
export function disputeSilence({ database, clock }: ClockDeps): Promise<number> {
  const at = clock.now();
  const silentBefore = new Date(at.getTime() - saleTimes.sentBackDays * dayMs);
  const isDue = (sql: Tx['sql']) => sql`
    ${deadlineStart(sql, sellersSilence(sql))} <= ${silentBefore} and ${hasNoOpenDispute(sql, 'r')}`;
  return processDueSales({
    database,
    findDue: (limit) => database.sql<{ id: string }[]>`
      select r.booking_id as id from returns r where r.state = 'accepted' and ${isDue(database.sql)}
      order by coalesce(r.sent_back_at, r.decided_at) limit ${limit}`,
    async process(tx, bookingId) {
      await lockSale(tx, { bookingId });
      const id = newId(at);
      const opened = await tx.sql`
        insert into disputes (id, booking_id, cause, state, opened_at, opened_by)
        select ${id}::uuid, r.booking_id,
          case when r.sent_back_at is null then 'no-place' else 'sent-back' end, 'open',
          ${at}::timestamptz, null
        from returns r where r.booking_id = ${bookingId} and ${isDue(tx.sql)} returning id`;
      if (opened.length === 0) return false;
      queueSaleMail(tx, { kind: 'dispute-opened', bookingId, about: id }, at);
      recordSaleEvent(tx, 'sale.disputed', bookingId, at);
      return true;
    },
  });
}

/**
 * Queues mails to both sides a day before an unanswered return counts as accepted, before an accepted one lapses, and before a
 * seller's silence opens a dispute. Each is queued once, and again when a dispute has moved the date since; none while a dispute is open.
 * @returns how many sales
 */
export async function remindOfReturns({ database, clock }: ClockDeps): Promise<number> {
  const at = clock.now();
  const { sql } = database;
  const soon = new Date(at.getTime() + dayMs);
  const requestedBefore = new Date(soon.getTime() - saleTimes.returnAcceptedAfterDays * dayMs);
  const silentBefore = new Date(soon.getTime() - saleTimes.sentBackDays * dayMs);
  const due = {
    'return-accepted-soon': sql`
      r.state = 'requested' and ${deadlineStart(sql, 'r.requested_at')} <= ${requestedBefore}`,
    'return-lapsing': sql`
      r.state = 'accepted' and r.give_back_by <= ${soon} and r.place is not null
      and r.sent_back_at is null`,
    'sent-back-dispute-soon': sql`
      ${deadlineStart(sql, sellersSilence(sql))} <= ${silentBefore}`,
  } as const;
  let count = 0;
  for (const kind of Object.keys(due) as (keyof typeof due)[]) {
    const found = await sql<{ id: string; about: string | null }[]>`
      select r.booking_id as id, coalesce(decided.id::text || ':', '')
          || extract(epoch from coalesce(r.sent_back_at, r.decided_at, r.requested_at)) as about
      from returns r ${joinLastDecision(sql, 'r')}
      where ${due[kind]} and ${hasNoOpenDispute(sql, 'r')} and ${isNotAnnounced(sql, 'r', kind)}
      order by r.booking_id limit ${remindersPerRun}`;
    await transaction(database, (tx) => {
      for (const { id: bookingId, about } of found)
        queueSaleMail(tx, { kind, bookingId, about }, at);
    });
    count += found.length;
  }
  return count;
}
