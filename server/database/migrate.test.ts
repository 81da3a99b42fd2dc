import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { quietLog } from '../testing/quiet-log.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './connection.ts';
import { migrate } from './migrate.ts';
import { rawSql } from './sql.ts';

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url));

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});

afterEach(() => database.close());

test('an empty database gets the whole schema, and a second run changes nothing', async () => {
  await migrate(database, MIGRATIONS);
  const made = await everythingIn(database);
  expect(made).toEqual(expect.arrayContaining(['bookings', 'payments', 'products', 'users']));
  const applied = await appliedMigrations(database);
  await migrate(database, MIGRATIONS);
  expect(await everythingIn(database)).toEqual(made);
  expect(await appliedMigrations(database)).toEqual(applied);
});

test('five concurrent starts apply each migration once', async () => {
  const servers = await Promise.all(
    Array.from({ length: 5 }, () => openDatabase({ url: database.url, poolSize: 1 }, quietLog)),
  );
  try {
    await Promise.all(servers.map((server) => migrate(server, MIGRATIONS)));
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
  expect(await everythingIn(database)).toContain('bookings');
  expect(await appliedMigrations(database)).toHaveLength(await countOfMigrations());
});

test('a version serves on the tables of the next one and says so, and refuses those of later ones', async () => {
  expect(await migrate(database, MIGRATIONS)).toEqual({ warnings: [] });
  const laterBy = async (ms: number) => {
    await database.sql`
      insert into drizzle.__drizzle_migrations (hash, created_at)
      select 'later', max(created_at) + ${ms} from drizzle.__drizzle_migrations`;
  };
  const record = () => database.sql`
    insert into drizzle.versions select max(created_at) from drizzle.__drizzle_migrations`;
  // Nothing is known about a version that has not recorded itself.
  await laterBy(1);
  const refusal = {
    name: 'StartupError',
    message: expect.stringContaining('cannot serve on them'),
    remedy: expect.stringContaining('Install the later version again'),
  };
  await expect(migrate(database, MIGRATIONS)).rejects.toMatchObject(refusal);
  await record();
  const { warnings } = await migrate(database, MIGRATIONS);
  expect(warnings).toEqual([expect.stringContaining('are those of a later version')]);
  await laterBy(1);
  await record();
  await expect(migrate(database, MIGRATIONS)).rejects.toMatchObject(refusal);
});

test('a database from before 0.1.0 is refused, and nothing in it changes', async () => {
  await migrate(database, MIGRATIONS);
  // The migrations that made it are gone; what tells it apart is that another one came first.
  await database.sql`
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('opening', 1790000000000)`;
  await database.sql`drop table external_ids`;
  const before = await everythingIn(database);
  const applied = await appliedMigrations(database);
  await expect(migrate(database, MIGRATIONS)).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('a version before 0.1.0'),
    remedy: expect.stringMatching(/Begin with an empty folder: .* create another database/),
  });
  expect(await everythingIn(database)).toEqual(before);
  expect(await appliedMigrations(database)).toEqual(applied);
});

test('a database of a commit whose migrations changed afterwards is refused, and nothing in it changes', async () => {
  await migrate(database, MIGRATIONS);
  await database.sql`
    update drizzle.__drizzle_migrations set hash = 'as it was before its release'
    where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`;
  await database.sql`drop table running_servers`;
  const before = await everythingIn(database);
  await expect(migrate(database, MIGRATIONS)).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('a commit between two releases'),
    remedy: expect.stringMatching(/Begin with an empty folder/),
  });
  expect(await everythingIn(database)).toEqual(before);
});

test('a failed migration changes nothing, and the error has its reason', async () => {
  await migrate(database, MIGRATIONS);
  const before = await everythingIn(database);
  const applied = await appliedMigrations(database);
  const folder = await withFurtherMigration(
    'create table halfway (number integer);\n--> statement-breakpoint\nselect 1 / 0;',
  );
  const run = migrate(database, folder);
  await expect(run).rejects.toMatchObject({
    name: 'StartupError',
    message: 'The database could not be brought up to date: division by zero',
  });
  await rm(folder, { recursive: true });
  expect(await everythingIn(database)).toEqual(before);
  expect(await appliedMigrations(database)).toEqual(applied);
});

test.each(['40P01', '40001'])('a migration that fails with %s is repeated', async (state) => {
  await migrate(database, MIGRATIONS);
  // A rollback does not take the number of a sequence back.
  await database.sql`create sequence attempts`;
  const folder = await withFurtherMigration(`
    create table halfway (number integer);
    --> statement-breakpoint
    do $$ begin
      if nextval('attempts') < 3 then raise sqlstate '${state}'; end if;
    end $$;`);
  await migrate(database, folder);
  await rm(folder, { recursive: true });
  expect(await everythingIn(database)).toContain('halfway');
  const [attempts] = await database.sql`select last_value::int as count from attempts`;
  expect(attempts).toEqual({ count: 3 });
});

