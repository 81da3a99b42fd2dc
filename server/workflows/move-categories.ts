import { categoryIds, findCategory } from '#contract/products/shop-categories.ts';
import { StartupError } from '../core/startup-error.ts';
import type { Database } from '../database/connection.ts';
import { rawSql } from '../database/sql.ts';
import { transaction } from '../database/transaction.ts';
import { amountOf, moveListings, type StoredWith, storedIn } from './move-listings.ts';

/** For each category that is stored, also one that the shop does not have any more. */
export const storedCategories = storedIn('category');

/**
 * Lets the database take the categories of the shop and no others, and moves listings and saved searches of former ones to
 * those that say `was`.
 * @returns what was moved, one sentence for each former category
 * @throws StartupError when the database has some of a category that the shop does not have: nothing is changed then
 */
export async function moveCategories(database: Database): Promise<string[]> {
  const stored = await database.sql<StoredWith[]>`${rawSql(storedCategories)}`;
  const fault = faultOfCategories(stored);
  if (fault) throw new StartupError(fault.text, fault.remedy);
  await allowCategories(database);
  const moved: string[] = [];
  for (const one of stored) {
    const to = findCategory(one.id);
    if (to === undefined || to === one.id) continue;
    await moveListings(database, 'category', { from: one.id, to });
    moved.push(`${amountOf(one)} of the former category ${one.id} are in ${to} now.`);
  }
  return moved;
}

/** What is wrong when something is stored with a category that shop.json does not name. */
export function faultOfCategories(
  stored: readonly StoredWith[],
): { text: string; remedy: string } | undefined {
  const homeless = stored.filter(({ id }) => findCategory(id) === undefined);
  const [first] = homeless;
  if (!first) return undefined;
  const list = homeless.map((one) => `${amountOf(one)} in the category ${one.id}`).join(', ');
  return {
    text: `This database has ${list}, which shop.json does not name.`,
    remedy: `Nothing is lost. "was": ["${first.id}"] at one of the categories moves them there at the start; or name the category again. If they are those of the demo, begin with a database of your own: with another DATA_DIR, or without the folder of this one.`,
  };
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
