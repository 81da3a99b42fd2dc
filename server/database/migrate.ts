import { setTimeout as pause } from 'node:timers/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { StartupError } from '../core/startup-error.ts';
import type { Database } from './connection.ts';
import { rawSql, type Sql } from './sql.ts';
import { sqlState } from './sql-state.ts';
import { type Tx, transaction } from './transaction.ts';

/**
 * Applies the migrations in the folder. Any number of servers may do this at the same time: the transaction that migrates
 * locks a row, so a server that crashes leaves neither a lock nor a partial schema. Servers of the version before may go on
 * serving in the meantime; their statements wait until the tables are as this version needs them.
 * @throws StartupError when the database is from before 0.1.0 or a migration fails; then nothing was changed
 */
export async function migrate(
  database: Pick<Database, 'sql' | 'transaction'>,
  folder: string,
): Promise<{ warnings: string[] }> {
  const warnings: string[] = [];
  try {
    await requireUtf8(database.sql);
    await requireMigratable(database.sql, folder);
    await withSchemaLock(database, async ({ sql }) => {
      await createExtensions(sql);
      await applyMigrations(sql, folder);
      warnings.push(...(await compareVersions(sql, folder)));
    });
    return { warnings };
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The database could not be brought up to date: ${error instanceof Error ? error.message : error}`,
      'Nothing was changed. Check that the user in DATABASE_URL owns the database, or report this with the log.',
      { cause: error },
    );
  }
}

/** @throws StartupError when the database cannot have the letters of all languages, which the search compares */
async function requireUtf8(sql: Sql): Promise<void> {
  const [row] = await sql<{ encoding: string }[]>`
    select current_setting('server_encoding') as encoding`;
  if (!row || row.encoding === 'UTF8') return;
  throw new StartupError(
    `The database has the encoding ${row.encoding}, but must have UTF8.`,
    `Nothing was changed. Create another database with: create database reprise encoding 'UTF8' template template0; and set DATABASE_URL to it. What is in the old one can be copied with pg_dump --encoding=UTF8 and pg_restore.`,
  );
}

/**
 * The first version whose databases are migrated is 0.1.0, whose schema is the first migration. Between two releases a migration
 * can change until it is released, so a database whose migrations had another text has other tables.
 * @throws StartupError when another migration came first in this database, or one of ours was applied with another text
 */
async function requireMigratable(sql: Sql, folder: string): Promise<void> {
  const [known] = await sql`select from pg_tables
    where schemaname = 'drizzle' and tablename = '__drizzle_migrations'`;
  if (!known) return;
  const applied = await sql<{ time: number; hash: string }[]>`
    select created_at as time, hash from drizzle.__drizzle_migrations order by created_at`;
  const [first] = applied;
  const own = readMigrationFiles({ migrationsFolder: folder });
  if (!first) return;
  const madeBy =
    first.time !== own[0]?.folderMillis
      ? 'a version before 0.1.0'
      : own.some(({ folderMillis, hash }) => {
            return applied.some((one) => one.time === folderMillis && one.hash !== hash);
          })
        ? 'a commit between two releases'
        : undefined;
  if (madeBy === undefined) return;
  throw new StartupError(
    `The database was made by ${madeBy}, and its tables cannot be brought up to date.`,
    'Nothing was changed. Begin with an empty folder: set DATA_DIR to a new one, or move the folder data away. With DATABASE_URL, create another database and set it to that one.',
  );
}

/** The migrations of this version of the shop, by the time that names each. */
export function migrationTimes(folder: string): number[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis);
}

/** Keeps the table of applied migrations as Drizzle's own migrator does. */
async function applyMigrations(sql: Sql, folder: string): Promise<void> {
  await sql`
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`;
  const [applied] = await sql<{ latest: number | null }[]>`
    select max(created_at) as latest from drizzle.__drizzle_migrations`;
  const pending = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => folderMillis > (applied?.latest ?? 0),
  );
  await lockTables(sql, pending);
  for (const migration of pending) {
    for (const statements of migration.sql) await sql`${rawSql(statements)}`;
    await sql`
      insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${migration.hash}, ${migration.folderMillis})`;
  }
}

/** Below the second after which PostgreSQL looks for deadlocks and ends one of the statements in it. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_ATTEMPTS = 200;

/**
 * Locks all tables that the migrations change, and gives up at once when another transaction has one of them. If each was locked
 * by the statement that changes it, a request of a server of the version before could hold the next one and wait for this one,
 * and PostgreSQL would end that request with an error.
 * @throws StartupError when a transaction holds one of the tables for minutes
 */
async function lockTables(sql: Sql, migrations: readonly MigrationMeta[]): Promise<void> {
  const named = /\b(?:alter table|references|on)\s+(?:"public"\.)?"(\w+)"/gi;
  const names = migrations.flatMap((migration) =>
    migration.sql.flatMap((statement) =>
      [...statement.matchAll(named)].map(([, name = '']) => name),
    ),
  );
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename = any(${names}::text[]) order by tablename`;
  if (tables.length === 0) return;
  const list = tables.map(({ name }) => `"${name}"`).join(', ');
  for (let attempt = 1; ; attempt += 1) {
    await sql`savepoint before_locks`;
    try {
      await sql`${rawSql(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)}`;
      await sql`${rawSql(`lock table ${list} in access exclusive mode`)}`;
      await sql`set local lock_timeout = 0`;
      return;
    } catch (error) {
      if (sqlState(error) !== '55P03') throw error;
      if (attempt === LOCK_ATTEMPTS) {
        throw new StartupError(
          'The database could not be brought up to date: another session uses one of its tables all the time.',
          'Nothing was changed. End the session, or wait until it has ended, and start again. It may be a backup; select * from pg_stat_activity shows them.',
          { cause: error },
        );
      }
      await sql`rollback to savepoint before_locks`;
    }
    await pause(LOCK_TIMEOUT_MS);
  }
}

