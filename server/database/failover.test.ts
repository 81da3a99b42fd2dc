import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, expect, it } from 'vitest';
import { quietLog } from '../testing/quiet-log.ts';
import { createTestDatabase, poolSize } from '../testing/test-database.ts';
import { openDatabase } from './connection.ts';
import { connectionOptions } from './connection-options.ts';
import { rawSql } from './sql.ts';

/* Two databases behind two ports of this machine play the servers of a cluster. One takes no writes, like a standby. */

const servers = [await createTestDatabase(), await createTestDatabase()] as const;
const ports: Port[] = [];
afterEach(async () => {
  for (const port of ports.splice(0)) await port.close();
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

interface Port {
  address: string;
  /** Ends all connections and refuses new ones. */
  close(): Promise<void>;
}

/** A port that leads to the test server; which database the client gets depends on the port. */
async function openPort(database: (typeof servers)[number], number = 0): Promise<Port> {
  const options = connectionOptions(database.url, 1);
  const sockets = new Set<Socket>();
  const listener: Server = createServer((client) => {
    const server = connect(`${options.host}/.s.PGSQL.${options.port}`);
    sockets.add(client).add(server);
    client.once('data', (first) => {
      server.write(withDatabase(first, String(options.database)));
      client.pipe(server);
      server.pipe(client);
    });
    for (const socket of [client, server]) socket.on('error', () => undefined);
  }).listen(number, '127.0.0.1');
  await once(listener, 'listening');
  const port: Port = {
    address: `127.0.0.1:${(listener.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  ports.push(port);
  return port;
}

/** The first message of a client with another database in it. */
function withDatabase(message: Buffer, database: string): Buffer {
  const parts = message.subarray(8).toString('latin1').split('\0');
  parts[parts.indexOf('database') + 1] = database;
  const body = Buffer.from(parts.join('\0'), 'latin1');
  const head = Buffer.from(message.subarray(0, 8));
  head.writeInt32BE(body.length + 8, 0);
  return Buffer.concat([head, body]);
}

/** What new connections get; those that are open stay as they are. */
async function setReadOnly(database: (typeof servers)[number], isReadOnly: boolean) {
  const url = new URL(database.url);
  url.searchParams.set('default_transaction_read_only', 'off');
  const { sql, close } = await openDatabase({ url: url.href, poolSize: 1 }, quietLog);
  const setting = rawSql(`default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  await sql`alter database ${rawSql(`"${nameOf(database)}"`)} set ${setting}`.finally(close);
}

function urlOf(...addresses: Port[]): string {
  const url = new URL(servers[0].url);
  const hosts = addresses.map(({ address }) => address).join(',');
  return `postgres://${url.username}:${url.password}@${hosts}/any?target_session_attrs=read-write`;
}

const nameOf = (database: (typeof servers)[number]) => connectionOptions(database.url, 1).database;

it('the server that takes writes is found, and found again after a failover', async () => {
  const [first, second] = servers;
  await setReadOnly(first, true);
  await setReadOnly(second, false);
  const [standby, primary] = [await openPort(first), await openPort(second)];
  const { sql, close } = await openDatabase({ url: urlOf(standby, primary), poolSize }, quietLog);
  const current = async () => (await sql`select current_database() as name`)[0]?.name;
  try {
    const all = await Promise.all(Array.from({ length: poolSize }, current));
    expect(new Set(all)).toEqual(new Set([nameOf(second)]));

    // The primary is gone, and no one is promoted yet.
    await primary.close();
    await expect.poll(() => current().catch((error) => error.code)).toMatch(/25006|ECONNREFUSED/);
    await setReadOnly(first, false);
    await expect.poll(() => current().catch((error) => error.code)).toBe(nameOf(first));
    const after = await Promise.all(Array.from({ length: poolSize }, current));
    expect(new Set(after)).toEqual(new Set([nameOf(first)]));
  } finally {
    await close();
  }
});

it('a connection to a server that has become a standby is given up at the first refused write', async () => {
  const [first, second] = servers;
  await setReadOnly(first, false);
  await setReadOnly(second, false);
  const [one, other] = [await openPort(first), await openPort(second)];
  const { sql, close } = await openDatabase({ url: urlOf(one, other), poolSize: 1 }, quietLog);
  try {
    await sql`select set_config('default_transaction_read_only', 'on', false)`;
    await setReadOnly(first, true);
    const write = () => sql`delete from queued_mails returning id`.then(() => 'written');
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    expect(await write()).toBe('written');
    expect((await sql`select current_database() as name`)[0]?.name).toBe(nameOf(second));
  } finally {
    await close();
    await setReadOnly(first, false);
  }
});

it('a standby alone is named in plain words', async () => {
  const [first] = servers;
  await setReadOnly(first, true);
  const standby = await openPort(first);
  await expect(openDatabase({ url: urlOf(standby), poolSize: 1 }, quietLog)).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('is a standby and takes no writes'),
  });
  await setReadOnly(first, false);
});
