import { returnDays } from '#contract/constants.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';

/**
 * Refuses while the user has an open sale. The shop does not learn when an instrument is handed over, so a sale counts
 * as closed once its return period is over and no return or refund is open.
 * @throws Problem conflict
 */
export async function requireNoOpenSales(tx: Tx, userId: string, at: Date): Promise<void> {
  const returnableSince = new Date(at.getTime() - returnDays * 86_400_000).toISOString();
  const [open] = await tx.sql<{ instrument: boolean; money: boolean }[]>`
    select
      exists (
        select from bookings
        where seller_id = ${userId} and state = 'paid' and paid_at > ${returnableSince}
      ) as instrument,
      exists (
        select from bookings b join payments p on p.booking_id = b.id
        where (b.buyer_id = ${userId} or b.seller_id = ${userId}) and p.state = 'refund-due'
      ) or exists (
        select from bookings b join returns r on r.booking_id = b.id
        where (b.buyer_id = ${userId} or b.seller_id = ${userId})
          and r.state in ('requested', 'accepted')
      ) as money`;
  if (open?.money) {
    throw new Problem('conflict', 'A return or a refund is still open. Try again when it is done.');
  }
  if (open?.instrument) {
    throw new Problem(
      'conflict',
      `Somebody has paid for an instrument that has yet to be handed over. Try again ${returnDays} days after the payment.`,
    );
  }
}
