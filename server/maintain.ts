import type pg from 'pg';
import { connect } from './backup/connect.ts';
import { readConfig } from './config/config.ts';
import { StartupError } from './core/startup-error.ts';
import { withDatabase } from './database/with-database.ts';
import { type MaintenanceTask, maintenanceTasks } from './maintenance/tasks.ts';

/** A program: `maintain TASK …`, with the settings of the shop. It works on the database that the shop uses, or would use. */
async function run([name = '', ...given]: string[]): Promise<void> {
  const task = Object.hasOwn(maintenanceTasks, name) ? maintenanceTasks[name] : undefined;
  if (!task || given.length !== task.needs.length) {
    throw new StartupError('Which task?', ['Write one of:', ...usages()].join('\n  '));
  }
  const { databaseUrl, dataDir } = readConfig(process.env);
  await withDatabase({ databaseUrl, dataDir, mayRun: true }, (url) => runOn(url, task, given));
}

async function runOn(url: string, task: MaintenanceTask, given: string[]): Promise<void> {
  const client: pg.Client = await connect(url);
  try {
    for await (const line of task.run(client, given)) process.stdout.write(`${line}\n`);
  } finally {
    await client.end();
  }
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
