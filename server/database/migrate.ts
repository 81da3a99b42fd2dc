import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import type postgres from 'postgres';
import { StartupError } from '../core/startup-error.ts';
import type { Database } from './connection.ts';
import { sqlState } from './transaction.ts';

/**
 * Brings the database up to the migrations in the folder. Any number of servers may do this at once: one row is the lock,
 * and it is held by the very transaction that migrates, so a server that dies leaves neither a lock nor half a schema.
 * Throws a StartupError when a migration fails; then nothing was changed.
 */
export async function migrate(database: Pick<Database, 'sql'>, folder: string): Promise<void> {
  try {
    await aloneWithSchema(database, (tx) =>
      applyMigrations(drizzle(asDrizzleClient(tx)), { migrationsFolder: folder }),
    );
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    throw new StartupError(
      `The database could not be brought up to date: ${reason instanceof Error ? reason.message : reason}`,
      'Nothing was changed. Check that the user in DATABASE_URL owns the database, or report this with the log.',
      { cause: error },
    );
  }
}

/**
 * Runs the work while no other server changes the schema, ours or that of a library that keeps its own in the same
 * database. What `work` does on `tx` is kept or lost as a whole.
 */
export async function aloneWithSchema(
  { sql }: Pick<Database, 'sql'>,
  work: (tx: postgres.TransactionSql) => Promise<unknown>,
): Promise<void> {
  await makeLockRow(sql);
  await sql.begin(async (tx) => {
    // Waiting for another server and building an index on a large table may both take their time.
    await tx`set local statement_timeout = 0`;
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await tx`select id from drizzle.migration_lock where id = 1 for update`;
    await work(tx);
  });
}

/**
 * Even `if not exists` fails when two do it in the same instant, and each part of it with another code; whoever comes second
 * finds it done on the next try.
 */
const TRIES = 10;

async function makeLockRow(sql: postgres.Sql): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      await sql`create schema if not exists drizzle`;
      await sql`create table if not exists drizzle.migration_lock (id integer primary key)`;
      await sql`insert into drizzle.migration_lock (id) values (1) on conflict do nothing`;
      return;
    } catch (error) {
      if (left === 1 || sqlState(error) === undefined) throw error;
    }
  }
}

/**
 * Drizzle begins a transaction on the client that it is given; inside ours that is a savepoint. It also sets value
 * readers for its client, which must not reach the pool: it gets a set of its own.
 */
function asDrizzleClient(tx: postgres.TransactionSql): postgres.Sql {
  const client = Object.assign(tx, {
    begin: tx.savepoint,
    options: { parsers: {}, serializers: {} },
  });
  return client as unknown as postgres.Sql; // Of a pool, drizzle's migrator uses no more than this.
}
