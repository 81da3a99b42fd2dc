import { saleTimes } from '#contract/constants.ts';
import type { AfterSaleMailKind } from '#contract/operations/mail-kinds.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { transaction } from '../../database/transaction.ts';
import {
  cancelFrom,
  deadlineStart,
  hasNoOpenDispute,
  isMeetingInstead,
  isNotAnnounced,
  isPermitMissing,
  joinLastDecision,
} from '../bookings/deadline-start.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';

const batchSize = 500;
const dayMs = 86_400_000;

/** What happens by itself, and to which fulfilments `f` within a day. */
const reminders: Partial<Record<AfterSaleMailKind, (sql: Sql, at: Date) => Fragment>> = {
  'may-cancel': (sql, at) => sql`
    f.state = 'awaiting' and not ${isPermitMissing} and exists (
      select from bookings b where b.id = f.booking_id and ${cancelFrom(sql)} <= ${daysBefore(at, -1)}
        and (b.dispatch_days is null or b.dispatch_days > 1 or ${isMeetingInstead}))`,
  'permit-due-soon': (sql, at) => sql`
    f.state = 'awaiting' and ${isPermitMissing} and exists (
      select from bookings b where b.id = f.booking_id
        and ${cancelFrom(sql)} <= ${daysBefore(at, -saleTimes.permitReminderDays)})`,
  'receipt-assumed-soon': (sql, at) => sql`
    f.state = 'sent' and ${deadlineStart(sql, 'f.sent_at')} <= ${daysBefore(at, saleTimes.receivedAfterDays - 1)}`,
  'return-window-ending': (sql, at) => sql`
    f.state = 'received' and f.return_until <= ${daysBefore(at, -1)} and f.return_until > ${at}
    and not exists (select from returns r where r.booking_id = f.booking_id)`,
};

/**
 * Queues mails to buyers and sellers a day before something happens by itself: the buyer may cancel, what was sent counts
 * as received, the time for a return is over; and a week before a sale ends without its permit. Each is queued once, and again when a dispute has moved the date since; none
 * while a dispute is open.
 * @returns how many sales
 */
export async function remindOfSaleTimes({
  database,
  clock,
}: {
  database: Pick<Database, 'sql' | 'transaction'>;
  clock: Clock;
}): Promise<number> {
  const at = clock.now();
  let count = 0;
  for (const [kind, isDue] of Object.entries(reminders)) {
    count += await remind(database, kind as AfterSaleMailKind, { isDue, at });
  }
  return count;
}

async function remind(
  database: Pick<Database, 'sql' | 'transaction'>,
  kind: AfterSaleMailKind,
  { isDue, at }: { isDue: (sql: Sql, at: Date) => Fragment; at: Date },
): Promise<number> {
  const { sql } = database;
  const due = await sql<{ id: string; about: string | null }[]>`
    select f.booking_id as id, decided.id as about from fulfilments f ${joinLastDecision(sql, 'f')}
    where ${isDue(sql, at)} and ${isNotAnnounced(sql, 'f', kind)} and ${hasNoOpenDispute(sql, 'f')}
    order by f.booking_id limit ${batchSize}`;
  if (due.length === 0) return 0;
  await transaction(database, (tx) => {
    for (const { id: bookingId, about } of due) queueSaleMail(tx, { kind, bookingId, about }, at);
  });
  return due.length;
}

function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * dayMs);
}
