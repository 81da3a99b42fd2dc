import { createWriteStream, type Dirent } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { unseal } from '../core/seal.ts';
import { StartupError } from '../core/startup-error.ts';
import { writeChecksums } from './checksums.ts';
import { connect } from './connect.ts';
import { type Manifest, manifestFile, tableFile } from './manifest.ts';
import { copyTarget, listTables, readMigrations, readSequences } from './tables.ts';

export interface BackupSource {
  databaseUrl: string;
  dataDir: string;
  /** Whether the pictures and clips are in `dataDir`. */
  hasPictures: boolean;
  /** The folder that makes the shop the owner's, if there is one. */
  shopFolder?: string;
}

/**
 * Writes everything that a shop consists of into a new folder, while the shop runs: the rows of all tables as they were at one
 * moment, then the pictures and clips, which the rows name and which never change, the owner's folder (SHOP_DIR), and the file that
 * decrypts the secrets in the database. The folder appears when it is complete.
 * @throws StartupError when the folder exists, the database does not answer, or its tables are missing
 */
export async function backUp(source: BackupSource, folder: string, at: Date): Promise<Manifest> {
  const draft = join(dirname(folder), `.${basename(folder)}.unfinished`);
  await requireNew(folder);
  await rm(draft, { recursive: true, force: true });
  // It has personal data and a secret.
  await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 });
  await chmod(draft, 0o700);
  const { dataDir } = source;
  await copyIfThere(join(dataDir, 'secret'), join(draft, 'secret'));
  const secret = await readFile(join(draft, 'secret'), 'utf8').catch(() => '');
  const stored = await copyTables(source.databaseUrl, draft, secret);
  const pictures = source.hasPictures
    ? await copyFolder(join(dataDir, 'pictures'), join(draft, 'pictures'))
    : null;
  const clips = source.hasPictures
    ? await copyFolder(join(dataDir, 'clips'), join(draft, 'clips'))
    : null;
  const shop = source.shopFolder && (await copyFolder(source.shopFolder, join(draft, 'shop')));
  const files = { pictures, clips, shop: shop || null };
  const sums = await writeChecksums(draft);
  const manifest: Manifest = { format: 1, madeAt: at.toISOString(), ...stored, ...files, sums };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(draft, manifestFile), text, { flush: true });
  await rename(draft, folder);
  return manifest;
}

async function requireNew(folder: string): Promise<void> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!files) return;
  throw new StartupError(
    `${folder} exists already.`,
    'Name a folder that does not exist yet, for example with the date in its name.',
  );
}

async function copyTables(databaseUrl: string, folder: string, secret: string) {
  const client = await connect(databaseUrl);
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    const migrations = await readMigrations(client);
    if (migrations.length === 0) {
      throw new StartupError(
        'The database has no tables of the shop.',
        'Check DATABASE_URL and DATA_DIR: they must be those of the shop.',
      );
    }
    const tables: Manifest['tables'] = [];
    for (const table of await listTables(client)) {
      const rows = await copyTable(client, copyTarget(table), tableFile(folder, table.name));
      tables.push({ ...table, rows });
    }
    const sequences = await readSequences(client);
    const hasSecret = await decryptsSecrets(client, secret);
    await client.query('commit');
    return { migrations, tables, sequences, hasSecret };
  } finally {
    await client.end();
  }
}

/** Whether this secret decrypts the secrets in the tables: with TOKEN_SECRET a file from before is of no use. */
async function decryptsSecrets(client: pg.Client, secret: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string; value: string }>(
    "select name, value from shared_secrets where name <> 'demo-catalogue'",
  );
  return rows.every(({ name, value }) => unseal(value, name, secret) !== undefined);
}

/** @returns how many rows */
async function copyTable(client: pg.Client, target: string, file: string): Promise<number> {
  const rows = client.query(copyTo(`copy ${target} to stdout`));
  await pipeline(rows, createGzip({ level: 4 }), createWriteStream(file, { flush: true }));
  return rows.rowCount;
}

/**
 * Copies all files. Of a link that stays inside the folder the copy has what it leads to; others belong to no shop. A file
 * that the shop deletes in the meantime is left out: nothing has named it for a day.
 * @returns how many
 */
async function copyFolder(from: string, to: string): Promise<number> {
  const root = await realpath(from).catch(() => undefined);
  return root === undefined ? 0 : copyEntries(root, to, [root]);
}

/** @param above this folder and those that it was reached through, from the root: a link back to one of them is left out */
async function copyEntries(from: string, to: string, above: readonly string[]): Promise<number> {
  const entries = await readdir(from, { withFileTypes: true }).catch(() => []);
  let count = 0;
  for (const entry of entries) {
    const copy = join(to, entry.name);
    const found = await follow(entry, above[0] ?? from);
    if (found?.isDirectory && !above.includes(found.path)) {
      count += await copyEntries(found.path, copy, [...above, found.path]);
    }
    if (!found?.isFile) continue;
    await mkdir(to, { recursive: true });
    if (await copyIfThere(found.path, copy)) count += 1;
  }
  return count;
}

/** @returns where it leads and what is there; undefined for a link that leads nowhere or out of the folder */
async function follow(entry: Dirent, root: string) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isSymbolicLink()) {
    return { path, isFile: entry.isFile(), isDirectory: entry.isDirectory() };
  }
  const target = await realpath(path).catch(() => '');
  if (!target.startsWith(root + sep)) return undefined;
  const found = await stat(target).catch(() => undefined);
  return found && { path: target, isFile: found.isFile(), isDirectory: found.isDirectory() };
}

async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
