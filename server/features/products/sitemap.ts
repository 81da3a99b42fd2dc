import type { Sql } from '../../database/sql.ts';

/** The id with which each part of `size` products that can be had begins, newest part first. */
export async function findSitemapParts(sql: Sql, size: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from (
      select id, row_number() over (order by id desc) as place from products
      where status <> 'sold' and withdrawn_at is null
    ) numbered
    where (place - 1) % ${size} = 0 order by place`;
  return rows.map((row) => row.id);
}

/** At most `count` products that can be had, from this id on, newest first. */
export async function listForSitemap(
  sql: Sql,
  { from, count }: { from: string; count: number },
): Promise<{ id: string; listedAt: Date }[]> {
  return sql<{ id: string; listedAt: Date }[]>`
    select id, created_at as "listedAt" from products
    where status <> 'sold' and withdrawn_at is null and id <= ${from}
    order by id desc limit ${count}`;
}
