import type { SellerCommission } from '#contract/payouts/seller-commissions.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';
import { type AgreedTerms, agreedTerms, commissionTermsOf } from '../bookings/seller-terms.ts';

interface CommissionRow {
  id: string;
  terms: AgreedTerms;
  reason: string;
  setBy: string;
  appliesFrom: Date;
  createdAt: Date;
  /** When the first of those that were agreed later applies. */
  nextFrom: Date | null;
  /** Whether one of those that were agreed later has begun. */
  isOver: boolean;
}

/**
 * What was agreed with a seller, newest first.
 * @throws Problem not-found
 */
export async function listSellerCommissions(
  sql: Sql,
  sellerId: string,
  { count, before, at }: { count: number; before: string; at: Date },
): Promise<SellerCommission[]> {
  const seller = await sql`select from users where id = ${sellerId} and removed_at is null`;
  if (seller.length === 0) throw new Problem('not-found', msg`There is no such user`);
  const rows = await sql<CommissionRow[]>`
    select c.id, ${agreedTerms} as terms, c.reason, u.name as "setBy",
      c.applies_from as "appliesFrom", c.created_at as "createdAt", later.from as "nextFrom",
      coalesce(later.from <= ${at}, false) as "isOver"
    from seller_commissions c join users u on u.id = c.set_by
    cross join lateral (
      select min(l.applies_from) as from from seller_commissions l
      where l.seller_id = c.seller_id and l.id > c.id
    ) later
    where c.seller_id = ${sellerId} and c.id < ${before}
    order by c.id desc limit ${count}`;
  return rows.map((row) => ({
    _id: row.id,
    commission: commissionTermsOf(row.terms),
    reason: row.reason,
    setBy: row.setBy,
    appliesFrom: row.appliesFrom.toISOString(),
    until: row.nextFrom?.toISOString(),
    state: stateOf(row, at),
    time: row.createdAt.toISOString(),
  }));
}

function stateOf({ appliesFrom, nextFrom, isOver }: CommissionRow, at: Date) {
  if (nextFrom && nextFrom <= appliesFrom) return 'replaced';
  if (appliesFrom > at) return 'planned';
  return isOver ? 'ended' : 'current';
}
