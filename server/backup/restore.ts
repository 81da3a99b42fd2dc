import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartupError } from '../core/startup-error.ts';
import { openDatabase } from '../database/connection.ts';
import type { DatabaseLog } from '../database/log.ts';
import { migrate } from '../database/migrate.ts';
import { verifyBackup } from './checksums.ts';
import { connect } from './connect.ts';
import { type Manifest, tableFile } from './manifest.ts';
import { copyTarget, listTables, quote, readMigrations, type Table } from './tables.ts';

export interface RestoreTarget {
  databaseUrl: string;
  dataDir: string;
  /** Folder of the migrations of this version. */
  migrations: string;
  log: DatabaseLog;
}

/**
 * Fills an empty database with a backup, and its DATA_DIR with the pictures and clips, the file that decrypts the secrets, and the owner's
 * folder (SHOP_DIR) as `shop`, unless there is one. Nothing is written outside of DATA_DIR. The tables are made as they were when the backup was made; the next start of the shop migrates them.
 * The backup is verified first, and its rows come last, in one transaction: a restore that fails can be repeated.
 * @throws StartupError when the folder is no complete backup, is damaged, was made by a later version or before 0.1.0, or the
 * database is not empty
 */
export async function restore(
  target: RestoreTarget,
  folder: string,
  options: { mayLackPictures?: boolean } = {},
): Promise<Manifest & { isShopRestored: boolean; damagedPictures: readonly string[] }> {
  const { manifest, damagedPictures } = await verifyBackup(folder, options);
  const { databaseUrl, dataDir } = target;
  await requireSameSecret(folder, dataDir);
  await requireEmpty(databaseUrl, manifest);
  await mkdir(dataDir, { recursive: true });
  await createTables(target, manifest);
  // A picture never changes, so one that is there already is the same.
  const damaged = new Set(damagedPictures.map((path) => join(folder, path)));
  const filter = (from: string) => !damaged.has(from);
  for (const kind of ['pictures', 'clips'] as const) {
    if (!manifest[kind]) continue;
    await cp(join(folder, kind), join(dataDir, kind), { recursive: true, filter });
  }
  const shopFolder = join(dataDir, 'shop');
  // What the owner has changed since then is not overwritten.
  const isShopRestored = manifest.shop !== null && !existsSync(shopFolder);
  if (isShopRestored) await cp(join(folder, 'shop'), shopFolder, { recursive: true });
  await restoreSecret(folder, dataDir);
  await fillTables(databaseUrl, folder, manifest);
  return { ...manifest, isShopRestored, damagedPictures };
}

const readSecret = (folder: string) =>
  readFile(join(folder, 'secret'), 'utf8').catch(() => undefined);

async function requireSameSecret(folder: string, dataDir: string): Promise<void> {
  const [stored, present] = await Promise.all([readSecret(folder), readSecret(dataDir)]);
  if (stored === undefined || present === undefined || stored === present) return;
  throw new StartupError(
    `${join(dataDir, 'secret')} is not the file of this backup, and decrypts other secrets.`,
    'Restore into an empty DATA_DIR, or move that file away if nothing needs it.',
  );
}

async function restoreSecret(folder: string, dataDir: string): Promise<void> {
  if ((await readSecret(folder)) === undefined) return;
  const file = join(dataDir, 'secret');
  await copyFile(join(folder, 'secret'), file);
  await chmod(file, 0o600);
}

async function requireEmpty(databaseUrl: string, manifest: Manifest): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    const migrations = await readMigrations(client);
    if (migrations.length === 0) return;
    const isSame = String(migrations) === String(manifest.migrations);
    const { rows } = await client.query(`select exists (select from users) as "isUsed"`);
    if (isSame && rows[0]?.isUsed === false) return;
    throw new StartupError(
      'The database is not empty: it has the tables of a shop.',
      'Restore into a new database, or with the embedded one into a new DATA_DIR.',
    );
  } finally {
    await client.end();
  }
}

interface Journal {
  entries: { when: number; tag: string }[];
}

/** Applies the migrations of the backup and no later ones. */
async function createTables(
  { databaseUrl, dataDir, migrations, log }: RestoreTarget,
  manifest: Manifest,
): Promise<void> {
  const journalFile = join('meta', '_journal.json');
  const journal: Journal = JSON.parse(await readFile(join(migrations, journalFile), 'utf8'));
  if (journal.entries[0]?.when !== manifest.migrations[0]) {
    throw new StartupError(
      'The backup was made by a version before 0.1.0, whose tables this version does not know.',
      'Restore it with the version that made it.',
    );
  }
  const entries = journal.entries.slice(0, manifest.migrations.length);
  if (String(entries.map(({ when }) => when)) !== String(manifest.migrations)) {
    throw new StartupError(
      'The backup was made by a later version of the shop than this one.',
      'Restore it with that version or a later one.',
    );
  }
  const folder = await mkdtemp(join(dataDir, 'restore-'));
  const database = await openDatabase({ url: databaseUrl, poolSize: 2 }, log);
  try {
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, journalFile), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) {
      // Not a copy of the file, which the user may not be allowed to remove again.
      await writeFile(join(folder, `${tag}.sql`), await readFile(join(migrations, `${tag}.sql`)));
    }
    await migrate(database, folder);
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
}

async function fillTables(databaseUrl: string, folder: string, manifest: Manifest): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    await requireSameTables(client, folder, manifest);
    await client.query('begin');
    // Rows name rows of tables that are filled later.
    const references = await dropReferences(client);
    for (const table of manifest.tables) await fillTable(client, folder, table);
    for (const { table, name, definition } of references) {
      await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`);
    }
    for (const [name, value] of Object.entries(manifest.sequences)) {
      await client.query('select setval($1::regclass, $2::bigint)', [quote(name), value]);
    }
    await client.query('commit');
    // Without statistics, PostgreSQL would read large tables as a whole until it makes them itself.
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** Between two releases a migration can change until it is released. */
async function requireSameTables(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  const own = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]));
  const isKnown = ({ name, columns }: Table) =>
    columns.every((column) => own.get(name)?.includes(column));
  if (manifest.tables.every(isKnown)) return;
  throw new StartupError(
    `The backup in ${folder} was made by a commit between two releases, whose tables this version does not know.`,
    'Restore it with the commit that made it.',
  );
}

async function dropReferences(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace order by oid`);
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${quote(name)}`);
  }
  return rows;
}

async function fillTable(
  client: pg.Client,
  folder: string,
  table: Manifest['tables'][number],
): Promise<void> {
  // Migrations insert some rows of their own, which are in the backup too.
  const { rows } = await client.query(`select exists (select from ${quote(table.name)}) as "has"`);
  if (rows[0]?.has) await client.query(`delete from ${quote(table.name)}`);
  const sink = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
  await pipeline(createReadStream(tableFile(folder, table.name)), createGunzip(), sink);
}
