import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { type Database, openDatabase } from '../database/connection.ts';
import { createCallers } from '../http/api/caller.ts';
import { scheduledJobs } from '../jobs/scheduled-jobs.ts';
import { addImage, addUser } from '../testing/builders.ts';
import { startCountingMailServer } from '../testing/counting-mail-server.ts';
import { createDueWork } from '../testing/due-work.ts';
import { holdJobs, makeJobsHoldable } from '../testing/held-jobs.ts';
import { findLostOrDoubled, findMailFaults, findUnfinishedWork } from '../testing/outage-faults.ts';
import { type PostgresPair, startPostgresPair } from '../testing/postgres-pair.ts';
import { quietLog } from '../testing/quiet-log.ts';
import { findPaymentFaults, findProviderDifferences } from '../testing/sales/payment-faults.ts';
import { buildServerProcess, type ServerProcess } from '../testing/server-process.ts';
import { type Person, shopStories } from '../testing/shop-stories.ts';
import { startSteadyLoad } from '../testing/steady-load.ts';

/*
 * The whole server takes 50 requests a second and runs all of its jobs while its PostgreSQL has outages, and at last its
 * standby is promoted.
 */

/** The time for which PostgreSQL is stopped or silent. */
const outageMs = 30_000;
const perSecond = 50;
const tokenSecret = 'signs the access tokens of this test';
const project = fileURLToPath(new URL('../..', import.meta.url));
/** The limit of each wait; it catches what hangs. */
const soon = { timeout: 90_000 };

let folder: string;
let program: Awaited<ReturnType<typeof buildServerProcess>>;
let postgres: PostgresPair;
let mailServer: Awaited<ReturnType<typeof startCountingMailServer>>;
let shop: ServerProcess;
/** The server that takes writes. */
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-outages-'));
  program = await buildServerProcess('shop-process');
  postgres = await startPostgresPair();
  mailServer = await startCountingMailServer(20);
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    DATABASE_POOL_SIZE: '60',
    TOKEN_SECRET: tokenSecret,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Reprise <shop@reprise.test>',
    LOG_LEVEL: 'info',
  };
  shop = await program.start([project, JSON.stringify(settings)]);
  const url = `${postgres.url}&application_name=test`;
  database = await openDatabase({ url, poolSize: 10 }, quietLog);
}, 120_000);
afterAll(async () => {
  await shop?.kill().catch(() => undefined);
  await database?.close();
  await postgres?.remove();
  await mailServer?.close();
  await program?.remove();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

const outages: Record<string, () => Promise<void>> = {
  async stopped() {
    await postgres.primary.stop('fast');
    await pause(outageMs);
    await postgres.primary.start();
  },
  async restarted() {
    await postgres.primary.stop('fast');
    await postgres.primary.start();
  },
  'one backend killed': () => postgres.primary.killBackend(),
  async silent() {
    await postgres.primary.freeze();
    await pause(outageMs);
    postgres.primary.thaw();
  },
  async 'standby promoted'() {
    // As if the machine of the primary was lost.
    await postgres.primary.freeze();
    await postgres.promote();
  },
};

/** Gives the jobs work, and begins the outage when every job is running. */
async function strike(addDueWork: () => Promise<void>, outage: () => Promise<void>): Promise<void> {
  await addDueWork();
  const { release } = await holdJobs(database);
  try {
    // A row that is locked is that of a job which cannot end.
    await database.sql`
      update job_runs set due_at = clock_timestamp()
      where name in (select name from job_runs for update skip locked)`;
    const waiting = () => database.sql<{ name: string }[]>`
      select name from job_runs where leased_by is null and name = any(${jobNames}::text[])`;
    while ((await waiting()).length > 0) await pause(5);
    await outage();
  } finally {
    await release();
  }
}
const jobNames = Object.keys(scheduledJobs);

/** Both the shop and this test have found the server that takes writes. */
async function recovered(): Promise<void> {
  const readiness = async () => {
    const reply = await fetch(`${shop.url}/readyz`);
    await reply.body?.cancel();
    return reply.status;
  };
  await expect.poll(readiness, soon).toBe(200);
  await expect.poll(() => database.sql`select`.then(() => 'back', String), soon).toBe('back');
}

/** With an access token each. */
function addPeople(role: 'seller' | 'buyer', count: number): Promise<Person[]> {
  const callers = createCallers({
    secret: tokenSecret,
    clock: systemClock,
    findUser: async () => null,
  });
  return Promise.all(
    Array.from({ length: count }, async () => {
      const id = await addUser(database, { role });
      const email = `${id}@reprise.test`;
      return { email, token: await callers.issueToken({ id, email, name: 'Clara' }) };
    }),
  );
}

/** Runs the jobs until nothing is left; what waits for its next attempt need not wait. */
async function finishWork(): Promise<string[]> {
  const { sql } = database;
  const runJobs = async () => {
    await sql`update payment_intents set checked_at = null where state = 'open'`;
    await sql`update payments set refund_tried_at = null where state = 'refund-due'`;
    await sql`update sandbox_events set tried_at = null where delivered_at is null`;
    // Their claim was stored, and the answer to it was lost: such mails wait for ten minutes.
    await sql`
      update queued_mails set due_at = now()
      where sent_at is null and dropped_at is null and tried_at < now() - interval '30 seconds'`;
    await sql`update job_runs set due_at = clock_timestamp() where leased_by is null`;
    return findUnfinishedWork(sql);
  };
  await expect.poll(runJobs, { ...soon, interval: 1_000 }).toEqual([]);
  return findUnfinishedWork(sql);
}

it('outages of PostgreSQL end no process, and lose and double nothing that was acknowledged', async () => {
  const picturesFolder = join(folder, 'pictures');
  const addDueWork = await createDueWork({ database, origin: shop.url, picturesFolder });
  await makeJobsHoldable(database);
  const people = { sellers: await addPeople('seller', 5), buyers: await addPeople('buyer', 100) };
  const addPicture = async () =>
    `${shop.url}/pictures/${await addImage(database, { avif: true })}/1600.webp`;
  const images = await Promise.all(people.sellers.map(addPicture));
  const { acknowledged, nextStory } = shopStories({ origin: shop.url, images, ...people });
  const load = startSteadyLoad({ url: shop.url, perSecond, nextStory });
  for (const [name, outage] of Object.entries(outages)) {
    await strike(addDueWork, outage);
    await recovered();
    report(name, load.counts);
  }
  await load.end();
  report('in all', load.counts);

  const { sql } = database;
  expect(await finishWork()).toEqual([]);
  expect(shop.isRunning()).toBe(true);
  expect(load.counts.unexpected).toEqual([]);
  expect(failedRequests(shop.lines)).toEqual([]);
  expect(await findLostOrDoubled(sql, acknowledged)).toEqual([]);
  expect(await findPaymentFaults(sql)).toEqual([]);
  expect(await findProviderDifferences(sql)).toEqual([]);
  expect(await findMailFaults(sql, mailServer.ids)).toEqual([]);
  expect(Math.min(...Object.values(acknowledged).map(({ size }) => size))).toBeGreaterThan(5);
}, 1_800_000);

/** Log lines of requests that failed otherwise than by an outage, those of the sandbox's webhooks included. */
function failedRequests(lines: readonly string[]): string[] {
  return lines.filter((line) => {
    const status = Number(/"msg":"request"/.test(line) && /"status":(\d+)/.exec(line)?.[1]);
    return status >= 500 && status !== 503;
  });
}

function report(when: string, counts: object): void {
  process.stdout.write(`${when}: ${JSON.stringify(counts)}\n`);
}
