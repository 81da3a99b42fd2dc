import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { recordChangeOfLists } from '../products/catalogue-changes.ts';
import { onSale } from './match-sql.ts';
import { lowestIdAt } from './slices.ts';

interface Deps {
  database: Database;
  clock: Clock;
}

/**
 * The rows of `search_progress` that say how far this is and where it ends, by the migration after which the lexemes of older
 * products are renewed; a later one takes other names.
 */
export const renewal = {
  name: '0028_renew_search_lexemes',
  end: '0028_renew_search_lexemes ends',
};
/** So few that nobody waits long for the rows that a chunk writes. */
const chunkSize = 200;
/** A run ends in time for the next one; ten million products take some hours. */
const chunksPerRun = 250;
/** By so much the clocks of servers differ at most, and a transaction that began before the migration takes. */
const settledMs = 120_000;

/**
 * Computes the lexemes of products on sale again that were written before the functions of the database changed by which
 * they are computed, and writes those that differ. A product that is edited or relisted has the new ones already. Rows are
 * locked for as long as one chunk takes, the table never. When it is through, it only reads that.
 * @returns how many products have other lexemes now
 */
export async function renewLexemes({ database, clock }: Deps): Promise<number> {
  let renewed = 0;
  for (let chunk = 0; chunk < chunksPerRun; chunk += 1) {
    const count = await transaction(database, (tx) => renewChunk(tx, clock.now()));
    if (count === undefined) break;
    renewed += count;
  }
  return renewed;
}

/** @returns undefined when there are no more products to look at */
async function renewChunk(tx: Tx, now: Date): Promise<number | undefined> {
  const { from, until } = await lockProgress(tx, now);
  const [done] = await tx.sql<{ count: number; last: string | null }[]>`
    with chunk as materialized (
      select id from products where id > ${from} and id < ${until} order by id limit ${chunkSize}
    ), renewed as (
      update products p set name = p.name from chunk
      where p.id = chunk.id and (${onSale} or p.status = 'sold') and p.search_lexemes is distinct from search_lexemes(
        p.id, p.name, p.category, p.condition, p.location, p.description, p.price_cents, p.purchase_year, p.status)
      returning p.id
    )
    select (select count(*) from renewed)::integer as count, max(id::text) as last from chunk`;
  const { count = 0, last = null } = done ?? {};
  if (last === null) return undefined;
  await tx.sql`update search_progress set last_product_id = ${last} where name = ${renewal.name}`;
  // Cached searches do not have these products yet. A change of one product drops all lists, and no pages of others.
  if (count > 0) await recordChangeOfLists(tx, last, now);
  return count;
}

/** @returns the last product that was looked at, and an id above all that may have been written before the migration */
async function lockProgress(tx: Tx, now: Date): Promise<{ from: string; until: string }> {
  const { name, end } = renewal;
  await tx.sql`
    insert into search_progress (name, last_product_id)
    values (${name}, '00000000-0000-0000-0000-000000000000'),
      (${end}, ${lowestIdAt(now.getTime() + settledMs)})
    on conflict do nothing`;
  const rows = await tx.sql<{ name: string; id: string }[]>`
    select name, last_product_id as id from search_progress
    where name in (${name}, ${end}) order by name for update`;
  const idOf = (of: string) => rows.find((row) => row.name === of)?.id ?? '';
  return { from: idOf(name), until: idOf(end) };
}
