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
import { anotherDatabase, demoInDatabase } from './doctor/demo-database.ts';
import type { Finding } from './doctor/finding.ts';

const noDatabase = 'There is no database yet: the first start of the shop makes it.';

/** What to do is said for the first missing steps, and the first faults of each, so that the list stays short. */
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
  explain(left, missing);
  process.exitCode = 1;
}

/** What to do next. What is missing for several steps is said once. */
function explain(left: readonly LaunchStepId[], missing: Record<LaunchStepId, Finding[]>): void {
  const said = new Set<string>();
  for (const id of left.slice(0, explained)) {
    const news = missing[id].filter(({ text }) => !said.has(text));
    if (news.length > 0) print(`\n${launchStepNames[id]}`);
    const shown = news.slice(0, explained);
    for (const [index, { text, remedy }] of shown.entries()) {
      said.add(text);
      print(`  ${text}`);
      if (remedy !== shown[index + 1]?.remedy) print(`    ${remedy}`);
    }
    if (news.length > shown.length) print(`  And ${news.length - shown.length} more.`);
  }
  if (left.length > explained) print('\nThen run npm run launch again.');
}

/** Checks with the database of the shop if it has one, or says why it was not asked. */
async function withClient(config: Config, shop: LoadedShop | StartupError) {
  const without = async (note: string) => ({
    missing: await checkLaunch({ config, shop, client: undefined, at: new Date() }),
    note,
  });
  if (config.demo) {
    return without('These settings start the demo: its accounts and listings do not count.');
  }
  if (config.databaseUrl === undefined && !(await hasEmbeddedDatabase(config.dataDir))) {
    return without(noDatabase);
  }
  try {
    return await withDatabase({ ...config, mayRun: true }, async (databaseUrl) => {
      const client = await connect(databaseUrl);
      try {
        if (!(await hasTables(client))) return await without(noDatabase);
        const missing = await checkLaunch({ config, shop, client, at: new Date() });
        // Said at once: it is no step of those that are explained first.
        const isDemo = missing.admin.some(({ text }) => text === demoInDatabase);
        return { missing, note: isDemo ? `${demoInDatabase} ${anotherDatabase}` : undefined };
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
