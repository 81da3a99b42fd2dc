import { categoryIds, findCategory } from '#contract/products/shop-categories.ts';
import { StartupError } from '../core/startup-error.ts';
import type { Database } from '../database/connection.ts';
import { rawSql } from '../database/sql.ts';
import { transaction } from '../database/transaction.ts';

/** What is stored with the id of a category. */
export interface InCategory {
  id: string;
  listings: number;
  searches: number;
}

/** For each category that is stored, also one that the shop does not have any more. */
export const storedCategories = `
  select id, sum(listings)::integer as listings, sum(searches)::integer as searches from (
    select category as id, count(*) as listings, 0 as searches from products
    where category is not null group by category
    union all
    select query->>'category', 0, count(*) from saved_searches where query ? 'category' group by 1
  ) stored group by id order by id`;

/**
 * Lets the database take the categories of the shop and no others, and moves listings and saved searches of former ones to
 * those that say `was`.
 * @returns what was moved, one sentence for each former category
 * @throws StartupError when the database has some of a category that the shop does not have: nothing is changed then
 */
export async function moveCategories(database: Database): Promise<string[]> {
  const stored = await database.sql<InCategory[]>`${rawSql(storedCategories)}`;
  const fault = faultOfCategories(stored);
  if (fault) throw new StartupError(fault.text, fault.remedy);
  await allowCategories(database);
  const moved: string[] = [];
  for (const one of stored) {
    const to = findCategory(one.id);
    if (to === undefined || to === one.id) continue;
    await moveTo(database, one.id, to);
    moved.push(`${amountOf(one)} of the former category ${one.id} are in ${to} now.`);
  }
  return moved;
}

/** What is wrong when something is stored with a category that shop.json does not name. */
export function faultOfCategories(
  stored: readonly InCategory[],
): { text: string; remedy: string } | undefined {
  const homeless = stored.filter(({ id }) => findCategory(id) === undefined);
  const [first] = homeless;
  if (!first) return undefined;
  const list = homeless.map((one) => `${amountOf(one)} in the category ${one.id}`).join(', ');
  return {
    text: `This database has ${list}, which shop.json does not name.`,
    remedy: `Nothing is lost. "was": ["${first.id}"] at one of the categories moves them there at the start; or name the category again.`,
  };
}

/** '12 listings and 1 saved search' */
function amountOf({ listings, searches }: InCategory): string {
  const count = (number: number, one: string, more: string) =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : more}`];
  return [
    ...count(listings, 'listing', 'listings'),
    ...count(searches, 'saved search', 'saved searches'),
  ].join(' and ');
}

/** The check on the column, which has the categories of the last start. */
async function allowCategories(database: Database): Promise<void> {
  const ids = categoryIds().toSorted();
  const [check] = await database.sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conname = 'products_category_known' and conrelid = 'products'::regclass`;
  const allowed = [...(check?.definition ?? '').matchAll(/'([\w-]+)'/g)].map(([, id]) => id);
  if (JSON.stringify(allowed.toSorted()) === JSON.stringify(ids)) return;
  // Ids are letters, digits and hyphens (`categorySettings`).
  const list = rawSql(ids.map((id) => `'${id}'`).join(', '));
  await transaction(database, async (tx) => {
    tx.write`set local lock_timeout = '10s'`;
    tx.write`alter table products drop constraint if exists products_category_known`;
    // Not checked for the listings that are there: those of former categories are moved next.
    tx.write`
      alter table products add constraint products_category_known check (category in (${list})) not valid`;
  });
}

/** So many listings are moved in one transaction. */
const batch = 1_000;

async function moveTo(database: Database, from: string, to: string): Promise<void> {
  for (let count = batch; count === batch; ) {
    count = await transaction(database, async (tx) => {
      const rows = await tx.sql`
        update products set category = ${to} where id in (
          select id from products where category = ${from} limit ${batch} for update
        ) returning id`;
      return rows.length;
    });
  }
  await transaction(database, async (tx) => {
    // A user who has saved the same search in the new category keeps that one.
    tx.write`
      delete from saved_searches old where old.query->>'category' = ${from} and exists (
        select from saved_searches same where same.user_id = old.user_id
          and same.query = jsonb_set(old.query, '{category}', to_jsonb(${to}::text))
      )`;
    tx.write`
      update saved_searches set query = jsonb_set(query, '{category}', to_jsonb(${to}::text))
      where query->>'category' = ${from}`;
  });
}
