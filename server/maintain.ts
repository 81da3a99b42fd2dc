import type pg from 'pg';
import { connect } from './backup/connect.ts';
import { readConfig } from './config/config.ts';
import { StartupError } from './core/startup-error.ts';
import { withDatabase } from './database/with-database.ts';
import { type MaintenanceTask, maintenanceTasks } from './maintenance/tasks.ts';
import { toUrl } from './startup/listen-address.ts';

/** A program: `maintain TASK …`, with the settings of the shop. It works on the database that the shop uses, or would use. */
async function run([name = '', ...given]: string[]): Promise<void> {
  const task = Object.hasOwn(maintenanceTasks, name) ? maintenanceTasks[name] : undefined;
  if (!task || given.length !== task.needs.length) {
    throw new StartupError('Which task?', ['Write one of:', ...usages()].join('\n  '));
  }
  const { databaseUrl, dataDir, publicUrl, host, port } = readConfig(process.env);
  const shop = { origin: publicUrl ?? toUrl({ host, port }) };
  await withDatabase({ databaseUrl, dataDir, mayRun: true }, async (url) => {
    const client: pg.Client = await connect(url);
    try {
      await print(task.run(client, given, shop));
    } finally {
      await client.end();
    }
  });
}
async function print(lines: ReturnType<MaintenanceTask['run']>): Promise<void> {
  for await (const line of lines) process.stdout.write(`${line}\n`);
}

function usages(): string[] {
  return Object.entries(maintenanceTasks).map(
    ([name, { needs, about }]) => `npm run maintain -- ${[name, ...needs].join(' ')}  (${about})`,
  );
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`\n${error.message}\n${error.remedy}\n\n`);
  process.exitCode = 1;
}
