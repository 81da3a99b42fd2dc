import { randomBytes } from 'node:crypto';
import { inject, type ProvidedContext } from 'vitest';
import { type Database, openDatabase } from '../database/connection.ts';
import { forgetStatementNames } from '../database/pooled-client.ts';
import { administer, dropDatabase } from './administer-database.ts';
import { quietLog } from './quiet-log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: { url: string; template: string; strategy: 'file_copy' | undefined };
  }
}

export type TestDatabase = Database & {
  /** The address for code that opens its own connections. It contains the password of the test server. */
  url: string;
};

/** The maximum of connections to each test database. */
export const poolSize = 10;

/**
 * A migrated, empty database that nothing else uses; `close()` drops it. Usually one per test file:
 * `const database = await createTestDatabase(); afterAll(() => database.close());`
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createFrom(testServer().template);
}

/** A database without any tables, for tests of the migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom('template1');
}

/** The PostgreSQL that `global-setup.ts` started. */
function testServer(): ProvidedContext['testDatabase'] {
  const server: ProvidedContext['testDatabase'] | undefined = inject('testDatabase');
  if (server) return server;
  throw new Error(
    'Unit tests have no database. A test in server/ that needs one is named *.test.ts, not *.unit.test.ts.',
  );
}

async function createFrom(template: string): Promise<TestDatabase> {
  forgetStatementNames();
  const { url: server, strategy } = testServer();
  const name = `reprise_test_${randomBytes(6).toString('hex')}`;
  const create = `create database "${name}" template "${template}"`;
  await administer(server, strategy ? `${create} strategy ${strategy}` : create);
  const url = databaseUrlFor(server, name);
  const database = await openDatabase({ url, poolSize }, quietLog);
  return {
    ...database,
    url,
    async close() {
      await database.close();
      await dropDatabase(server, name);
    },
  };
}

/** The address of another database on the same server. */
export function databaseUrlFor(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
