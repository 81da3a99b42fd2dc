import type { PayoutMailKind } from '#contract/mail-kinds.ts';
import { newId } from '../../core/ids.ts';
import { currentRequestId } from '../../core/request-context.ts';
import type { Tx } from '../../database/transaction.ts';

/**
 * Queues a mail to a seller about a payout, once for each kind, or about where they are paid. It is sent after the commit.
 */
export function queuePayoutMail(
  tx: Tx,
  kind: PayoutMailKind,
  about: { payoutId: string } | { userId: string },
  at: Date,
): void {
  const payoutId = 'payoutId' in about ? about.payoutId : null;
  const userId = 'userId' in about ? about.userId : null;
  tx.write`
    insert into payout_mails (id, payout_id, user_id, kind, created_at, request_id)
    values (${newId(at)}, ${payoutId}, ${userId}, ${kind}, ${at}, ${currentRequestId()})
    on conflict (payout_id, kind) do nothing`;
  tx.announce('mail-queued');
}
