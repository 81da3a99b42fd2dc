import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { createCallers } from '../http/api/caller.ts';
import { askOnNewConnection } from '../testing/ask-on-new-connection.ts';
import { addUser } from '../testing/builders.ts';
import { featureBuilders } from '../testing/feature-builders.ts';
import { buildServerProcess, type ServerProcess } from '../testing/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const tokenSecret = 'signs the access tokens of this test';
const clientCount = 8;
const soon = { timeout: 60_000 };

let program: Awaited<ReturnType<typeof buildServerProcess>>;
let database: TestDatabase;
let folder: string;
let sellerId: string;

beforeAll(async () => {
  program = await buildServerProcess('shop-process');
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'reprise-stopping-'));
  sellerId = await addUser(database, { role: 'seller' });
});
afterAll(async () => {
  await database.close();
  await program.remove();
  await rm(folder, { recursive: true, force: true });
});

function start(settings: Record<string, string>): Promise<ServerProcess> {
  const common = { DATA_DIR: folder, DATABASE_URL: database.url, TOKEN_SECRET: tokenSecret };
  return program.start([project, JSON.stringify({ ...common, ...settings })]);
}

/** A buyer who books one product after the other, and deletes each booking, so that none of the limits is met. */
async function createClient(url: string) {
  const callers = createCallers({
    secret: tokenSecret,
    clock: systemClock,
    findUser: async () => null,
  });
  const id = await addUser(database);
  const token = await callers.issueToken({ id, email: `${id}@reprise.test`, name: 'Clara' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const booked: string[] = [];
  const unanswered: { productId?: string; code: string }[] = [];

  const send = (method: string, path: string, body?: object) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      };
      const sent = request(url + path, { agent, method, headers }, (reply) => {
        text(reply).then((read) => resolve({ status: reply.statusCode ?? 0, body: read }), reject);
      });
      sent.on('error', reject).end(body && JSON.stringify(body));
    });

  async function bookOne(): Promise<void> {
    const productId = await featureBuilders(database).product(sellerId);
    const order = { productId, price: 120.5, phone: '555 0199', location: 'the pier' };
    const code = ({ code = 'unknown' }: NodeJS.ErrnoException) => code;
    const reply = await send('POST', '/api/bookings', order).catch((error) => {
      unanswered.push({ productId, code: code(error) });
    });
    if (!reply) return;
    expect(reply.status).toBe(201);
    const bookingId: string = JSON.parse(reply.body).insertedId;
    booked.push(bookingId);
    const deleted = await send('DELETE', `/api/bookings/${bookingId}`).catch((error) => {
      unanswered.push({ code: code(error) });
    });
    if (deleted) expect(deleted.status).toBe(200);
  }

  return { booked, unanswered, bookOne, close: () => agent.destroy() };
}

type Client = Awaited<ReturnType<typeof createClient>>;

/** Runs clients that book until `goesOn` says no, and sends SIGTERM under that load. */
async function stopUnderLoad(
  shop: ServerProcess,
  goesOn: (client: Client) => boolean,
  stopping: (allAnswered: Promise<unknown>) => Promise<unknown>,
) {
  const clients = await Promise.all(
    Array.from({ length: clientCount }, () => createClient(shop.url)),
  );
  const load = clients.map(async (client) => {
    while (goesOn(client)) await client.bookOne();
    client.close();
  });
  await expect.poll(() => clients.every(({ booked }) => booked.length > 0), soon).toBe(true);
  const ended = shop.stop('SIGTERM');
  const allAnswered = Promise.all(load);
  await stopping(allAnswered);
  await allAnswered;
  const booked = clients.flatMap((client) => client.booked);
  const unanswered = clients.flatMap((client) => client.unanswered);
  return { exitCode: await ended, booked, unanswered };
}

async function countStored(ids: readonly string[]): Promise<number> {
  return (await database.sql`select from bookings where id = any(${ids}::uuid[])`).length;
}

describe.each(['1', '2'])('SIGTERM under load, with SERVERS=%s,', (servers) => {
  it('a stopping server loses no request of clients that leave when it is no longer ready', async () => {
    const shop = await start({ SERVERS: servers, DRAIN_SECONDS: '600' });
    let isReady = true;
    const { exitCode, booked, unanswered } = await stopUnderLoad(
      shop,
      () => isReady,
      async (allAnswered) => {
        // As a load balancer does.
        const readiness = async () => (await askOnNewConnection(`${shop.url}/readyz`)).status;
        await expect.poll(readiness, { ...soon, interval: 100 }).toBe(503);
        isReady = false;
        await allAnswered;
        // Ends the time in which it goes on serving.
        shop.stop('SIGINT');
      },
    );
    expect(unanswered).toEqual([]);
    expect(exitCode).toBe(0);
    expect(await countStored(booked)).toBe(booked.length);
  });

  it('a stopping server answers every request it has begun, and does nothing for one it refuses', async () => {
    const shop = await start({ SERVERS: servers, DRAIN_SECONDS: '0' });
    const { exitCode, booked, unanswered } = await stopUnderLoad(
      shop,
      ({ unanswered }) => unanswered.length === 0,
      async () => undefined,
    );
    expect(exitCode).toBe(0);
    expect(await countStored(booked)).toBe(booked.length);
    for (const { code } of unanswered) expect(code).toMatch(/^(ECONNREFUSED|ECONNRESET|EPIPE)$/);
    const refused = unanswered.flatMap(({ productId }) => productId ?? []);
    const stored = await database.sql`
      select from bookings where product_id = any(${refused}::uuid[])`;
    expect(stored).toHaveLength(0);
  });
});
