import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { transaction } from '../database/transaction.ts';
import { bookItem } from '../features/bookings/book-item.ts';
import { findUser, type KnownUser } from '../features/users/find-user.ts';
import { createCallers } from '../http/api/caller.ts';
import { fakeCards } from '../testing/fake-cards.ts';
import { featureBuilders } from '../testing/feature-builders.ts';
import { buildPayingShop, type PayingShop } from '../testing/killable-payments.ts';
import { faultsOfMoney } from '../testing/money.ts';
import { serveFakeCards } from '../testing/remote-cards.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refundDue } from './refund-payment.ts';

const salesCount = 36;
const killsCount = 4;
const secret = 'a secret that only this test and its shop know';

let database: TestDatabase;
let program: Awaited<ReturnType<typeof buildPayingShop>>;
let provider: Awaited<ReturnType<typeof serveFakeCards>>;
let shop: PayingShop;
const cards = fakeCards();
let answered = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  program = await buildPayingShop('paying-shop');
  provider = await serveFakeCards(cards);
});
afterAll(async () => {
  await shop?.kill();
  await program.remove();
  await provider.close();
  await database.close();
});

const startShop = async () => {
  shop = await program.start([database.url, provider.url, secret]);
};

/** Undefined when nobody answered. */
async function post(path: string, body: string, headers: Record<string, string>) {
  try {
    const reply = await fetch(`${shop.url}/api${path}`, { method: 'POST', body, headers });
    const told = (await reply.json()) as { transactionId?: string };
    const answer = { status: reply.status, body: told };
    answered += 1;
    return answer;
  } catch {
    return undefined;
  }
}

async function until<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const result = await attempt();
    if (result !== undefined) return result;
    await pause(20);
  }
}

interface Sale {
  buyer: KnownUser;
  bookingId: string;
  /** The booking ends before the card is charged, so the money must go back. */
  isLate: boolean;
}

async function book(index: number, seller: KnownUser): Promise<Sale> {
  const make = featureBuilders(database);
  const buyer = await make.user();
  const productId = await make.product(seller.id, { price: 75 });
  const wish = { productId, price: 75, phone: '555', location: 'the pier' };
  const bookingId = await transaction(database, (tx) =>
    bookItem(tx, buyer, wish, { at: new Date(), holdHours: 48 }),
  );
  return { buyer, bookingId, isLate: index % 4 === 0 };
}

/** What a browser and the provider do; the provider repeats and mixes its webhooks, and gives some up. */
async function pay({ buyer, bookingId, isLate }: Sale, token: string, index: number) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const wish = JSON.stringify({ price: 75, bookingId });
  const transactionId = await until(async () => {
    const reply = await post('/create-payment-intent', wish, headers);
    return reply?.status === 200 ? reply.body.transactionId : undefined;
  });
  if (isLate) {
    await database.sql`update bookings set state = 'released', released_at = now(),
      release_reason = 'cancelled' where id = ${bookingId}`;
  }
  if (!cards.charge(transactionId)) return;
  const claim = JSON.stringify({ price: 75, bookingId, transactionId, buyerEmail: buyer.email });
  const told = ['a', 'b', 'a', 'c', 'b'].map(async (name) => {
    await pause(Math.random() * 60);
    const { payload, headers: signed } = cards.webhook(transactionId, `${transactionId}-${name}`);
    return post('/webhooks/cards', payload, signed);
  });
  // A third of all browsers close, a third of all webhooks are lost with the server, a third hear both.
  await Promise.all([
    ...(index % 3 === 0 ? [] : [post('/payments', claim, headers)]),
    ...(index % 3 === 1 ? [] : told),
  ]);
}

it('however often the server is killed, each charge is recorded or given back, once', async () => {
  const seller = await featureBuilders(database).user({ role: 'seller' });
  const callers = createCallers({
    ...{ secret, clock: systemClock },
    findUser: (id) => findUser(database.sql, id),
  });
  const sales = await Promise.all(
    Array.from({ length: salesCount }, (_, index) => book(index, seller)),
  );
  await startShop();
  let isDone = false;
  const killing = (async () => {
    for (let kill = 0; kill < killsCount && !isDone; kill += 1) {
      const before = answered;
      while (answered < before + 12 && !isDone) await pause(5);
      await pause(Math.random() * 25);
      await shop.kill();
      await startShop();
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
  await shop.kill();

  const charged = [...cards.intents.values()].filter(({ state }) => state === 'succeeded');
  expect(charged.length).toBeGreaterThan(salesCount / 2);
  for (let round = 1; round <= 3; round += 1) {
    const clock = { now: () => new Date(Date.now() + round * 10 * 3_600_000) };
    await reconcilePayments({ database, cards, clock });
    await refundDue({ database, cards, clock });
  }
  expect(await faultsOfMoney(database.sql, cards)).toEqual([]);
  const [row] = await database.sql`
    select count(*) filter (where state = 'recorded')::int as recorded,
      count(*) filter (where state = 'refunded')::int as refunded,
      count(*)::int as all from payments`;
  expect(row?.all).toBe(charged.length);
  expect(row?.refunded).toBeGreaterThan(0);
  expect(row?.recorded).toBe(salesCount - sales.filter(({ isLate }) => isLate).length);
}, 120_000);
