import type { Sql } from '../../database/sql.ts';

/** Splits the sellers into parts of `size`, newest first. Returns the first id of each part. */
export async function findSellerParts(sql: Sql, size: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from (
      select id, row_number() over (order by id desc) as position from users
      where role = 'seller' and removed_at is null
    ) numbered
    where (position - 1) % ${size} = 0 order by position`;
  return rows.map((row) => row.id);
}

/** The sellers with something on sale among the `count` sellers that begin with this id, newest first. */
export async function listSellersForSitemap(
  sql: Sql,
  { from, count }: { from: string; count: number },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select part.id from (
      select id from users where role = 'seller' and removed_at is null and id <= ${from}
      order by id desc limit ${count}
    ) part
    where exists (
      select from products
      where seller_id = part.id and status in ('available', 'advertise') and withdrawn_at is null
    )
    order by part.id desc`;
  return rows.map((row) => row.id);
}
