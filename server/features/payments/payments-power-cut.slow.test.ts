import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { type Database, openDatabase } from '../../database/connection.ts';
import { readPidFile } from '../../database/embedded/pid-file.ts';
import { startEmbeddedDatabase } from '../../database/embedded.ts';
import { migrate } from '../../database/migrate.ts';
import { createCallers } from '../../http/api/caller.ts';
import { createSandboxCards } from '../../providers/cards/sandbox/sandbox-cards.ts';
import { signatureHeader, signWebhook } from '../../providers/cards/sandbox/webhook-signature.ts';
import { addImage, addProduct, addUser } from '../../testing/builders.ts';
import { buildServerProcess, type ServerProcess } from '../../testing/killable-payments.ts';
import { findPaymentFaults, findProviderDifferences } from '../../testing/payment-faults.ts';
import { quietLog } from '../../testing/quiet-log.ts';
import { type StormSale, startStorm } from '../../testing/sale-storm.ts';
import { readSharedSecret } from '../session/read-shared-secret.ts';
import { expireHolds } from './expire-holds.ts';
import { receiveCardEvent } from './receive-card-event.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refundDue } from './refund-payment.ts';

/* The whole server takes payments while it and its PostgreSQL are killed. `npm run test:full` runs a longer version. */

const saleCount = Number(process.env.POWER_CUT_SALES ?? 120);
/** Within the limit of unpaid bookings per buyer. */
const salesPerBuyer = 10;
const concurrency = 20;
const fewCuts: readonly Cut[] = ['shop', 'database', 'both'];
const cuts: readonly Cut[] =
  saleCount >= 5_000
    ? [...fewCuts, 'shop', 'shop', ...fewCuts, 'database', 'shop', 'shop']
    : fewCuts;
type Cut = 'shop' | 'database' | 'both';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const tokenSecret = 'signs the access tokens of this test';

let dataDir: string;
let program: Awaited<ReturnType<typeof buildServerProcess>>;
let server: ServerProcess;
let webhookSecret: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reprise-power-cuts-'));
  program = await buildServerProcess('shop-process');
}, 120_000);
afterAll(async () => {
  await server?.kill().catch(() => undefined);
  // The database survives the server by design.
  await (await startEmbeddedDatabase({ dataDir, log: quietLog })).stop();
  await program.remove();
  await rm(dataDir, { recursive: true, force: true });
}, 120_000);

const startServer = async () => {
  const settings = { DATA_DIR: dataDir, TOKEN_SECRET: tokenSecret };
  server = await program.start([project, JSON.stringify(settings)]);
};

/** While the server is not running. */
async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedDatabase({ dataDir, log: quietLog });
  const database = await openDatabase({ url: embedded.url, poolSize: 10 }, quietLog);
  try {
    return await work(database);
  } finally {
    await database.close();
    await embedded.stop();
  }
}

/** Adds a product and a buyer for each sale. */
async function addSales(database: Database): Promise<StormSale[]> {
  await migrate(database, join(project, 'server/database/migrations'));
  webhookSecret = await readSharedSecret(
    { sql: database.sql, sealingSecrets: [tokenSecret] },
    'sandbox-webhooks',
    new Date(),
  );
  const callers = createCallers({
    secret: tokenSecret,
    clock: systemClock,
    findUser: async () => null,
  });
  const imageId = await addImage(database);
  const sellerId = await addUser(database, { role: 'seller' });
  const tokens = await Promise.all(
    Array.from({ length: Math.ceil(saleCount / salesPerBuyer) }, async () => {
      const id = await addUser(database);
      return callers.issueToken({ id, email: `${id}@reprise.test`, name: 'Clara' });
    }),
  );
  const product = { sellerId, imageId, priceCents: 7_500 };
  return Promise.all(
    Array.from({ length: saleCount }, async (_, number) => ({
      number,
      token: tokens[number % tokens.length] ?? '',
      productId: await addProduct(database, product),
      isLate: number % 7 === 3,
    })),
  );
}

