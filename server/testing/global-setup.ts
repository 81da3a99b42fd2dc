import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import { rawSql } from '../database/sql.ts';
import { quietLog } from './quiet-log.ts';
import { databaseUrlFor } from './test-database.ts';
import { startTestServer } from './test-server.ts';

const MIGRATIONS = fileURLToPath(new URL('../database/migrations', import.meta.url));

/**
 * Once per run: a PostgreSQL (the one of TEST_DATABASE_URL, whose role must be allowed to create databases, or an
 * embedded one in a temporary folder) with a migrated template, from which each test file copies its own database.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  const server = external
    ? { url: external, stop: async () => undefined }
    : await startTestServer();
  const template = `reprise_template_${randomBytes(6).toString('hex')}`;
  try {
    await makeTemplate(server.url, template);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('testDatabase', { url: server.url, template });
  return async () => {
    if (external) await runOn(server.url, `drop database "${template}" with (force)`);
    await server.stop();
  };
}

async function makeTemplate(url: string, template: string): Promise<void> {
  await runOn(url, `create database "${template}"`);
  const settings = { url: databaseUrlFor(url, template), poolSize: 1 };
  const database = await openDatabase(settings, quietLog);
  await migrate(database, MIGRATIONS).finally(() => database.close());
}

async function runOn(url: string, statement: string): Promise<void> {
  const database = await openDatabase({ url, poolSize: 1 }, quietLog);
  await database.sql`${rawSql(statement)}`.finally(() => database.close());
}
