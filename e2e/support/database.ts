import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '../../server/database/connection.ts';
import { featureBuilders } from '../../server/testing/feature-builders.ts';
import { quietLog } from '../../server/testing/quiet-log.ts';
import { testServer } from './test-server.ts';

let pool: Promise<Database> | undefined;

/** The database of the server under test: one pool for all tests of this process, which ends with it. */
export function testDatabase(): Promise<Database> {
  pool ??= openDatabase({ url: testServer().databaseUrl, poolSize: 2 }, quietLog);
  return pool;
}

/** Runs queries for what no page and no call of the API shows. */
export async function query<Result>(
  run: (sql: Database['sql']) => PromiseLike<Result>,
): Promise<Result> {
  return run((await testDatabase()).sql);
}

/** Makes users and products in the database of the server under test, as its own functions make them. */
export async function seed<Result>(
  make: (builders: ReturnType<typeof featureBuilders>) => Promise<Result>,
): Promise<Result> {
  return make(featureBuilders(await testDatabase()));
}

/** A name that nothing else in the database has. */
export function uniqueName(prefix: string): string {
  // Begins with a letter: a search for 'No. 2' by the beginnings of words must not find every name of '2aef…'.
  return `${prefix} x${randomBytes(4).toString('hex')}`;
}

/** Matches what only a `uniqueName` contains. */
export const uniqueNamePattern = /\bx[0-9a-f]{8}\b/;
