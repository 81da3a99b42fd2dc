import { newId } from '../../core/ids.ts';
import { currentRequestId } from '../../core/request-context.ts';
import type { Tx } from '../../database/transaction.ts';

/**
 * Queues a mail that there is something to read in a thread, unless there was one since its reader last read it. It waits for
 * a minute before it is sent, and is not sent to somebody who has read the thread by then. The ended mails of the reader
 * about this thread are deleted. The caller has locked the thread.
 */
export async function queueMessageMail(
  tx: Tx,
  { threadId, readerId }: { threadId: string; readerId: string },
  at: Date,
): Promise<void> {
  const unmailed = await tx.sql`
    update thread_sides set mailed_at = ${at}
    where thread_id = ${threadId} and user_id = ${readerId} and mailed_at is null
    returning thread_id`;
  if (unmailed.length === 0) return;
  tx.write`
    delete from message_mails
    where thread_id = ${threadId} and reader_id = ${readerId}
      and (sent_at is not null or dropped_at is not null)`;
  tx.write`
    insert into alert_subscriptions (id, user_id, topic, created_at)
    values (${newId(at)}, ${readerId}, 'messages', ${at})
    on conflict (user_id, topic) do nothing`;
  tx.write`
    insert into message_mails (id, thread_id, reader_id, created_at, request_id)
    values (${newId(at)}, ${threadId}, ${readerId}, ${at}, ${currentRequestId()})
    on conflict (thread_id, reader_id) where sent_at is null and dropped_at is null do nothing`;
}
