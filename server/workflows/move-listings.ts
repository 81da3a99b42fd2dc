import type { Database } from '../database/connection.ts';
import { rawSql } from '../database/sql.ts';
import { transaction } from '../database/transaction.ts';

/** A field whose values are ids that the owner of the shop chooses: the column of a listing, and the filter of a saved search. */
type OwnedField = 'category' | 'kind';

/** What is stored with an id. */
export interface StoredWith {
  id: string;
  listings: number;
  searches: number;
}

/** SQL that reads what is stored with each id. */
export const storedIn = (field: OwnedField) => `
  select id, sum(listings)::integer as listings, sum(searches)::integer as searches from (
    select ${field} as id, count(*) as listings, 0 as searches from products
    where ${field} is not null group by ${field}
    union all
    select query->>'${field}', 0, count(*) from saved_searches where query ? '${field}' group by 1
  ) stored group by id order by id`;

/** '12 listings and 1 saved search' */
export function amountOf({ listings, searches }: StoredWith): string {
  const count = (number: number, one: string, more: string) =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : more}`];
  return [
    ...count(listings, 'listing', 'listings'),
    ...count(searches, 'saved search', 'saved searches'),
  ].join(' and ');
}

/** So many listings are moved in one transaction. */
const batch = 1_000;

/** Gives listings and saved searches with a former id the one that stands for it now. */
export async function moveListings(
  database: Database,
  field: OwnedField,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const column = rawSql(field);
  for (let count = batch; count === batch; ) {
    count = await transaction(database, async (tx) => {
      const rows = await tx.sql`
        update products set ${column} = ${to} where id in (
          select id from products where ${column} = ${from} limit ${batch} for update
        ) returning id`;
      return rows.length;
    });
  }
  await transaction(database, async (tx) => {
    // A user who has saved the same search with the new id keeps that one.
    tx.write`
      delete from saved_searches old where old.query->>${field} = ${from} and exists (
        select from saved_searches same where same.user_id = old.user_id
          and same.query = jsonb_set(old.query, array[${field}::text], to_jsonb(${to}::text))
      )`;
    tx.write`
      update saved_searches
      set query = jsonb_set(query, array[${field}::text], to_jsonb(${to}::text))
      where query->>${field} = ${from}`;
  });
}
