import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { StartupError } from '../core/startup-error.ts';
import { type Database, openDatabase } from '../database/connection.ts';
import { isDatabaseAway } from '../database/connection-fault.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { adoptAllAppeals } from '../features/moderation/appeal-rows.ts';
import type { ProjectFiles } from './project-files.ts';

type Closers = (() => Promise<unknown>)[];

const databaseRetryMs = 500;

/** Opens the configured database, or starts the embedded one, and migrates it. */
export async function openMigratedDatabase(
  { config, log, files }: { config: Config; log: Logger; files: Pick<ProjectFiles, 'migrations'> },
  closers: Closers,
) {
  let databaseUrl = config.databaseUrl;
  if (databaseUrl === undefined) {
    const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, log });
    closers.push(embedded.stop);
    databaseUrl = embedded.url;
  }
  const { databasePoolSize: poolSize, databaseReadUrl: readUrl } = config;
  const settings = { url: databaseUrl, poolSize, readUrl };
  const database = await openWhenThere(settings, log, config.databaseWaitSeconds);
  closers.push(database.close);
  const { warnings } = await migrate(database, files.migrations);
  await adoptAllAppeals(database, new Date());
  return { database, warnings };
}

/** Waits for a database that is away, so that the order in which machines start does not matter. */
async function openWhenThere(
  settings: { url: string; poolSize: number; readUrl: string | undefined },
  log: Logger,
  waitSeconds: number,
): Promise<Database> {
  const giveUpMs = performance.now() + waitSeconds * 1_000;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await openDatabase(settings, log);
    } catch (error) {
      const mayWait = performance.now() < giveUpMs;
      if (!mayWait || !(error instanceof StartupError && isDatabaseAway(error))) throw error;
      if (isFirst) log.warn(`${error.message} Waiting for it for up to ${waitSeconds} s.`);
    }
    await pause(databaseRetryMs);
  }
}
