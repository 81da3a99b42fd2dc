import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';

/** A buyer is warned when less than this share of the hold is left, … */
const warningShare = 0.1;
/** … but never earlier than this long before its end. */
const warningHours = 4;
const batchSize = 500;

/**
 * Queues a mail to every buyer whose hold ends soon, once per hold.
 * @returns how many mails were queued
 */
export async function warnOfEndingHolds(
  database: Pick<Database, 'sql' | 'transaction'>,
  at: Date,
): Promise<number> {
  const ending = await database.sql<{ id: string }[]>`
    select b.id from bookings b
    where b.state = 'held' and b.hold_expires_at > ${at}
      and b.hold_expires_at <= ${at}::timestamptz + make_interval(hours => ${warningHours})
      and b.hold_expires_at - ${at}::timestamptz <= (b.hold_expires_at - b.created_at) * ${warningShare}::float
      and not exists (select from queued_mails m where m.subject_id = b.id and m.kind = 'hold-expiring')
    order by b.hold_expires_at limit ${batchSize}`;
  await transaction(database, async (tx) => {
    for (const { id: bookingId } of ending) {
      queueSaleMail(tx, { kind: 'hold-expiring', bookingId, readers: ['buyer'] }, at);
    }
  });
  return ending.length;
}
