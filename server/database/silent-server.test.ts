import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { connectionOptions } from './connection-options.ts';
import type { DatabaseHost } from './host-choice.ts';
import { Pool, type PoolOptions } from './pool.ts';
import { sqlOn } from './sql.ts';

/* A server whose machine or network is gone: connections stay open or are taken, and there is no answer. */

const database = await createTestDatabase();
afterAll(() => database.close());
const options = connectionOptions(database.url, 1);
const silenceTimeoutMs = 3_000;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Wire extends DatabaseHost {
  /** How many connections were made. */
  count: number;
  /** Nothing goes through any more in either direction; new connections are taken. */
  isSilent: boolean;
}

/** A port that leads to the test server. */
async function openWire(isSilent = false): Promise<Wire> {
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    wire.count += 1;
    const server = connect(`${options.host}/.s.PGSQL.${options.port}`);
    sockets.add(client).add(server);
    client.on('data', (sent) => wire.isSilent || server.write(sent));
    server.on('data', (sent) => wire.isSilent || client.write(sent));
    for (const socket of [client, server]) socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const wire: Wire = { host: '127.0.0.1', port, count: 0, isSilent };
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  return wire;
}

function openPool(hosts: readonly DatabaseHost[], given: Partial<PoolOptions> = {}) {
  const pool = new Pool({ ...options, hosts, silenceTimeoutMs, ...given });
  closers.push(() => pool.close(100));
  return { pool, sql: sqlOn(pool) };
}

it('a statement that a silent server owes an answer fails as an outage, and the next one gets a new connection', async () => {
  const wire = await openWire();
  const { pool, sql } = openPool([wire]);
  const [before] = await sql`select pg_backend_pid() as pid`;
  wire.isSilent = true;
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  wire.isSilent = false;
  const [after] = await sql`select pg_backend_pid() as pid`;
  expect(after?.pid).not.toBe(before?.pid);
  const commit = pool.transaction(async (tx) => {
    await tx.run({ text: 'select 1', values: [] });
    wire.isSilent = true;
  });
  await expect(commit).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
});

it('a connection that nobody uses may be silent', async () => {
  const wire = await openWire();
  const { sql } = openPool([wire]);
  await sql`select 1`;
  await pause(2 * silenceTimeoutMs);
  await sql`select 1`;
  expect(wire.count).toBe(1);
});

it('a transaction that may take long waits for a server that works', async () => {
  const { pool } = openPool([await openWire()]);
  const sleep = { text: `select pg_sleep(${(2 * silenceTimeoutMs) / 1_000})`, values: [] };
  const transaction = (mayTakeLong: boolean) =>
    pool.transaction((tx) => tx.run(sleep), { mayTakeLong });
  expect((await transaction(true)).rowCount).toBe(1);
  await expect(transaction(false)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
});

it('the next host is tried first after one has fallen silent', async () => {
  const [one, other] = [await openWire(), await openWire()];
  const { sql } = openPool([one, other]);
  await sql`select 1`;
  one.isSilent = true;
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  await sql`select 1`;
  expect([one.count, other.count]).toEqual([1, 1]);
});

it('no host is tried twice when none answers', async () => {
  const [one, other] = [await openWire(true), await openWire(true)];
  const { sql } = openPool([one, other], { connectionTimeoutMillis: 500 });
  await expect(sql`select 1`).rejects.toThrow('connection timeout');
  expect(Math.max(one.count, other.count)).toBe(1);
});

it('a request that waits too long for a connection is refused as in an outage, and the host is not left', async () => {
  const [one, other] = [await openWire(), await openWire()];
  const { pool, sql } = openPool([one, other], { connectionTimeoutMillis: 3_000 });
  let finish = () => {};
  const isDone = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const busy = pool.transaction(async (tx) => {
    await tx.run({ text: 'select 1', values: [] });
    await isDone;
  });
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
  finish();
  await busy;
  await sql`select 1`;
  expect([one.count, other.count]).toEqual([1, 0]);
});

it('all hosts together have ten seconds to answer, and statements three more than their limit', () => {
  const several = connectionOptions('postgres://u:p@one,two/shop', 1);
  expect(several).toMatchObject({ connectionTimeoutMillis: 5_000, silenceTimeoutMs: 18_000 });
  const own = connectionOptions('postgres://u:p@one/shop?statement_timeout=60000', 1);
  expect(own).not.toHaveProperty('silenceTimeoutMs');
});
