import type { Summary } from '#contract/overview/summary.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import type { Sql } from '../../database/sql.ts';
import type { KnownUser } from './find-user.ts';

/** The numbers on a user's dashboard. Which of them there are depends on the role. */
export async function readSummary(
  sql: Sql,
  user: Pick<KnownUser, 'id' | 'role' | 'areas'>,
  at: Date,
): Promise<Summary> {
  const { id, role } = user;
  const [buying, selling, people] = await Promise.all([
    countBought(sql, id, at),
    role === 'buyer' ? undefined : countSold(sql, id, at),
    mayActIn('people', user) ? countPeople(sql) : undefined,
  ]);
  return { buying, selling, people };
}

async function countBought(sql: Sql, buyerId: string, at: Date) {
  const [row] = await sql<{ toPay: number; paid: number }[]>`
    select count(*) filter (where state = 'held' and hold_expires_at > ${at}) as "toPay",
      count(*) filter (where state = 'paid') as paid
    from bookings where buyer_id = ${buyerId}`;
  const { toPay = 0, paid = 0 } = row ?? {};
  return { booked: toPay + paid, toPay, paid };
}

async function countSold(sql: Sql, sellerId: string, at: Date) {
  const [row] = await sql<NonNullable<Summary['selling']>[]>`
    select count(*) filter (where status <> 'sold') as "onSale",
      count(*) filter (where status = 'sold') as sold,
      count(*) filter (where exists (
        select from bookings b
        where b.product_id = p.id and b.state = 'held' and b.hold_expires_at > ${at}
      )) as booked
    from products p where seller_id = ${sellerId} and withdrawn_at is null`;
  return row ?? { onSale: 0, booked: 0, sold: 0 };
}

async function countPeople(sql: Sql) {
  const [row] = await sql<NonNullable<Summary['people']>[]>`
    select count(*) filter (where role = 'buyer') as buyers,
      count(*) filter (where role = 'seller') as sellers,
      count(*) filter (where role = 'seller' and verified_at is null) as "toVerify"
    from users where removed_at is null`;
  return row ?? { buyers: 0, sellers: 0, toVerify: 0 };
}
