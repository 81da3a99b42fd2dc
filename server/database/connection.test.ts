import { inspect } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { quietLog, recordingLog } from '../testing/quiet-log.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openDatabase, requireVersion } from './connection.ts';
import { connectionOptions } from './connection-options.ts';
import { Pool } from './pool.ts';
import { sqlOn } from './sql.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const PASSWORD = 'known-to-nobody';

/** Opens an address. @returns all texts of the failure that an operator may see */
async function refusal(url: string) {
  const log = recordingLog();
  const fault: unknown = await openDatabase({ url, poolSize: 1 }, log).then(
    () => undefined,
    (error: unknown) => error,
  );
  const printed = `${inspect(fault, { depth: 10 })} ${log.messages.join(' ')}`;
  return { fault, printed };
}

test('a connection opens, and the log contains the version', async () => {
  const log = recordingLog();
  const { sql, close } = await openDatabase({ url: database.url, poolSize: 1 }, log);
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  await close();
  expect(log.messages).toEqual(['The database is open']);
});

test('a wrong password is refused, and neither message nor log contains it', async () => {
  const url = new URL(database.url);
  url.password = PASSWORD;
  const { fault, printed } = await refusal(url.href);
  expect(fault).toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining(`refuses the user "${url.username}"`),
    remedy: expect.stringContaining('DATABASE_URL'),
  });
  expect(printed).not.toContain(PASSWORD);
});

test.each([
  ['a port where nobody listens', `postgres://shop:${PASSWORD}@127.0.0.1:1/shop`, '127.0.0.1:1'],
  ['an unknown host', `postgres://shop:${PASSWORD}@nowhere.invalid/shop`, 'nowhere.invalid'],
])('%s is named, without the password', async (_, url, host) => {
  const { fault, printed } = await refusal(url);
  expect(fault).toMatchObject({ name: 'StartupError', message: expect.stringContaining(host) });
  expect(printed).not.toContain(PASSWORD);
});

test('a missing database is named in the error', async () => {
  const url = new URL(database.url);
  url.pathname = '/elsewhere';
  expect((await refusal(url.href)).fault).toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('has no database "elsewhere"'),
  });
});

test.each([
  ['is no address', `mysql://shop:${PASSWORD}@host/shop`],
  ['has an unescaped # in its password', `postgres://shop:${PASSWORD}#@host/shop`],
  ['has an unescaped / in its password', `postgres://shop:${PASSWORD}/@host/shop`],
  ['has an impossible port', `postgres://shop:${PASSWORD}@host:99999/shop`],
])('DATABASE_URL that %s is refused without being shown', async (_, url) => {
  const { fault, printed } = await refusal(url);
  expect(fault).toMatchObject({
    name: 'StartupError',
    message: 'DATABASE_URL is not the address of a PostgreSQL.',
  });
  expect(printed).not.toContain(PASSWORD);
});

test.each(['prefer', 'disable'])('?sslmode=%s opens a server without TLS', async (mode) => {
  const url = new URL(database.url);
  url.searchParams.set('sslmode', mode);
  const { sql, close } = await openDatabase({ url: url.href, poolSize: 1 }, quietLog);
  expect(await sql`select 1 as one`.finally(close)).toEqual([{ one: 1 }]);
});

test.each(['require', 'verify-full'])('?sslmode=%s refuses a server without TLS', async (mode) => {
  const url = new URL(database.url);
  url.searchParams.set('sslmode', mode);
  expect((await refusal(url.href)).fault).toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('does not support SSL'),
  });
});

test('further parameters of the address are settings of the session', async () => {
  const url = new URL(database.url);
  url.searchParams.set('search_path', '"a b", c');
  url.searchParams.set('statement_timeout', '7s');
  const { sql, close } = await openDatabase({ url: url.href, poolSize: 1 }, quietLog);
  const [row] = await sql`
    select current_setting('search_path') as path, current_setting('statement_timeout') as timeout,
      current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('application_name') as name`.finally(close);
  expect(row).toEqual({ path: '"a b", c', timeout: '7s', idle: '30s', name: 'reprise' });
});

test('PostgreSQL 14 is the oldest supported version', () => {
  expect(requireVersion(140_000)).toBe('14.0');
  expect(requireVersion(180_004)).toBe('18.4');
  expect(() => requireVersion(130_022)).toThrow('PostgreSQL 13.22, and the shop needs 14 or later');
  expect(() => requireVersion(Number.NaN)).toThrow();
});

test('the pool reconnects after the server closed its connections', async () => {
  const { sql, close } = await openDatabase({ url: database.url, poolSize: 1 }, quietLog);
  const backend = async () => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0];
  const before = await backend();
  await database.sql`select pg_terminate_backend(${before?.pid ?? 0})`;
  const after = await vi.waitFor(backend, { timeout: 10_000, interval: 20 });
  await close();
  expect(after?.pid).toBeGreaterThan(0);
  expect(after).not.toEqual(before);
});

test('a statement is cancelled by the statement timeout', async () => {
  const [row] = await database.sql<{ limit: string }[]>`
    select current_setting('statement_timeout') as limit`;
  expect(row?.limit).toBe('15s');
});

test('closing lets a running statement finish', async () => {
  const { sql, close } = await openDatabase({ url: database.url, poolSize: 1 }, quietLog);
  const running = sql`select pg_sleep(0.2), 1 as one`.then((rows) => rows);
  await close();
  expect(await running).toMatchObject([{ one: 1 }]);
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
});

test('closing refuses work that waits for a connection, and aborts work that does not finish', async () => {
  const pool = new Pool(connectionOptions(database.url, 1));
  const sql = sqlOn(pool);
  const endless = sql`select pg_sleep(60)`.then((rows) => rows);
  const waiting = sql`select 1`.then((rows) => rows);
  const outcomes = Promise.allSettled([endless, waiting]);
  await expect
    .poll(
      () => database.sql`
        select from pg_stat_activity
        where datname = current_database() and query = 'select pg_sleep(60)'`,
    )
    .toHaveLength(1);
  await pool.close(20);
  expect(await outcomes).toMatchObject([
    { reason: { code: 'CONNECTION_CLOSED' } },
    { reason: { code: 'CONNECTION_ENDED' } },
  ]);
});
