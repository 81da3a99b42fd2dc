import { filters } from '#contract/search/search-filters.ts';
import type { Clock } from '../../../core/clock.ts';
import { lowestIdAt } from '../../../core/ids.ts';
import type { Database } from '../../../database/connection.ts';
import { columnName } from '../../../database/row-sql.ts';
import { rawSql } from '../../../database/sql.ts';
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
/** What has a lower id may still be in a transaction that has not ended. */
const settledMs = 60_000;
/** A run ends in time for the next one; a large shop that is new to this takes many. */
const chunksPerRun = 1_200;

/** The sources of words, each with its progress: new listings, and those that were edited. */
type Source = 'vocabulary' | 'vocabulary-edits';

/**
 * Adds the words of products on sale that were listed or edited since the last run. Words are not taken out again when a product
 * is sold or edited: a search looks whether a word leads to anything. A product that is older than the last one that was added,
 * which happens when clocks of servers differ by more than a minute, is left out, and so is what was edited before the changes
 * that are still stored. Cached searches are dropped, because a word that nothing was similar to may be corrected now.
 * @returns how many products were read
 */
export async function collectVocabulary({ database, clock }: Deps): Promise<number> {
  const before = lowestIdAt(clock.now().getTime() - settledMs);
  let added = 0;
  for (const source of ['vocabulary', 'vocabulary-edits'] as const) {
    let size = chunkSize;
    for (let chunk = 0; chunk < chunksPerRun; chunk += 1) {
      const count = await addOrCancel({ database, clock }, { source, before, size });
      if (count === undefined) {
        size = Math.ceil(size / 2);
        continue;
      }
      added += count;
      if (count < size) break;
    }
  }
  return added;
}

interface Chunk {
  source: Source;
  before: string;
  size: number;
}

/**
 * @returns undefined when the statement took longer than statements may, so that fewer products must be read together
 */
async function addOrCancel({ database, clock }: Deps, chunk: Chunk) {
  try {
    return await transaction(database, (tx) => addChunk(tx, chunk, clock.now()));
  } catch (error) {
    if (sqlState(error) === '57014' && chunk.size > 1) return undefined;
    throw error;
  }
}

async function addChunk(tx: Tx, { source, before, size }: Chunk, at: Date): Promise<number> {
  const { sql } = tx;
  const from = await lockProgress(tx, source);
  const isNew = source === 'vocabulary';
  const products = isNew
    ? sql`select id, id as product_id from products where id > ${from} and id < ${before}`
    : sql`select id, product_id from catalogue_changes
        where id > ${from} and id < ${before} and lexemes_before <> '{}'`;
  // How often a word is there is only about right, and an edit must not count it once more.
  const changed = isNew
    ? sql`products = search_vocabulary.products + excluded.products,
        names = search_vocabulary.names + excluded.names`
    : sql`names = excluded.names where search_vocabulary.names < excluded.names`;
  const [added] = await sql<AddedRow[]>`
    with chunk as (${products} order by id limit ${size}), listed as materialized (
      select product.* from chunk cross join lateral (
        select id, concat_ws(' ', name, category, ${wordColumns}) as names, description
        from products p where p.id = chunk.product_id and ${onSale} offset 0
      ) product
    ), texts as (
      select id, search_plain_text(names) as value, true as is_name from listed
      union all
      select id, search_plain_text(description), false from listed
    ), words as (
      select id, word, bool_or(is_name) as is_name
      from texts
        cross join lateral string_to_table(
          regexp_replace(search_without_article(value), '[^[:alnum:]]+', ' ', 'g'), ' '
        ) word
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
      on conflict (word) do update set ${changed} returning word
    )
    select count(*) as count, max(id::text) as last, max(product_id::text) as product,
      exists (select from stored) as "hasNews" from chunk`;
  const { count = 0, last = null, product = null, hasNews = false } = added ?? {};
  if (last !== null) await sql`update search_progress set last_id = ${last} where name = ${source}`;
  if (product !== null && hasNews) recordChangeOfLists(tx, product, at);
  return count;
}

const wordColumns = rawSql(
  filters.flatMap((one) => (one.kind === 'words' ? [columnName(one.column)] : [])).join(', '),
);

interface AddedRow {
  count: number;
  last: string | null;
  product: string | null;
  /** Whether the vocabulary has changed. */
  hasNews: boolean;
}

/** @returns the id of what was added last, or an id below all */
async function lockProgress(tx: Tx, source: Source): Promise<string> {
  await tx.sql`
    insert into search_progress (name, last_id)
    values (${source}, '00000000-0000-0000-0000-000000000000') on conflict do nothing`;
  const [progress] = await tx.sql<{ last: string }[]>`
    select last_id as last from search_progress where name = ${source} for update`;
  return progress?.last ?? '';
}
