import type pg from 'pg';

/** A table of the shop and its columns, without those that PostgreSQL computes when a row is stored. */
export interface Table {
  name: string;
  columns: string[];
}

/** The tables of the schema that the connection uses. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and (c.relname, a.attname) <> ('products', 'search_lexemes')
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    group by c.relname order by c.relname`);
  return rows;
}

/** The last value that each sequence has given out; those that have given out none are missing. */
export async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null`);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The migrations that were applied, in order, by the time that names each. Empty in a new database. */
export async function readMigrations(client: pg.Client): Promise<number[]> {
  const known = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as found`);
  if (known.rows[0]?.found === null) return [];
  const { rows } = await client.query<{ at: string }>(`
    select created_at::text as at from drizzle.__drizzle_migrations order by created_at`);
  return rows.map(({ at }) => Number(at));
}

/** `"name" ("column", …)`, for `copy`. */
export function copyTarget({ name, columns }: Table): string {
  return `${quote(name)} (${columns.map(quote).join(', ')})`;
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
