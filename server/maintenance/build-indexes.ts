import type pg from 'pg';

interface LargeIndex {
  name: string;
  table: string;
  /** Columns that it needs; in a database of an older version they may be missing. */
  columns: readonly string[];
  definition: string;
}

const givenUp = ['account_mails', 'mails', 'product_mails', 'payout_mails', 'alert_mails'].map(
  (table) => ({
    name: `${table}_given_up`,
    table,
    columns: ['dropped_at', 'last_fault'],
    definition: `on ${table} (id desc nulls first)
      where dropped_at is not null and last_fault is not null`,
  }),
);

/** Indexes on tables that may be large, which migrations build only if they are not there. */
export const largeIndexes: readonly LargeIndex[] = [
  {
    name: 'products_sold_by_search',
    table: 'products',
    columns: ['search_lexemes'],
    definition: `on products using gin (search_lexemes) with (fastupdate = off)
      where status = 'sold'`,
  },
  {
    name: 'products_by_seller_and_status',
    table: 'products',
    columns: ['seller_id', 'status', 'withdrawn_at'],
    definition: 'on products (seller_id, status, id desc nulls first) where withdrawn_at is null',
  },
  ...givenUp,
];

/**
 * Builds the large indexes that are missing, without locking their tables, so that the migrations of the next version find them.
 * One that an interrupted run has left unfinished is built anew.
 */
export async function* buildIndexes(client: pg.Client): AsyncGenerator<string> {
  for (const index of largeIndexes) {
    const state = await stateOf(client, index);
    if (state === 'done') yield `${index.name} is there.`;
    else if (state === 'too early') {
      yield `${index.name} cannot be built yet: ${index.table} has no ${index.columns.join(', ')}.`;
    } else {
      if (state === 'unfinished') await client.query(`drop index concurrently ${index.name}`);
      await client.query(`create index concurrently ${index.name} ${index.definition}`);
      yield `${index.name} is built.`;
    }
  }
}

async function stateOf(
  client: pg.Client,
  { name, table, columns }: LargeIndex,
): Promise<'done' | 'unfinished' | 'missing' | 'too early'> {
  const { rows } = await client.query<{ isValid: boolean | null; columns: number }>(
    `select (select indisvalid from pg_index where indexrelid = to_regclass($1)) as "isValid",
      (select count(*)::int from information_schema.columns
        where table_schema = current_schema() and table_name = $2 and column_name = any($3)) as columns`,
    [name, table, columns],
  );
  const [row] = rows;
  if (row?.isValid === true) return 'done';
  if (row?.isValid === false) return 'unfinished';
  return row?.columns === columns.length ? 'missing' : 'too early';
}
