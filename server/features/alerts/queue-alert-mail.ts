import { newId } from '../../core/ids.ts';
import { currentRequestId } from '../../core/request-context.ts';
import type { Tx } from '../../database/transaction.ts';

/**
 * Queues a mail about news up to a moment, unless one of this subscription is still to be sent. The ended mails of the
 * subscription are deleted, so that there are at most two of each.
 * @returns whether it was queued
 */
export async function queueAlertMail(
  tx: Tx,
  { subscriptionId, until }: { subscriptionId: string; until: Date },
  at: Date,
): Promise<boolean> {
  await tx.sql`
    delete from alert_mails
    where subscription_id = ${subscriptionId} and (sent_at is not null or dropped_at is not null)`;
  const queued = await tx.sql`
    insert into alert_mails (id, subscription_id, until, created_at, request_id)
    values (${newId(at)}, ${subscriptionId}, ${until}, ${at}, ${currentRequestId()})
    on conflict (subscription_id) where sent_at is null and dropped_at is null do nothing
    returning id`;
  tx.announce('mail-queued');
  return queued.length > 0;
}
