import { join, resolve } from 'node:path';
import { backUp } from './backup/back-up.ts';
import { recordBackup } from './backup/last-backup.ts';
import type { Manifest } from './backup/manifest.ts';
import { restore } from './backup/restore.ts';
import { type Config, readConfig } from './config/config.ts';
import { createLog } from './core/log.ts';
import { StartupError } from './core/startup-error.ts';
import { withDatabase } from './database/with-database.ts';
import { findProjectFiles } from './startup/project-files.ts';

/** A program: `backup FOLDER` or `restore FOLDER`, with the settings of the shop. */
async function run([command, given]: string[]): Promise<void> {
  if ((command !== 'backup' && command !== 'restore') || given === undefined) {
    throw new StartupError(
      'Which folder?',
      'Write npm run backup -- FOLDER, or npm run restore -- FOLDER.',
    );
  }
  const config = readConfig(process.env);
  const folder = resolve(given);
  await (command === 'backup' ? makeBackup(config, folder) : restoreBackup(config, folder));
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
    if (config.tokenSecret !== undefined) {
      print('TOKEN_SECRET is not in it: without it, nobody can read the secrets in the database.');
    }
  });
}

async function restoreBackup(config: Config, folder: string): Promise<void> {
  const { migrations } = findProjectFiles();
  const { dataDir, shopFolder } = config;
  await withDatabase({ ...config, mayRun: false }, async (databaseUrl) => {
    const log = createLog('warn');
    const target = { databaseUrl, dataDir, shopFolder: shopFolder.path, migrations, log };
    const restored = await restore(target, folder);
    if (restored.shop !== null && !restored.isShopRestored) {
      print(`${shopFolder.path} was left as it is; that of the backup is ${join(folder, 'shop')}.`);
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
