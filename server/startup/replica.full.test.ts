import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database/connection.ts';
import { chooseTcp } from '../database/embedded/transport.ts';
import { addImage } from '../testing/builders.ts';
import { type PostgresPair, startPostgresPair } from '../testing/postgres-pair.ts';
import { quietLog } from '../testing/quiet-log.ts';
import { buildServerProcess, type ServerProcess } from '../testing/server-process.ts';
import { addSignedInPeople, type Person } from '../testing/signed-in-people.ts';

/* Two servers read the catalogue from a streaming standby, which is paused, stopped and started. */

const tokenSecret = 'signs the access tokens of this test';
const project = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
let program: Awaited<ReturnType<typeof buildServerProcess>>;
let postgres: PostgresPair;
let primary: Database;
let seller: Person;
let image: string;
const servers: (ServerProcess & { metrics: string })[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-replica-'));
  program = await buildServerProcess('shop-process');
  postgres = await startPostgresPair();
  const own = '?application_name=test';
  primary = await openDatabase({ url: postgres.primary.url + own, poolSize: 2 }, quietLog);
  // The primary does not wait for a standby that is stopped.
  await primary.sql`alter system set synchronous_standby_names = ''`;
  await primary.sql`select pg_reload_conf()`;
  for (const name of ['one', 'two']) servers.push(await startServer(name));
  [seller = seller] = await addSignedInPeople(primary, { tokenSecret, role: 'seller', count: 1 });
  image = `${servers[0]?.url}/pictures/${await addImage(primary, { avif: true })}/1600.webp`;
}, 120_000);
afterAll(async () => {
  for (const server of servers) await server.kill();
  await primary?.close();
  await postgres?.remove();
  await program?.remove();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

async function startServer(name: string) {
  const { port } = await chooseTcp();
  const settings = {
    DATA_DIR: join(folder, name),
    DATABASE_URL: postgres.primary.url,
    DATABASE_READ_URL: postgres.standby.url,
    TOKEN_SECRET: tokenSecret,
    METRICS_PORT: String(port),
    LOG_LEVEL: 'info',
    ...(servers[0] && { PUBLIC_URL: servers[0].url }),
  };
  const server = await program.start([project, JSON.stringify(settings)]);
  return { ...server, metrics: `http://127.0.0.1:${port}/metrics` };
}

const first = () => servers[0] as (typeof servers)[number];
const second = () => servers[1] as (typeof servers)[number];

async function write(method: 'POST' | 'PATCH', path: string, body: object): Promise<string> {
  const reply = await fetch(`${first().url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${seller.token}` },
    body: JSON.stringify(body),
  });
  const answer = (await reply.json()) as { insertedId?: string };
  expect(reply.ok, JSON.stringify(answer)).toBe(true);
  return answer.insertedId ?? '';
}

const list = (name: string) =>
  write('POST', '/products', {
    name,
    price: 75,
    category: 'String',
    number: '555-0101',
    location: 'Leith',
    year: 2015,
    description: 'Plays well, two small dents in the bowl.',
    image,
  });

/** As a guest. */
async function read<Answer>({ url }: ServerProcess, path: string): Promise<Answer> {
  const reply = await fetch(url + path);
  expect(reply.status).toBe(200);
  return (await reply.json()) as Answer;
}

const priceOn = async (server: ServerProcess, id: string) =>
  (await read<{ price: number }>(server, `/api/products/${id}`)).price;
const pricesFoundOn = async (server: ServerProcess, word: string) => {
  const { items } = await read<{ items: { price: number }[] }>(server, `/api/search?q=${word}`);
  return items.map(({ price }) => price);
};

async function metric({ metrics }: (typeof servers)[number], name: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? 0);
}
const readsFrom = (server: (typeof servers)[number], from: 'replica' | 'primary') =>
  metric(server, `reprise_catalogue_reads_total{from="${from}"}`);

/** Each has words that were never searched, so that no cache has the answer. */
let searches = 0;
async function search(server: ServerProcess): Promise<void> {
  searches += 1;
  await read(server, `/api/search?q=bowl${searches}`);
}

async function isReplicaRead(server: (typeof servers)[number]): Promise<boolean> {
  const before = await readsFrom(server, 'replica');
  // What is found is read from the replica; an empty result is read again.
  await read(server, `/api/search?maxPrice=${200 + searches}`);
  await search(server);
  return (await readsFrom(server, 'replica')) > before;
}

async function onStandby(statement: 'pause' | 'resume'): Promise<void> {
  const { sql, close } = await openDatabase(
    { url: `${postgres.standby.url}?application_name=test`, poolSize: 1 },
    quietLog,
  );
  if (statement === 'pause') await sql`select pg_wal_replay_pause()`;
  else await sql`select pg_wal_replay_resume()`;
  await close();
}

it('guests read the catalogue from the replica', async () => {
  const id = await list('Replica oud');
  expect(await priceOn(first(), id)).toBe(75);
  for (const server of servers) await expect.poll(() => isReplicaRead(server)).toBe(true);
});

it('a change shows while the replica is behind, on every server, and does not go back when it has caught up', async () => {
  const id = await list('Slow harp');
  await expect.poll(() => pricesFoundOn(second(), 'harp')).toEqual([75]);
  for (const server of servers) await expect.poll(() => isReplicaRead(server)).toBe(true);
  await onStandby('pause');
  await write('PATCH', `/products/${id}`, { price: 60 });
  expect(await priceOn(first(), id)).toBe(60);
  expect(await pricesFoundOn(first(), 'harp')).toEqual([60]);
  await expect.poll(() => priceOn(second(), id)).toBe(60);
  await expect.poll(() => pricesFoundOn(second(), 'harp')).toEqual([60]);
  await onStandby('resume');
  for (const server of servers) {
    await expect.poll(() => isReplicaRead(server)).toBe(true);
    expect(await priceOn(server, id)).toBe(60);
    expect(await pricesFoundOn(server, 'harp')).toEqual([60]);
  }
});

it('a new listing is found on the other server at once although the replica is behind', async () => {
  await onStandby('pause');
  const id = await list('New viol');
  expect(await priceOn(second(), id)).toBe(75);
  await onStandby('resume');
});

it('a replica that is behind is measured and reported, and is read again when it has caught up', async () => {
  await expect.poll(() => isReplicaRead(first())).toBe(true);
  await onStandby('pause');
  await list('Late lute');
  const lag = () => metric(first(), 'reprise_replica_lag_seconds');
  await expect.poll(lag).toBeGreaterThan(2);
  expect(await isReplicaRead(first())).toBe(false);
  await expect.poll(() => first().lines.join()).toContain('more than two seconds behind');
  await onStandby('resume');
  await expect.poll(() => isReplicaRead(first())).toBe(true);
  expect(await lag()).toBe(0);
  await expect.poll(() => first().lines.join()).toContain('The replica is read again');
});

it('the shop reads from the primary while its replica is away', async () => {
  await postgres.standby.stop('crash');
  await search(first());
  const id = await list('Lone horn');
  expect(await priceOn(first(), id)).toBe(75);
  expect(await isReplicaRead(first())).toBe(false);
  // A server starts without it as well.
  const third = await startServer('three');
  servers.push(third);
  expect(await priceOn(third, id)).toBe(75);
  await postgres.standby.start();
  await expect.poll(() => isReplicaRead(third)).toBe(true);
  await expect.poll(() => isReplicaRead(first())).toBe(true);
  expect(await pricesFoundOn(first(), 'horn')).toEqual([75]);
});
