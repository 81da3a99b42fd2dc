import {
  type LaunchStepId,
  launchStepIds,
  launchStepNames,
} from '#contract/overview/launch-steps.ts';
import { connect } from './backup/connect.ts';
import { type Config, readConfig } from './config/config.ts';
import { loadShop } from './config/shop/load-shop.ts';
import type { LoadedShop } from './core/loaded-shop.ts';
import { StartupError } from './core/startup-error.ts';
import { hasEmbeddedDatabase } from './database/embedded.ts';
import { withDatabase } from './database/with-database.ts';
import { type Asked, one } from './doctor/check-database.ts';
import { checkLaunch } from './doctor/check-launch.ts';
import type { Finding } from './doctor/finding.ts';

/** What to do is said for the first missing steps, so that the list stays short. */
const explained = 3;

/** A program: prints what is done and what is missing between a clone and the first sale. Exits with 1 until all is done. */
async function run(): Promise<void> {
  const config = readConfig(process.env);
  const shop = await loadShop(config.shopFolder).catch(asStartupError);
  const { missing, note } = await withClient(config, shop);
  const done = launchStepIds.filter((id) => missing[id].length === 0);
  const left = launchStepIds.filter((id) => missing[id].length > 0);
  print(
    `From a clone to the first sale: ${done.length} of ${launchStepIds.length} steps are done.\n`,
  );
  for (const id of launchStepIds) {
    print(`  ${missing[id].length === 0 ? 'done   ' : 'MISSING'}  ${launchStepNames[id]}`);
  }
  if (note !== undefined) print(`\n${note}`);
  if (left.length === 0) {
    print('\nAll is done. npm run doctor looks at the running shop from outside, too.');
    return;
  }
  for (const id of left.slice(0, explained)) explain(id, missing[id]);
  if (left.length > explained) print('\nThen run npm run launch again.');
  process.exitCode = 1;
}

function explain(id: LaunchStepId, findings: readonly Finding[]): void {
  print(`\n${launchStepNames[id]}`);
  for (const { text, remedy } of findings) print(`  ${text}\n    ${remedy}`);
}

/** Checks with the database of the shop if it has one, or says why it was not asked. */
async function withClient(config: Config, shop: LoadedShop | StartupError) {
  const without = async (note?: string) => ({
    missing: await checkLaunch({ config, shop, client: undefined, at: new Date() }),
    note,
  });
  if (config.demo) {
    return without('These settings start the demo: its accounts and listings do not count.');
  }
  if (config.databaseUrl === undefined && !(await hasEmbeddedDatabase(config.dataDir))) {
    return without();
  }
  try {
    return await withDatabase({ ...config, mayRun: true }, async (databaseUrl) => {
      const client = await connect(databaseUrl);
      try {
        if (!(await hasTables(client))) return await without();
        const missing = await checkLaunch({ config, shop, client, at: new Date() });
        return { missing, note: undefined };
      } finally {
        await client.end();
      }
    });
  } catch (error) {
    const { message, remedy } = asStartupError(error);
    return without(`The database was not asked. ${message}\n${remedy}`);
  }
}

async function hasTables(client: Asked): Promise<boolean> {
  const row = await one<{ found: string | null }>(
    client,
    `select to_regclass('products') as found`,
  );
  return row.found !== null;
}

function asStartupError(error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  throw error;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await run();
} catch (error) {
  const { message, remedy } = asStartupError(error);
  process.stderr.write(`\n${message}\n${remedy}\n\n`);
  process.exitCode = 1;
}