/**
 * Migrations only add, so that a version can serve on the tables of the next one, in an upgrade in turn and after going back.
 * Each version records its newest migration here when it has migrated, so that an earlier one can count the versions in between.
 * @returns what the operator should know when the tables are those of the next version
 * @throws StartupError when they are of a version after the next one, or of one that has not recorded itself
 */
async function compareVersions(sql: Sql, folder: string): Promise<string[]> {
  const own = migrationTimes(folder).at(-1) ?? 0;
  await sql`create table if not exists drizzle.versions (newest_migration bigint primary key)`;
  const [later] = await sql<{ migrations: number; versions: number }[]>`
    select (select count(*) from drizzle.__drizzle_migrations where created_at > ${own})::int as migrations,
      (select count(*) from drizzle.versions where newest_migration > ${own})::int as versions`;
  if (!later || later.migrations === 0) {
    await sql`insert into drizzle.versions values (${own}) on conflict do nothing`;
    return [];
  }
  const found = 'The tables are those of a later version of the shop';
  if (later.versions === 1) {
    return [
      `${found}. This version serves on them in the middle of an upgrade, or after going back by one version; otherwise install the later version.`,
    ];
  }
  throw new StartupError(
    `${found}, and this version cannot serve on them.`,
    'Nothing was changed. Install the later version again, or restore a backup from before the upgrade (docs/operators/upgrades.md).',
  );
}

/** PostgreSQL's packages contain them, some in a package for additional modules. Both are for the search of products. */
const extensions = ['unaccent', 'pg_trgm'];

/** @throws StartupError when an extension is missing and this user cannot create it, or the server does not have its files */
async function createExtensions(sql: Sql): Promise<void> {
  const present = await sql<{ name: string }[]>`
    select extname as name from pg_extension where extname = any(${extensions}::text[])`;
  const missing = extensions.filter((name) => !present.some((one) => one.name === name));
  for (const name of missing) {
    try {
      await sql`create extension if not exists ${rawSql(name)}`;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : cause;
      throw new StartupError(
        `The database has no extension ${name}, which the search needs, and it could not be created: ${reason}`,
        `Run as a superuser in this database: create extension unaccent; create extension pg_trgm; (On Debian their files are in the package postgresql-contrib.)`,
        { cause },
      );
    }
  }
}

/**
 * Runs the work in one transaction while no other server changes the schema, ours or that of a library in the same
 * database.
 */
async function withSchemaLock(
  database: Pick<Database, 'sql' | 'transaction'>,
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await createLockRow(database.sql);
  await transaction(
    database,
    async (tx) => {
      // Waiting for another server and building an index on a large table may both take long.
      await tx.sql`set local statement_timeout = 0`;
      await tx.sql`set local idle_in_transaction_session_timeout = 0`;
      await tx.sql`select id from drizzle.migration_lock where id = 1 for update`;
      await work(tx);
    },
    { prepare: false, mayTakeLong: true },
  );
}

/**
 * Even `if not exists` fails when two servers run it at the same moment, with various codes. The second one finds the row at
 * its next attempt.
 */
const MAX_ATTEMPTS = 10;

async function createLockRow(sql: Sql): Promise<void> {
  for (let left = MAX_ATTEMPTS; ; left -= 1) {
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
