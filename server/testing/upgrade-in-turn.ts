import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { createCallers } from '../http/api/caller.ts';
import { findLostOrDoubled } from './outage-faults.ts';
import { findPaymentFaults, findProviderDifferences } from './sales/payment-faults.ts';
import { buildServerProcess, type ServerProcess, startServerProgram } from './server-process.ts';
import { type Person, shopStories } from './shop-stories.ts';
import { startSteadyLoad } from './steady-load.ts';
import { createEmptyDatabase, type TestDatabase } from './test-database.ts';

/*
 * An upgrade in turn, and back: a server of an earlier version (`npm run test:upgrade -- <ref>` builds it) makes the database
 * and serves; one of this version migrates it in the meantime; both serve, and the steps of a sale go now to one and now to the
 * other; then this version alone, and then the earlier one alone on the new tables.
 */

const project = fileURLToPath(new URL('../..', import.meta.url));
const tokenSecret = 'signs the access tokens of this test';
const { EARLIER_PROGRAM = '', EARLIER_PROJECT = '' } = process.env;
const perSecond = 20;
/** Acknowledged writes in each phase. */
const enough = 60;
const soon = { timeout: 120_000 };

let database: TestDatabase;
let folder: string;
let balancer: Awaited<ReturnType<typeof startBalancer>>;
let program: Awaited<ReturnType<typeof buildServerProcess>>;
const started: ServerProcess[] = [];

beforeAll(async () => {
  program = await buildServerProcess('shop-process');
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'reprise-upgrade-'));
  balancer = await startBalancer();
});
afterAll(async () => {
  await Promise.all(started.map((server) => server.kill().catch(() => undefined)));
  await balancer.close();
  await database.close();
  await program.remove();
  await rm(folder, { recursive: true, force: true });
});

/** A port that leads to the servers in turn, a connection each. */
async function startBalancer() {
  const sockets = new Set<Socket>();
  let targets: ServerProcess[] = [];
  let count = 0;
  const listener = createServer((client) => {
    count += 1;
    const { port } = new URL(targets[count % targets.length]?.url ?? '');
    const server = connect(Number(port), '127.0.0.1');
    for (const [socket, other] of [[client, server] as const, [server, client] as const]) {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => other.destroy());
      socket.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    leadTo(...next: ServerProcess[]): void {
      targets = next;
    },
    async close(): Promise<void> {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function settings(): string {
  return JSON.stringify({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    TOKEN_SECRET: tokenSecret,
    // In its own name each server would refuse the forms of pages that the other has sent.
    PUBLIC_URL: balancer.url,
    LOG_LEVEL: 'info',
  });
}

async function remember(starting: Promise<ServerProcess>): Promise<ServerProcess> {
  const server = await starting;
  started.push(server);
  return server;
}

const startEarlier = () =>
  remember(startServerProgram([process.execPath, EARLIER_PROGRAM, EARLIER_PROJECT, settings()]));
const startPresent = () => remember(program.start([project, settings()]));

/** Only with columns that the earlier version has too. */
function addPeople(role: 'seller' | 'buyer', count: number): Promise<Person[]> {
  const callers = createCallers({
    secret: tokenSecret,
    clock: systemClock,
    findUser: async () => null,
  });
  return Promise.all(
    Array.from({ length: count }, async () => {
      const at = new Date();
      const id = newId(at);
      const email = `${id}@reprise.test`;
      await database.sql`
        insert into users (id, name, email, role, email_proven_at, created_at)
        values (${id}, 'Clara', ${email}, ${role}, ${at}, ${at})`;
      return { email, token: await callers.issueToken({ id, email, name: 'Clara' }) };
    }),
  );
}

async function addPicture(): Promise<string> {
  const id = newId(new Date());
  await database.sql`
    insert into images (id, host, width, height, widths, placeholder, bytes, avif, created_at)
    values (${id}, 'disk', 1600, 1200, '{480,960,1600}', 'data:image/webp;base64,', 100000, true, now())`;
  return `${balancer.url}/pictures/${id}/1600.webp`;
}

/** What the payments lack. The jobs finish what a browser or a killed server has left; it need not wait for its time. */
async function findOpenPayments(): Promise<string[]> {
  const { sql } = database;
  await sql`update payment_intents set checked_at = null where state = 'open'`;
  await sql`update payments set refund_tried_at = null where state = 'refund-due'`;
  await sql`update sandbox_events set tried_at = null where delivered_at is null`;
  // One that the stopped server was sending is left to it for ten minutes.
  await sql`update mails set tried_at = null where sent_at is null`;
  await sql`update job_runs set due_at = clock_timestamp() where leased_by is null`;
  return [...(await findPaymentFaults(sql)), ...(await findProviderDifferences(sql))];
}

it('the server of an earlier version and this one serve together, and the earlier one serves again on the new tables', async () => {
  const earlier = await startEarlier();
  balancer.leadTo(earlier);
  const people = { sellers: await addPeople('seller', 5), buyers: await addPeople('buyer', 100) };
  const images = await Promise.all(people.sellers.map(addPicture));
  const origin = balancer.url;
  const { acknowledged, nextStory } = shopStories({ origin, images, ...people });

  /** So many more writes are acknowledged by these servers. */
  async function serve(phase: string, servers: ServerProcess[]): Promise<void> {
    balancer.leadTo(...servers);
    // New connections, so that they go to these servers only.
    const load = startSteadyLoad({ url: balancer.url, perSecond, nextStory });
    await expect.poll(() => load.counts.acknowledged, soon).toBeGreaterThan(enough);
    if (phase === 'migrating') present = await startPresent();
    await load.end();
    process.stdout.write(`${phase}: ${JSON.stringify(load.counts)}\n`);
    expect([phase, load.counts.unexpected]).toEqual([phase, []]);
  }
  let present: ServerProcess | undefined;
  await serve('migrating', [earlier]);
  if (!present) throw new Error('The present version was not started');
  await serve('both', [earlier, present]);
  await serve('this version', [present]);
  await serve('the earlier version again', [earlier]);
  await earlier.kill();
  const again = await startEarlier();
  await serve('the earlier version, started on the new tables', [again]);

  const { sql } = database;
  expect(await findLostOrDoubled(sql, acknowledged)).toEqual([]);
  await expect.poll(findOpenPayments, { ...soon, interval: 1_000 }).toEqual([]);
  const failed = [earlier, present, again].flatMap(({ lines }) =>
    lines.filter((line) => /"level":50|"status":5\d\d/.test(line)),
  );
  expect(failed).toEqual([]);
});
