import type { Clock } from '../../../core/clock.ts';
import { lowestIdAt } from '../../../core/ids.ts';
import type { Database } from '../../../database/connection.ts';
import { sqlState } from '../../../database/sql-state.ts';
import { type Tx, transaction } from '../../../database/transaction.ts';
import { recordChangeOfLists } from '../../products/catalogue-changes.ts';
import { onSale } from '../../products/product-row.ts';

interface Deps {
  database: Database;
  clock: Clock;
}

/** The letters of the longest word that is collected. */
export const longestWord = 40;
const chunkSize = 500;
/** Of a longer description; a search looks for other words in the index. */
const collectedLetters = 1_000;
/** Products with lower ids may still be in transactions that have not ended. */
const settledMs = 60_000;
/** A run ends in time for the next one; a large shop that is new to this takes many. */
const chunksPerRun = 1_200;

/**
 * Adds the words of products on sale that were listed since the last run. Words are not taken out again when a product is sold
 * or edited: a search looks whether a word leads to anything. A product that is older than the last one that was added, which
 * happens when clocks of servers differ by more than a minute, is left out. Cached searches are dropped, because a word that
 * nothing was similar to may be corrected now.
 * @returns how many products were read
 */
export async function collectVocabulary({ database, clock }: Deps): Promise<number> {
  const before = lowestIdAt(clock.now().getTime() - settledMs);
  let added = 0;
  let size = chunkSize;
  for (let chunk = 0; chunk < chunksPerRun; chunk += 1) {
    const count = await addOrCancel({ database, clock }, before, size);
    if (count === undefined) {
      size = Math.ceil(size / 2);
      continue;
    }
    added += count;
    if (count < size) break;
  }
  return added;
}

/** @returns undefined when the statement took longer than statements may, so that fewer products must be read at once */
async function addOrCancel({ database, clock }: Deps, before: string, size: number) {
  try {
    return await transaction(database, (tx) => addChunk(tx, { before, size, at: clock.now() }));
  } catch (error) {
    if (sqlState(error) === '57014' && size > 1) return undefined;
    throw error;
  }
}

async function addChunk(
  tx: Tx,
  { before, size, at }: { before: string; size: number; at: Date },
): Promise<number> {
  const from = await lockProgress(tx);
  const [added] = await tx.sql<{ count: number; last: string | null }[]>`
    with chunk as (
      select p.id, concat_ws(' ', p.name, p.location, p.category) as names, (${onSale}) as is_on_sale,
        case when length(p.description) <= ${collectedLetters} then p.description
          else regexp_replace(left(p.description, ${collectedLetters}), '[^[:space:]]+$', '') end as description
      from products p where p.id > ${from} and p.id < ${before} order by p.id limit ${size}
    ), texts as (
      select id, search_plain_text(names) as value, true as is_name from chunk where is_on_sale
      union all
      select id, search_plain_text(description), false from chunk where is_on_sale
    ), words as (
      select id, word, bool_or(is_name) as is_name
      from texts
        cross join lateral string_to_table(regexp_replace(value, '[^[:alnum:]]+', ' ', 'g'), ' ') word
      where length(word) between 3 and ${longestWord} group by id, word
    ), counted as materialized ( -- The slower condition below looks at each word once, not at each place.
      select word, count(*) as products, count(*) filter (where is_name) as names
      from words group by word
    ), stemmed as (
      select counted.*, tsvector_to_array(to_tsvector('pg_catalog.english', word)) as stems
      from counted where word ~ '^[[:alpha:]]+$'
    ), stored as (
      insert into search_vocabulary (word, stem, products, names)
      select word, stems[1], products, names from stemmed where cardinality(stems) = 1 order by word
      on conflict (word) do update set products = search_vocabulary.products + excluded.products,
        names = search_vocabulary.names + excluded.names
    )
    select count(*) as count, max(id::text) as last from chunk`;
  const { count = 0, last = null } = added ?? {};
  if (last !== null) {
    await tx.sql`update search_progress set last_product_id = ${last} where name = 'vocabulary'`;
    recordChangeOfLists(tx, last, at);
  }
  return count;
}

/** @returns the last product that was added, or an id below all */
async function lockProgress(tx: Tx): Promise<string> {
  await tx.sql`
    insert into search_progress (name, last_product_id)
    values ('vocabulary', '00000000-0000-0000-0000-000000000000') on conflict do nothing`;
  const [progress] = await tx.sql<{ last: string }[]>`
    select last_product_id as last from search_progress where name = 'vocabulary' for update`;
  return progress?.last ?? '';
}
