import { msg, type Text } from '#contract/text.ts';
import type { RemovalEffects } from '#contract/users/user-removal.ts';
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
    countOpen(sql, id),
  ]);
  if (!ends) throw new Problem('not-found', msg`There is no such user`);
  return { ends, open };
}

/**
 * Refuses while something is owed by or to the user: an instrument, a decision, or money.
 * @throws Problem conflict
 */
export async function requireNothingOpen(tx: Tx, userId: string): Promise<void> {
  const open = await countOpen(tx.sql, userId);
  for (const [name, detail] of Object.entries(refusals)) {
    if (open[name as keyof RemovalEffects['open']] > 0) throw new Problem('conflict', detail);
  }
}

/** Whether something is owed by or to the user. */
export async function hasOpenBusiness(sql: Sql, userId: string): Promise<boolean> {
  const [payout] = await sql`
    select from payouts where seller_id = ${userId} and state in ('started', 'taken') limit 1`;
  return (
    payout !== undefined || Object.values(await countOpen(sql, userId)).some((count) => count > 0)
  );
}

/** In the order in which they are said. */
const refusals: Record<keyof RemovalEffects['open'], Text> = {
  returns: msg`A return is still open. Try again when it is done.`,
  disputes: msg`A dispute is still open. Try again when it is decided.`,
  refunds: msg`A refund is still on its way. Try again when it is done.`,
  sales: msg`Somebody has paid for an instrument of yours, and the sale is not complete. Try again when it is.`,
  purchases: msg`You need your account to receive what you have paid for, or to give it back. Try again when the sale is complete.`,
  balances: msg`The money from your sales has not been paid out. Try again when it is.`,
};

async function countOpen(sql: Sql, userId: string): Promise<RemovalEffects['open']> {
  const [open] = await sql<RemovalEffects['open'][]>`
    select
      count(*) filter (where seller_id = ${userId} and is_open) as sales,
      count(*) filter (where buyer_id = ${userId} and is_open) as purchases,
      count(*) filter (where is_return_open) as returns,
      count(*) filter (where is_disputed) as disputes,
      count(*) filter (where is_refund_due) as refunds,
      (select count(*) from (
        select from ledger_entries
        where credit = ${`available:${userId}`} or debit = ${`available:${userId}`}
        having sum(case when credit = ${`available:${userId}`} then amount_cents
          else -amount_cents end) <> 0) owed) as balances
    from (
      select b.buyer_id, b.seller_id,
        coalesce(f.state in ('awaiting', 'sent', 'received'), false) as is_open,
        coalesce(r.state in ('requested', 'accepted', 'contested'), false) as is_return_open,
        exists (
          select from disputes d where d.booking_id = b.id and d.state = 'open'
        ) as is_disputed,
        exists (
          select from payments p where p.booking_id = b.id and p.state = 'refund-due'
        ) as is_refund_due
      from bookings b
      left join fulfilments f on f.booking_id = b.id
      left join returns r on r.booking_id = b.id
      where b.buyer_id = ${userId} or b.seller_id = ${userId}
    ) sales`;
  return open ?? { sales: 0, purchases: 0, returns: 0, disputes: 0, refunds: 0, balances: 0 };
}
