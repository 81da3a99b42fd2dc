import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from './backup/back-up.ts';
import { verifyBackup } from './backup/checksums.ts';
import { recordBackup } from './backup/last-backup.ts';
import type { Manifest } from './backup/manifest.ts';
import { restore } from './backup/restore.ts';
import { type Config, readConfig } from './config/config.ts';
import { createLog } from './core/log.ts';
import { StartupError } from './core/startup-error.ts';
import { withDatabase } from './database/with-database.ts';
import { findProjectFiles } from './startup/project-files.ts';

const usage = [
  'npm run backup -- FOLDER',
  'npm run backup -- --verify FOLDER',
  'npm run restore -- FOLDER',
  'npm run restore -- --without-damaged-pictures FOLDER',
];

/** Said only when no file of the backup decrypts them. */
const secretIsElsewhere =
  'TOKEN_SECRET is not in it: without it, nobody can read the secrets in the database.';

/** A program: makes a backup, checks one, or restores one, with the settings of the shop. */
async function run(args: string[]): Promise<void> {
  const { command, given, verify, mayLackPictures } = readArguments(args);
  const folder = resolve(given);
  if (verify) return verifyOnly(folder);
  const config = readConfig(process.env);
  if (command === 'backup') await makeBackup(config, folder);
  else await restoreBackup(config, folder, mayLackPictures);
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        verify: { type: 'boolean', default: false },
        'without-damaged-pictures': { type: 'boolean', default: false },
      },
    });
    const [command, given, ...rest] = positionals;
    const { verify, 'without-damaged-pictures': mayLackPictures } = values;
    const isKnown =
      command === 'backup' ? !mayLackPictures : command === 'restore' ? !verify : false;
    if (isKnown && given !== undefined && rest.length === 0) {
      return { command, given, verify, mayLackPictures };
    }
  } catch {
    // An option that does not exist.
  }
  throw new StartupError('Which folder?', ['Write one of:', ...usage].join('\n  '));
}

async function verifyOnly(folder: string): Promise<void> {
  const { manifest } = await verifyBackup(folder);
  print(`${folder} is whole: ${describe(manifest)}, as of ${manifest.madeAt}.`);
  if (manifest.hasSecret === false) print(secretIsElsewhere);
}

async function makeBackup(config: Config, folder: string): Promise<void> {
  const { dataDir, images, shopFolder } = config;
  const hasPictures = images.host === 'disk';
  await withDatabase({ ...config, mayRun: true }, async (databaseUrl) => {
    const at = new Date();
    const source = { databaseUrl, dataDir, hasPictures, shopFolder: shopFolder.path };
    const made = await backUp(source, folder, at);
    await recordBackup(dataDir, folder, at);
    print(`Backed up to ${folder}: ${describe(made)}.`);
    if (!hasPictures)
      print('The pictures are not in it: keep versions in their bucket or service.');
    if (made.hasSecret === false) print(secretIsElsewhere);
  });
}

async function restoreBackup(
  config: Config,
  folder: string,
  mayLackPictures: boolean,
): Promise<void> {
  const { migrations } = findProjectFiles();
  const { dataDir } = config;
  const shopFolder = join(dataDir, 'shop');
  await withDatabase({ ...config, mayRun: false }, async (databaseUrl) => {
    const log = createLog('warn');
    const target = { databaseUrl, dataDir, migrations, log };
    const restored = await restore(target, folder, { mayLackPictures });
    if (restored.isShopRestored) {
      print(`The folder with your settings, pages and texts is ${shopFolder}: move it to where`);
      print(`SHOP_DIR names it, or start with SHOP_DIR=${shopFolder}.`);
    } else if (restored.shop !== null) {
      print(`${shopFolder} was left as it is; that of the backup is ${join(folder, 'shop')}.`);
    }
    for (const path of restored.damagedPictures) print(`${path} is damaged and was left out.`);
    if (restored.hasSecret === false && config.tokenSecret === undefined) {
      print('Before you start the shop, set TOKEN_SECRET to what it was: it is not in the backup.');
    }
    print(
      `Restored ${describe(restored)}, as of ${restored.madeAt}. Start the shop with npm start.`,
    );
  });
}

function describe({ tables, pictures, shop }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const own = shop === null ? '' : `, ${shop} files of SHOP_DIR`;
  return `${tables.length} tables with ${rows} rows, ${pictures ?? 'no'} files of pictures${own}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`\n${error.message}\n${error.remedy}\n\n`);
  process.exitCode = 1;
}
