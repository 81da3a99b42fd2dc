import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../database/connection.ts';
import { type Fragment, rawSql } from '../../../database/sql.ts';
import { type Tx, transaction } from '../../../database/transaction.ts';
import { recordChangeOfLists } from '../../products/catalogue-changes.ts';

const chunkSize = 200;

/** The tables that are searched by words: what is searched, and how a row is written so that it is indexed again. */
const tables: Readonly<Record<string, { texts: Fragment; rewrite: readonly Fragment[] }>> = {
  products: {
    texts: rawSql(`concat_ws(' ', name, location, description)`),
    // A trigger makes the lexemes when one of their columns is written.
    rewrite: [rawSql('name = name')],
  },
  // PostgreSQL indexes a row again only when a column that the index has differs. Both happen in one transaction.
  users: { texts: rawSql('name'), rewrite: twice('name') },
  bookings: { texts: rawSql(`product_name || buyer_name`), rewrite: twice('product_name') },
};

function twice(column: string): Fragment[] {
  const reversed = rawSql(`${column} = reverse(${column})`);
  return [reversed, reversed];
}

/**
 * Indexes rows with Arabic or Hebrew letters again, newest first: the migration that changed their spelling (arabic_spelling)
 * leaves it to this, because it takes a millisecond for each. It also stores how far this has come, and nothing is stored any
 * more when it is done. What is written since has the new spelling.
 * @returns how many rows were indexed again
 */
export async function respellRows({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<number> {
  let changed = 0;
  for (const table of Object.keys(tables)) {
    for (;;) {
      const count = await transaction(database, (tx) => respellChunk(tx, table, clock.now()));
      if (count === undefined) break;
      changed += count;
    }
  }
  return changed;
}

/** @returns how many were indexed again; undefined when there is nothing left */
async function respellChunk(tx: Tx, table: string, at: Date): Promise<number | undefined> {
  const { sql } = tx;
  const { texts, rewrite } = tables[table] ?? { texts: rawSql(`''`), rewrite: [] };
  const name = `respelled ${table}`;
  const [progress] = await sql<{ before: string }[]>`
    select last_id as before from search_progress where name = ${name} for update`;
  if (!progress) return undefined;
  const chunk = await sql<{ id: string; isAffected: boolean }[]>`
    select id, ${texts} ~ '[\\u0591-\\u06ff]' as "isAffected"
    from ${rawSql(table)} where id < ${progress.before} order by id desc limit ${chunkSize}`;
  const last = chunk.at(-1)?.id;
  if (last === undefined) {
    await sql`delete from search_progress where name = ${name}`;
    return undefined;
  }
  const affected = chunk.filter(({ isAffected }) => isAffected).map(({ id }) => id);
  if (affected.length > 0) {
    await sql`
      select from ${rawSql(table)} where id = any(${affected}::uuid[]) order by id for update`;
    for (const change of rewrite) {
      await sql`update ${rawSql(table)} set ${change} where id = any(${affected}::uuid[])`;
    }
    if (table === 'products') recordChangeOfLists(tx, last, at);
  }
  await sql`update search_progress set last_id = ${last} where name = ${name}`;
  return affected.length;
}
