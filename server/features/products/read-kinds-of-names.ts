import type { Category } from '#contract/constants.ts';
import { normalBrand } from '#contract/instruments/normal-brand.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { recordCatalogueChange } from './catalogue-changes.ts';
import { kindFromName } from './listing-answers.ts';

const chunkSize = 500;

/**
 * Takes the kind from the names of listings that no one has read yet: of those from before there were kinds, and of
 * those that a server of an earlier version lists during an upgrade. What a user is changing waits for the next time.
 * @returns how many listings
 */
export async function readKindsOfNames({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await transaction(database, (tx) => readChunk(tx, clock.now()));
    total += count;
    if (count < chunkSize) return total;
  }
}

async function readChunk(tx: Tx, at: Date): Promise<number> {
  const rows = await tx.sql<
    { id: string; name: string; category: Category | null; brand: string | null }[]
  >`
    select id, name, category, brand from products where kind_from is null
    order by id limit ${chunkSize} for update skip locked`;
  if (rows.length === 0) return 0;
  const read = rows.map(({ id, name, category, brand }) => ({
    id,
    kind: kindFromName(name, category ?? undefined).kindId,
    brand: (brand !== null && normalBrand(brand)) || null,
  }));
  tx.write`
    update products p set kind = r.kind, kind_from = 'name', brand_normal = r.brand
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as r (id uuid, kind text, brand text)
    where p.id = r.id`;
  recordCatalogueChange(tx, null, at);
  return rows.length;
}
