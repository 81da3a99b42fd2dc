import { returnDays } from '#contract/constants.ts';
import type { RemovalEffects } from '#contract/user-removal.ts';
import { Problem } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';

/**
 * What removing this user would end, and what would stay open.
 * @throws Problem not-found
 */
export async function readRemovalEffects(sql: Sql, id: string, at: Date): Promise<RemovalEffects> {
  const [[ends], open] = await Promise.all([
    sql<RemovalEffects['ends'][]>`
      select
        (select count(*) from products
          where seller_id = u.id and status <> 'sold' and withdrawn_at is null) as products,
        (select count(*) from bookings
          where buyer_id = u.id and state = 'held' and hold_expires_at > ${at}) as bookings,
        (select count(*) from bookings
          where seller_id = u.id and state = 'held' and hold_expires_at > ${at}) as orders
      from users u where u.id = ${id} and u.removed_at is null`,
    countOpen(sql, id, at),
  ]);
  if (!ends) throw new Problem('not-found', 'There is no such user');
  return { ends, open };
}

/**
 * Refuses while something is owed by or to the user. The shop does not learn when an instrument is handed over, so a
 * sale counts as closed once its return period is over and no return or refund is open.
 * @throws Problem conflict
 */
export async function requireNothingOpen(tx: Tx, userId: string, at: Date): Promise<void> {
  const { sales, purchases, returns, refunds } = await countOpen(tx.sql, userId, at);
  if (returns + refunds > 0) {
    throw new Problem('conflict', 'A return or a refund is still open. Try again when it is done.');
  }
  if (sales > 0) {
    throw new Problem(
      'conflict',
      `Somebody has paid for an instrument that has yet to be handed over. Try again ${returnDays} days after the payment.`,
    );
  }
  if (purchases > 0) {
    throw new Problem(
      'conflict',
      `You can still return an instrument that you have paid for, which needs your account. Try again ${returnDays} days after the payment.`,
    );
  }
}

async function countOpen(sql: Sql, userId: string, at: Date): Promise<RemovalEffects['open']> {
  const returnableSince = new Date(at.getTime() - returnDays * 86_400_000);
  const [open] = await sql<RemovalEffects['open'][]>`
    select
      count(*) filter (where seller_id = ${userId} and is_returnable) as sales,
      count(*) filter (where buyer_id = ${userId} and is_returnable) as purchases,
      count(*) filter (where return_state = 'requested') as returns,
      count(*) filter (where is_refund_due) as refunds
    from (
      select b.buyer_id, b.seller_id, r.state as return_state,
        b.state = 'paid' and b.paid_at > ${returnableSince} as is_returnable,
        exists (
          select from payments p where p.booking_id = b.id and p.state = 'refund-due'
        ) as is_refund_due
      from bookings b left join returns r on r.booking_id = b.id
      where b.buyer_id = ${userId} or b.seller_id = ${userId}
    ) sales`;
  return open ?? { sales: 0, purchases: 0, returns: 0, refunds: 0 };
}
