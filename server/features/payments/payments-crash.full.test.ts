import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { transaction } from '../../database/transaction.ts';
import { createCallers } from '../../http/api/caller.ts';
import { faultyCards, openTestSandbox, type TestSandbox } from '../../testing/faulty-cards.ts';
import { featureBuilders } from '../../testing/feature-builders.ts';
import { buildServerProcess, type ServerProcess } from '../../testing/killable-payments.ts';
import { findPaymentFaults, findProviderDifferences } from '../../testing/payment-faults.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { bookItem } from '../bookings/book-item.ts';
import { findUser, type KnownUser } from '../users/find-user.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refundDue } from './refund-payment.ts';

const saleCount = 36;
const killCount = 4;
const secret = 'signs the access tokens of this test';

let database: TestDatabase;
let program: Awaited<ReturnType<typeof buildServerProcess>>;
let server: ServerProcess;
let sandbox: TestSandbox;
const cards = faultyCards(() => sandbox);
let responseCount = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  sandbox = openTestSandbox(database);
  program = await buildServerProcess('payments-process');
});
afterAll(async () => {
  await server?.kill();
  await program.remove();
  await sandbox.cards.close();
  await database.close();
});

const startServer = async () => {
  server = await program.start([database.url, secret]);
};

/** @returns undefined when there was no response */
async function post(path: string, body: string, headers: Record<string, string>) {
  try {
    const reply = await fetch(`${server.url}/api${path}`, { method: 'POST', body, headers });
    const response = {
      status: reply.status,
      body: (await reply.json()) as { transactionId?: string },
    };
    responseCount += 1;
    return response;
  } catch {
    return undefined;
  }
}

async function retry<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const result = await attempt();
    if (result !== undefined) return result;
    await pause(20);
  }
}

interface Sale {
  buyer: KnownUser;
  bookingId: string;
  /** The booking is released before the card is charged, so the charge must be refunded. */
  isLate: boolean;
}

async function book(index: number, seller: KnownUser): Promise<Sale> {
  const make = featureBuilders(database);
  const buyer = await make.user();
  const productId = await make.product(seller.id, { price: 75 });
  const request = { productId, price: 75, phone: '555', location: 'the pier' };
  const bookingId = await transaction(database, (tx) =>
    bookItem(tx, buyer, request, { at: new Date(), holdHours: 48 }),
  );
  return { buyer, bookingId, isLate: index % 4 === 0 };
}

/** Acts as browser and provider. The provider sends webhooks repeatedly and out of order. */
async function pay({ buyer, bookingId, isLate }: Sale, token: string, index: number) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const intentRequest = JSON.stringify({ price: 75, bookingId });
  const transactionId = await retry(async () => {
    const reply = await post('/create-payment-intent', intentRequest, headers);
    return reply?.status === 200 ? reply.body.transactionId : undefined;
  });
  if (isLate) {
    await database.sql`update bookings set state = 'released', released_at = now(),
      release_reason = 'cancelled' where id = ${bookingId}`;
  }
  if (!(await cards.charge(transactionId))) return;
  const payment = JSON.stringify({ price: 75, bookingId, transactionId, buyerEmail: buyer.email });
  const webhooks = ['a', 'b', 'a', 'c', 'b'].map(async (name) => {
    await pause(Math.random() * 60);
    const { payload, headers: signed } = cards.webhook(transactionId, `${transactionId}-${name}`);
    return post('/webhooks/cards', payload, signed);
  });
  // A third of the browsers close, a third of the webhooks are lost, and for the rest both arrive.
  await Promise.all([
    ...(index % 3 === 0 ? [] : [post('/payments', payment, headers)]),
    ...(index % 3 === 1 ? [] : webhooks),
  ]);
}

it('however often the server is killed, each charge is recorded or refunded once', async () => {
  const seller = await featureBuilders(database).user({ role: 'seller' });
  const callers = createCallers({
    secret,
    clock: systemClock,
    findUser: (id) => findUser(database.sql, id),
  });
  const sales = await Promise.all(
    Array.from({ length: saleCount }, (_, index) => book(index, seller)),
  );
  await startServer();
  let isDone = false;
  const killing = (async () => {
    for (let kill = 0; kill < killCount && !isDone; kill += 1) {
      const before = responseCount;
      while (responseCount < before + 12 && !isDone) await pause(5);
      await pause(Math.random() * 25);
      await server.kill();
      await startServer();
    }
  })();
  for (let index = 0; index < sales.length; index += 6) {
    await Promise.all(
      sales.slice(index, index + 6).map(async (sale, offset) => {
        await pay(sale, await callers.issueToken(sale.buyer), index + offset);
      }),
    );
  }
  isDone = true;
  await killing;
  await server.kill();

  const charged = await database.sql`select from sandbox_intents where state = 'succeeded'`;
  expect(charged.length).toBeGreaterThan(saleCount / 2);
  for (let round = 1; round <= 3; round += 1) {
    const clock = { now: () => new Date(Date.now() + round * 10 * 3_600_000) };
    await reconcilePayments({ database, cards, clock });
    await refundDue({ database, cards, clock });
  }
  expect(await findPaymentFaults(database.sql)).toEqual([]);
  expect(await findProviderDifferences(database.sql)).toEqual([]);
  const [row] = await database.sql`
    select count(*) filter (where state = 'recorded')::int as recorded,
      count(*) filter (where state = 'refunded')::int as refunded,
      count(*)::int as all from payments`;
  expect(row?.all).toBe(charged.length);
  expect(row?.refunded).toBeGreaterThan(0);
  expect(row?.recorded).toBe(saleCount - sales.filter(({ isLate }) => isLate).length);
}, 120_000);
