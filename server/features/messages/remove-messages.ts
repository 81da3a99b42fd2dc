import type { Tx } from '../../database/transaction.ts';

/**
 * Deletes what a person who is being removed has written, with its pictures, and their blocks. Threads in which another
 * user has written stay for that person, with what they wrote; the others go. The caller has locked the person
 * exclusively.
 */
export async function removeMessages(tx: Tx, userId: string): Promise<void> {
  tx.write`delete from blocks where ${userId} in (blocker_id, blocked_id)`;
  const own = await tx.sql<{ id: string }[]>`
    select id from threads
    where id in (select thread_id from thread_sides where user_id = ${userId})
    order by id for update`;
  const ids = own.map(({ id }) => id);
  if (ids.length === 0) return;
  tx.write`
    delete from evidence_images where subject_id in (
      select id from messages where thread_id = any(${ids}::uuid[]) and author_id = ${userId})`;
  tx.write`
    delete from clip_uses where subject_id in (
      select id from messages where thread_id = any(${ids}::uuid[]) and author_id = ${userId})`;
  tx.write`
    delete from messages where thread_id = any(${ids}::uuid[]) and author_id = ${userId}`;
  tx.write`
    update thread_sides set unread = 0, mailed_at = null where thread_id = any(${ids}::uuid[])`;
  tx.write`
    delete from threads t where id = any(${ids}::uuid[])
      and not exists (select from messages where thread_id = t.id)`;
}
