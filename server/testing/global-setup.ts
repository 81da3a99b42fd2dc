import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { compileTexts } from '../../scripts/build/texts.mjs';
import { openDatabase } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import { administer } from './administer-database.ts';
import { quietLog } from './quiet-log.ts';
import { databaseUrlFor } from './test-database.ts';
import { startTestServer } from './test-server.ts';

const MIGRATIONS = fileURLToPath(new URL('../database/migrations', import.meta.url));

interface SharedServer {
  url: string;
  template: string;
  /** The way in which a database is copied; undefined leaves it to the server. */
  strategy: 'file_copy' | undefined;
  stop(): Promise<void>;
}

/** Vitest loads this file once for each project that uses it, so what they share is global. */
const shared = globalThis as { reprisePostgres?: { server: Promise<SharedServer>; users: number } };

/**
 * Compiles the texts, which a started shop reads, and starts a PostgreSQL with a migrated template, from which each test
 * file copies its own database. The first project that needs it starts it, the last one stops it. `TEST_DATABASE_URL`
 * names another server, whose role must be allowed to create databases; without it an embedded one runs in a temporary
 * folder.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  shared.reprisePostgres ??= { server: startServer(), users: 0 };
  const { reprisePostgres } = shared;
  reprisePostgres.users += 1;
  const { url, template, strategy, stop } = await reprisePostgres.server;
  project.provide('testDatabase', { url, template, strategy });
  return async () => {
    reprisePostgres.users -= 1;
    if (reprisePostgres.users === 0) await stop();
  };
}

async function startServer(): Promise<SharedServer> {
  await compileTexts();
  const external = process.env.TEST_DATABASE_URL;
  const server = external
    ? { url: external, stop: async () => undefined }
    : await startTestServer({ isDurable: false });
  const template = `reprise_template_${randomBytes(6).toString('hex')}`;
  try {
    await makeTemplate(server.url, template);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: server.url,
    template,
    // PostgreSQL 14 does not know the option. Writing a copy to the log takes three times the processor time.
    strategy: external ? undefined : 'file_copy',
    async stop() {
      if (external) await administer(server.url, `drop database "${template}" with (force)`);
      await server.stop();
    },
  };
}

async function makeTemplate(url: string, template: string): Promise<void> {
  await administer(url, `create database "${template}"`);
  const settings = { url: databaseUrlFor(url, template), poolSize: 1 };
  const database = await openDatabase(settings, quietLog);
  await migrate(database, MIGRATIONS).finally(() => database.close());
}