async function cut(what: Cut): Promise<void> {
  if (what !== 'shop') {
    const postmaster = await readPidFile(join(dataDir, 'postgres', 'cluster'));
    if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
  }
  if (what === 'database') return;
  await server.kill();
  await startServer();
}

/** Makes all sales, with cuts at random times. */
async function sellThroughCuts(sales: StormSale[], sell: (sale: StormSale) => Promise<void>) {
  let sold = 0;
  const queue = sales.values();
  const selling = Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const sale of queue) {
        await sell(sale);
        sold += 1;
      }
    }),
  );
  const share = (sales.length * 0.9) / cuts.length;
  const cutting = (async () => {
    for (const [index, what] of cuts.entries()) {
      const after = share * (index + Math.random());
      while (sold < after) await Promise.race([pause(10), selling]);
      await pause(Math.random() * 50);
      await cut(what);
    }
  })();
  await Promise.all([selling, cutting]);
}

/** Sends every webhook of the sandbox twice more in random order, and runs the jobs of the next days. */
async function finishJobs(database: Database): Promise<void> {
  for (const hours of [1, 10, 60, 70, 80]) {
    const clock = { now: () => new Date(Date.now() + hours * 3_600_000) };
    const deliver = async () => 200;
    const deps = { database, clock, secret: webhookSecret, deliver, log: quietLog };
    const cards = createSandboxCards(deps);
    if (hours === 1) {
      const webhooks = await database.sql<{ payload: unknown }[]>`
        select payload from sandbox_events order by random()`;
      const queue = [...webhooks, ...webhooks].values();
      const sendWebhooks = async () => {
        for (const { payload } of queue) {
          const body = Buffer.from(JSON.stringify(payload));
          const signature = signWebhook(body, webhookSecret, clock.now());
          await receiveCardEvent({ database, cards, clock }, body, {
            [signatureHeader]: signature,
          });
        }
      };
      await Promise.all(Array.from({ length: 8 }, sendWebhooks));
    }
    for (let more = true; more; ) {
      more = (await reconcilePayments({ database, cards, clock })) > 0;
    }
    await expireHolds({ database, cards, clock });
    await refundDue({ database, cards, clock }, 10_000);
    await cards.close();
  }
}

it('whatever is killed, each charge is recorded or refunded once', async () => {
  const sales = await withDatabase(addSales);
  await startServer();
  const storm = startStorm(() => server.url, webhookSecret);
  await sellThroughCuts(sales, storm.sell).finally(storm.close);
  await server.kill();
  const { results } = storm;
  expect(results.unexpected).toEqual([]);

  await withDatabase(async (database) => {
    await finishJobs(database);
    const { sql } = database;
    expect(await findPaymentFaults(sql)).toEqual([]);
    expect(await findProviderDifferences(sql)).toEqual([]);

    const charged = await sql`select from sandbox_intents where state = 'succeeded'`;
    const payments = await sql<{ id: string; transactionId: string; state: string }[]>`
      select id, transaction_id as "transactionId", state from payments`;
    expect(payments.length).toBe(charged.length);
    const stored = new Map(payments.map(({ id, transactionId }) => [transactionId, id]));
    const lost = [...results.acknowledged].filter(([name, id]) => stored.get(name) !== id);
    expect(lost).toEqual([]);
    const recorded = payments.filter(({ state }) => state === 'recorded').length;
    // Every buyer who did not delete the booking has the product.
    expect(recorded).toBe(sales.filter(({ isLate }) => !isLate).length);
    expect(charged.length - recorded).toBeGreaterThan(0);
    if (process.env.POWER_CUT_SALES) {
      const summary = {
        charged: charged.length,
        recorded,
        ...storm.counts,
        cuts: cuts.length,
        acknowledged: results.acknowledged.size,
      };
      process.stdout.write(`${JSON.stringify(summary)}\n`);
    }
  });
}, 1_800_000);