test('a request that waits for a migration is answered, although the migration waits for it as well', async () => {
  await database.sql`create table one (number integer)`;
  await database.sql`create table two (number integer)`;
  await migrate(database, MIGRATIONS);
  const folder = await withFurtherMigration(`
    alter table "one" add column title text;
    --> statement-breakpoint
    select pg_sleep(0.5);
    --> statement-breakpoint
    alter table "two" add column title text;`);
  let migrated: Promise<unknown> | undefined;
  await database.transaction(async ({ sql }) => {
    await sql`select number from two`;
    migrated = migrate(database, folder);
    await expect
      .poll(
        () => database.sql`
        select from pg_locks where relation = 'one'::regclass and mode = 'AccessExclusiveLock'`,
      )
      .not.toEqual([]);
    // If both waited for each other, PostgreSQL would end this statement.
    await sql`select number from one`;
  });
  await migrated;
  await rm(folder, { recursive: true });
  expect(await database.sql`select title from two`).toEqual([]);
});

test('the pool still returns times as Dates after a migration', async () => {
  await migrate(database, MIGRATIONS);
  const [row] = await database.sql`select timestamptz '2026-01-02 03:04:05Z' as moment`;
  expect(row).toEqual({ moment: new Date('2026-01-02T03:04:05Z') });
});

test('a missing extension that cannot be created is named, with what to run', async () => {
  const refuse = async (): Promise<never> => {
    throw new Error('permission denied to create extension "unaccent"');
  };
  const transaction: typeof database.transaction = (work, options) =>
    database.transaction((tx) => {
      const refusing: typeof tx.sql = (strings, ...values) =>
        strings.join('').startsWith('create extension')
          ? Object.assign(refuse(), { strings, values })
          : tx.sql(strings, ...values);
      return work(Object.assign(Object.create(tx), { sql: refusing }));
    }, options);
  await expect(migrate({ ...database, transaction }, MIGRATIONS)).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/no extension unaccent, .*: permission denied/),
    remedy: expect.stringContaining('create extension unaccent; create extension pg_trgm;'),
  });
  expect(await everythingIn(database)).not.toContain('products');
});

test('a database that folds capital letters in English only folds those of all alphabets for the search', async () => {
  const name = `${new URL(database.url).pathname.slice(1)}_c`;
  await database.sql`${rawSql(
    `create database "${name}" encoding 'UTF8' locale 'C' locale_provider libc template template0`,
  )}`;
  const url = Object.assign(new URL(database.url), { pathname: name });
  const folding = await openDatabase({ url: url.href, poolSize: 1 }, quietLog);
  try {
    await migrate(folding, MIGRATIONS);
    const rows = await folding.sql`
      select lower('Ж') as own, search_plain_text('ЖΣÄI Μπουζούκις') as plain`;
    expect(rows).toEqual([{ own: 'Ж', plain: 'жσai μπουζουκισ' }]);
  } finally {
    await folding.close();
    await database.sql`${rawSql(`drop database "${name}"`)}`;
  }
});

test('a database with another encoding than UTF-8 is refused before anything is changed', async () => {
  const name = `${new URL(database.url).pathname.slice(1)}_ascii`;
  await database.sql`${rawSql(
    `create database "${name}" encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0`,
  )}`;
  const url = new URL(database.url);
  url.pathname = name;
  const ascii = await openDatabase({ url: url.href, poolSize: 1 }, quietLog);
  try {
    await expect(migrate(ascii, MIGRATIONS)).rejects.toMatchObject({
      name: 'StartupError',
      message: 'The database has the encoding SQL_ASCII, but must have UTF8.',
      remedy: expect.stringContaining("encoding 'UTF8' template template0"),
    });
    expect(await ascii.sql`select from pg_namespace where nspname = 'drizzle'`).toEqual([]);
  } finally {
    await ascii.close();
    await database.sql`${rawSql(`drop database "${name}"`)}`;
  }
});

async function everythingIn({ sql }: TestDatabase): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'drizzle') order by relname`;
  return rows.map(({ name }) => name);
}

async function appliedMigrations({ sql }: TestDatabase): Promise<unknown[]> {
  return [...(await sql`select hash from drizzle.__drizzle_migrations order by id`)];
}

type Journal = { entries: { idx: number; when: number; tag: string }[] };

async function readJournal(folder: string): Promise<Journal> {
  return JSON.parse(await readFile(join(folder, 'meta', '_journal.json'), 'utf8'));
}

async function countOfMigrations(): Promise<number> {
  return (await readJournal(MIGRATIONS)).entries.length;
}

/** A copy of the migrations with one more, as the next release would bring it. */
async function withFurtherMigration(statements: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  const journal = await readJournal(folder);
  const last = journal.entries.at(-1);
  const when = (last?.when ?? 0) + 1;
  journal.entries.push({ ...last, idx: journal.entries.length, when, tag: '9999_next' });
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify(journal));
  await writeFile(join(folder, '9999_next.sql'), statements);
  return folder;
}
