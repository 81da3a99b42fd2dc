import type { Sql } from '../../database/sql.ts';

/** Splits the unsold products into parts of `size`, newest first. Returns the first id of each part. */
export async function findSitemapParts(sql: Sql, size: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from (
      select id, row_number() over (order by id desc) as position from products
      where status <> 'sold' and withdrawn_at is null
    ) numbered
    where (position - 1) % ${size} = 0 order by position`;
  return rows.map((row) => row.id);
}

/** At most `count` unsold products, beginning with this id, newest first. */
export async function listForSitemap(
  sql: Sql,
  { from, count }: { from: string; count: number },
): Promise<{ id: string; listedAt: Date }[]> {
  return sql<{ id: string; listedAt: Date }[]>`
    select id, created_at as "listedAt" from products
    where status <> 'sold' and withdrawn_at is null and id <= ${from}
    order by id desc limit ${count}`;
}
