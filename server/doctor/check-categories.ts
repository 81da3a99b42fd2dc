import type pg from 'pg';
import { faultOfCategories, storedCategories } from '../workflows/move-categories.ts';
import { goneKinds, hiddenKinds, storedKinds } from '../workflows/move-kinds.ts';
import type { StoredWith } from '../workflows/move-listings.ts';
import { advice, type Finding, fault } from './finding.ts';

/**
 * Whether shop.json says where all listings belong: a start refuses a category that it does not name, and listings of a kind that
 * is gone are shown without it.
 */
export async function checkCategories(client: pg.Client): Promise<Finding[]> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `select to_regclass('saved_searches') as found`,
  );
  if (!tables[0]?.found) return [];
  const { rows: categories } = await client.query<StoredWith>(storedCategories);
  const { rows: kinds } = await client.query<StoredWith>(storedKinds);
  const found = faultOfCategories(categories);
  return [
    ...(found ? [fault(found.text, found.remedy)] : []),
    ...[...goneKinds(kinds), ...hiddenKinds(kinds)].map(({ text, remedy }) => advice(text, remedy)),
  ];
}
