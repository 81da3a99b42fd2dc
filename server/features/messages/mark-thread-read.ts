import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { threadNotFound } from './send-message.ts';

/**
 * Marks the messages of a thread up to one of them as read by this side. The next message queues a mail again when none
 * is left unread.
 * @returns whether anything changed
 * @throws Problem not-found when the thread is another user's; bad-input when it has no such message
 */
export async function markThreadRead(
  tx: Tx,
  userId: string,
  { threadId, readTo }: { threadId: string; readTo: string },
): Promise<boolean> {
  const [thread] = await tx.sql`
    select from threads where id = ${threadId} and ${userId} in (buyer_id, seller_id) for update`;
  if (!thread) throw threadNotFound();
  const [message] = await tx.sql`
    select from messages where id = ${readTo} and thread_id = ${threadId}`;
  if (!message) {
    const detail = msg`There is no such message in this conversation`;
    throw new Problem('bad-input', detail, { errors: [{ field: 'readTo', message: detail }] });
  }
  const read = await tx.sql`
    with newer as (
      select count(*)::int as count from messages
      where thread_id = ${threadId} and id > ${readTo} and author_id <> ${userId}
    )
    update thread_sides set read_to = ${readTo}, unread = newer.count,
      mailed_at = case when newer.count = 0 then null else mailed_at end
    from newer
    where thread_id = ${threadId} and user_id = ${userId}
      and (read_to is null or read_to < ${readTo})
    returning thread_id`;
  return read.length > 0;
}
