import { returnDays } from '#contract/constants.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';

/**
 * Refuses while a sale of theirs is not settled. Nobody tells the shop when an instrument changes hands, so a sale
 * counts as settled when its days for a return are over and no return or refund is open.
 * @throws Problem conflict
 */
export async function requireNothingOwed(tx: Tx, userId: string, at: Date): Promise<void> {
  const settledBefore = new Date(at.getTime() - returnDays * 86_400_000).toISOString();
  const [owed] = await tx.sql<{ instrument: boolean; money: boolean }[]>`
    select
      exists (
        select from bookings
        where seller_id = ${userId} and state = 'paid' and paid_at > ${settledBefore}
      ) as instrument,
      exists (
        select from bookings b join payments p on p.booking_id = b.id
        where (b.buyer_id = ${userId} or b.seller_id = ${userId}) and p.state = 'refund-due'
      ) or exists (
        select from bookings b join returns r on r.booking_id = b.id
        where (b.buyer_id = ${userId} or b.seller_id = ${userId})
          and r.state in ('requested', 'accepted')
      ) as money`;
  if (owed?.money) {
    throw new Problem('conflict', 'A return or a refund is still open. Try again when it is done.');
  }
  if (owed?.instrument) {
    throw new Problem(
      'conflict',
      `Somebody has paid for an instrument that has yet to be handed over. Try again ${returnDays} days after the payment.`,
    );
  }
}
