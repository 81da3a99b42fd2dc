import type pg from 'pg';
import {
  faultOfCategories,
  type InCategory,
  storedCategories,
} from '../workflows/move-categories.ts';
import { type Finding, fault } from './finding.ts';

/** Whether shop.json says where all listings belong; the next start would refuse it otherwise. */
export async function checkCategories(client: pg.Client): Promise<Finding[]> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `select to_regclass('saved_searches') as found`,
  );
  if (!tables[0]?.found) return [];
  const { rows } = await client.query<InCategory>(storedCategories);
  const found = faultOfCategories(rows);
  return found ? [fault(found.text, found.remedy)] : [];
}
