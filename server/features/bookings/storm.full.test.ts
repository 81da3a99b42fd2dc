import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { limits } from '#contract/constants.ts';
import { findPaymentFaults } from '../../testing/sales/payment-faults.ts';
import { createTestShop } from '../../testing/test-shop.ts';

const attempts = 10_000;
const buyersCount = 200;

/** One connection per buyer, with one request at a time. */
const agent = new Agent({ keepAlive: true, maxSockets: buyersCount });

const shop = await createTestShop();
await shop.app.listen({ host: '127.0.0.1', port: 0 });
const port = (shop.app.server.address() as AddressInfo).port;
const seller = await shop.make.user({ role: 'seller' });
const tokens = await makeBuyers(buyersCount);
afterAll(async () => {
  agent.destroy();
  await shop.close();
});

const productsOf = (count: number) =>
  Promise.all(Array.from({ length: count }, () => shop.make.product(seller.id)));

function makeBuyers(count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async () =>
      shop.callers.issueToken(await shop.make.user({ role: 'buyer' })),
    ),
  );
}

/** @returns the status, after the whole response was read; 0 when the body does not match it */
function book(token: string | undefined, productId: string | undefined): Promise<number> {
  const body = JSON.stringify({ productId, price: 120.5, phone: '555 0199', location: 'the pier' });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, port, host: '127.0.0.1', method: 'POST', path: '/api/bookings', headers },
      async (reply) => {
        const { acknowledged } = (await json(reply)) as { acknowledged: boolean };
        const isRight = acknowledged === (reply.statusCode === 201);
        resolve(isRight ? (reply.statusCode ?? 0) : 0);
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** Sends all requests concurrently. @returns how often each status occurred */
async function storm(requestCount: number, send: (index: number) => Promise<number>) {
  const statuses = await Promise.all(
    Array.from({ length: requestCount }, (_, index) => send(index)),
  );
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function liveBookings(productIds: string[]) {
  const rows = await shop.database.sql<{ live: number }[]>`
    select count(*)::int as live from bookings
    where product_id = any(${productIds}) and state in ('held', 'paid')
    group by product_id`;
  return rows.map(({ live }) => live);
}

it('thousands of requests for one instrument make one booking', async () => {
  const [productId = ''] = await productsOf(1);
  const counts = await storm(attempts, (index) => book(tokens[index % buyersCount], productId));
  expect(counts).toEqual({ 201: 1, 409: attempts - 1 });
  expect(await liveBookings([productId])).toEqual([1]);
  expect(await findPaymentFaults(shop.database.sql)).toEqual([]);
}, 180_000);

it('thousands of requests for a hundred instruments make one booking of each', async () => {
  const productIds = await productsOf(100);
  // Each buyer requests one instrument after the other, each in a different order.
  const counts = await storm(attempts, (index) => {
    const round = Math.floor(index / buyersCount);
    const productId = productIds[(index * 7 + round * 13) % productIds.length];
    return book(tokens[index % buyersCount], productId);
  });
  expect(counts).toEqual({ 201: 100, 409: attempts - 100 });
  expect(await liveBookings(productIds)).toEqual(productIds.map(() => 1));
  expect(await findPaymentFaults(shop.database.sql)).toEqual([]);
}, 180_000);

it('buyers who book everything at once get no more holds than the limit', async () => {
  const productIds = await productsOf(100);
  const greedy = await makeBuyers(4);
  const counts = await storm(greedy.length * productIds.length, (index) =>
    book(greedy[index % greedy.length], productIds[Math.floor(index / greedy.length)]),
  );
  const made = greedy.length * limits.openHoldsPerBuyer;
  expect(counts).toEqual({ 201: made, 409: 400 - made });
  expect(await liveBookings(productIds)).toEqual(Array.from({ length: made }, () => 1));
}, 60_000);
