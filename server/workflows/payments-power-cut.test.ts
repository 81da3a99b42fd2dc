import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { type Database, openDatabase } from '../database/connection.ts';
import { readPidFile } from '../database/embedded/pid-file.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { readSharedSecret } from '../features/session/read-shared-secret.ts';
import { createCallers } from '../http/api/caller.ts';
import { createSandboxCards } from '../providers/cards/sandbox/sandbox-cards.ts';
import { signatureHeader, signWebhook } from '../providers/cards/sandbox/webhook-signature.ts';
import { addImage, addProduct, addUser } from '../testing/builders.ts';
import { buildPayingShop, type PayingShop } from '../testing/killable-payments.ts';
import { faultsOfMoney } from '../testing/money.ts';
import { quietLog } from '../testing/quiet-log.ts';
import { sandboxBooks, sandboxWebhooks } from '../testing/sandbox-books.ts';
import { type StormSale, stormSales } from '../testing/storm-sale.ts';
import { expireHolds } from './expire-holds.ts';
import { receiveCardEvent } from './receive-card-event.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refundDue } from './refund-payment.ts';

/*
 * The whole shop takes money while it and its PostgreSQL are killed again and again. `npm run test:storm` does it at
 * length.
 */

const salesCount = Number(process.env.POWER_CUT_SALES ?? 500);
/** A buyer never holds more than this at a time, whatever is still unpaid. */
const salesPerBuyer = 10;
const atOnce = 20;
const someCuts: readonly Cut[] = ['shop', 'database', 'shop', 'both', 'shop'];
const cuts: readonly Cut[] =
  salesCount >= 5_000
    ? [...someCuts, 'shop', 'shop', ...someCuts, 'database', 'shop', 'shop']
    : someCuts;
type Cut = 'shop' | 'database' | 'both';

const project = fileURLToPath(new URL('../..', import.meta.url));
const tokenSecret = 'a secret that only this test and its shop know';

let dataDir: string;
let program: Awaited<ReturnType<typeof buildPayingShop>>;
let shop: PayingShop;
let webhookSecret: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reprise-power-cuts-'));
  program = await buildPayingShop('whole-shop');
}, 120_000);
afterAll(async () => {
  await shop?.kill().catch(() => undefined);
  // What lives on by design is ended in order.
  await (await startEmbeddedDatabase({ dataDir, log: quietLog })).stop();
  await program.remove();
  await rm(dataDir, { recursive: true, force: true });
}, 120_000);

const startShop = async () => {
  shop = await program.start([project, dataDir, tokenSecret]);
};

/** Opens the shop's database while no shop does. */
async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const server = await startEmbeddedDatabase({ dataDir, log: quietLog });
  const database = await openDatabase({ url: server.url, poolSize: 10 }, quietLog);
  try {
    return await work(database);
  } finally {
    await database.close();
    await server.stop();
  }
}

/** An instrument and a buyer for each sale. */
async function prepare(database: Database): Promise<StormSale[]> {
  await migrate(database, join(project, 'server/database/migrations'));
  webhookSecret = await readSharedSecret(database.sql, 'sandbox-webhooks', new Date());
  const callers = createCallers({
    ...{ secret: tokenSecret, clock: systemClock },
    findUser: async () => null,
  });
  const imageId = await addImage(database);
  const sellerId = await addUser(database, { role: 'seller' });
  const tokens = await Promise.all(
    Array.from({ length: Math.ceil(salesCount / salesPerBuyer) }, async () => {
      const id = await addUser(database);
      return callers.issueToken({ id, email: `${id}@reprise.test`, name: 'Clara' });
    }),
  );
  const product = { sellerId, imageId, priceCents: 7_500 };
  return Promise.all(
    Array.from({ length: salesCount }, async (_, number) => ({
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
  await shop.kill();
  await startShop();
}

/** Sells everything, so many at once, and cuts the power at moments of chance in between. */
async function sellThroughCuts(sales: StormSale[], sell: (sale: StormSale) => Promise<void>) {
  let sold = 0;
  const queue = sales.values();
  const selling = Promise.all(
    Array.from({ length: atOnce }, async () => {
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

/** What the clock brings about in the days after, and every webhook twice more, in any order. */
async function comeToRest(database: Database): Promise<void> {
  for (const hours of [1, 10, 60, 70, 80]) {
    const clock = { now: () => new Date(Date.now() + hours * 3_600_000) };
    const deliver = async () => 200;
    const deps = { database, clock, secret: webhookSecret, deliver, log: quietLog };
    const cards = createSandboxCards(deps);
    if (hours === 1) {
      const webhooks = await sandboxWebhooks(database.sql);
      const queue = [...webhooks, ...webhooks].values();
      const hear = async () => {
        for (const body of queue) {
          const signature = signWebhook(body, webhookSecret, clock.now());
          await receiveCardEvent({ database, cards, clock }, body, {
            [signatureHeader]: signature,
          });
        }
      };
      await Promise.all(Array.from({ length: 8 }, hear));
    }
    for (let more = true; more; ) {
      more = (await reconcilePayments({ database, cards, clock })) > 0;
    }
    await expireHolds({ database, cards, clock });
    await refundDue({ database, cards, clock }, 10_000);
    await cards.close();
  }
}

it('whatever is killed while money is taken, each charge is paid or given back, once', async () => {
  const sales = await withDatabase(prepare);
  await startShop();
  const storm = stormSales(() => shop.url, webhookSecret);
  await sellThroughCuts(sales, storm.sell).finally(storm.close);
  await shop.kill();
  const { heard } = storm;
  expect(heard.surprises).toEqual([]);

  await withDatabase(async (database) => {
    await comeToRest(database);
    const { sql } = database;
    const books = await sandboxBooks(sql);
    expect(await faultsOfMoney(sql, books)).toEqual([]);

    const charged = [...books.intents.values()].filter(({ state }) => state === 'succeeded');
    const payments = await sql<{ id: string; transactionId: string; state: string }[]>`
      select id, transaction_id as "transactionId", state from payments`;
    expect(payments.length).toBe(charged.length);
    const kept = new Map(payments.map(({ id, transactionId }) => [transactionId, id]));
    const lost = [...heard.acknowledged].filter(([name, id]) => kept.get(name) !== id);
    expect(lost).toEqual([]);
    const recorded = payments.filter(({ state }) => state === 'recorded').length;
    // Whoever did not delete the booking was charged, and has the instrument.
    expect(recorded).toBe(sales.filter(({ isLate }) => !isLate).length);
    expect(charged.length - recorded).toBeGreaterThan(0);
    if (process.env.POWER_CUT_SALES) {
      const { answers, unanswered, acknowledged } = heard;
      const told = { charged: charged.length, recorded, answers, unanswered, cuts: cuts.length };
      process.stdout.write(`${JSON.stringify({ ...told, acknowledged: acknowledged.size })}\n`);
    }
  });
}, 1_800_000);
