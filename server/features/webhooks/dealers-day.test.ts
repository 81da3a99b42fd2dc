import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createPictureFetcher } from '../../providers/images/fetch/picture-fetcher.ts';
import { createPeople } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { listingForm } from '../../testing/selling.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { createWebhookSeal } from './webhook-secrets.ts';

const picture = await photo(120, 90).jpeg().toBuffer();
let fetched = 0;
const pictures = createServer((_request, reply) => {
  fetched += 1;
  reply.end(picture);
}).listen(0, '127.0.0.1');
await once(pictures, 'listening');
const { port } = pictures.address() as AddressInfo;

let now = new Date();
const clock = { now: () => now };
const shop = await createTestShop({
  clock,
  fetchPicture: createPictureFetcher({
    resolve: async () => ['127.0.0.1'],
    mayConnect: (address, to) => address === '127.0.0.1' && to === port,
  }),
});
afterAll(async () => {
  pictures.close();
  await shop.close();
});
const who = createPeople(shop.database);

it('a day of a dealer with 300 listings loses nothing and sells nothing twice, although the receiver is down for an hour', async () => {
  const seller = await who.seller();
  const ask = async (path: string, payload?: object) => {
    const reply = await shop.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: await shop.as(seller),
      ...(payload && { payload }),
    });
    return { status: reply.statusCode, body: reply.json() };
  };
  const bulk = async (listings: readonly object[]) => {
    const results: { outcome?: string; _id: string }[] = [];
    for (let at = 0; at < listings.length; at += 100) {
      const { body } = await ask('/listings/bulk', { listings: listings.slice(at, at + 100) });
      results.push(...body.results);
    }
    return results;
  };

  const delivered = new Map<string, { type: string; productId: string }>();
  let times = 0;
  let isDown = true;
  const run = () =>
    sendWebhooks({
      database: shop.database,
      clock,
      webhookSeal: createWebhookSeal(shop.secret),
      origin: () => 'https://shop.test',
      async sendWebhook(_url, { headers, body }) {
        if (isDown) return { status: 503 };
        const { type, data } = JSON.parse(body);
        times += 1;
        delivered.set(headers['webhook-id'] ?? '', { type, productId: data.id });
        return { status: 200 };
      },
    });
  const events = ['listing.published', 'listing.changed', 'listing.withdrawn', 'listing.sold'];
  await ask('/webhooks', { url: 'https://dealer.example/hooks', events });

  // In the morning the whole stock is sent, and again with fifty new prices.
  const stock = Array.from({ length: 300 }, (_, index) => ({
    ...listingForm,
    externalId: `SKU-${index}`,
    name: `Cornet no. ${index}`,
    price: 120.5,
    images: [`http://dealer.example:${port}/${index % 3}.jpg`],
  }));
  const made = await bulk(stock);
  expect(made.map(({ outcome }) => outcome)).toEqual(stock.map(() => 'created'));
  const fetchedOnce = fetched;
  const repriced = stock.map((one, index) => (index < 50 ? { ...one, price: 99 } : one));
  const changed = await bulk(repriced);
  expect(changed.filter(({ outcome }) => outcome === 'changed')).toHaveLength(50);
  expect(changed.filter(({ outcome }) => outcome === 'unchanged')).toHaveLength(250);
  expect(fetched).toBe(fetchedOnce);
  const idOf = (index: number) => made[index]?._id ?? '';

  // Five are sold here, and three elsewhere in the moment in which somebody books them.
  for (const index of [100, 101, 102, 103, 104]) {
    const bookingId = await who.book(await who.buyer(), idOf(index), now);
    await who.pay(bookingId, now);
  }
  const elsewhere = [200, 201, 202];
  for (const index of elsewhere) {
    const buyer = await who.buyer();
    const [taken] = await Promise.all([
      ask(`/listings/SKU-${index}/sold-elsewhere`, {}),
      who.book(buyer, idOf(index), now).catch(() => undefined),
    ]);
    expect(taken).toMatchObject({ status: 200, body: { outcome: 'withdrawn' } });
  }
  const live = await shop.database.sql`
    select from bookings where product_id = any(${elsewhere.map(idOf)}::uuid[]) and state in ('held', 'paid')`;
  expect(live).toHaveLength(0);

  // The evening's run of the shop system does not know of it yet.
  const late = await bulk(repriced.filter((_, index) => index === 100 || index === 200));
  expect(late).toMatchObject([{ code: 'sold' }, { code: 'withdrawn' }]);

  for (let minute = 0; minute < 60; minute += 1) {
    await run();
    now = new Date(now.getTime() + 60_000);
  }
  expect(delivered.size).toBe(0);
  isDown = false;
  for (let hour = 0; hour < 48; hour += 1) {
    await run();
    now = new Date(now.getTime() + 3_600_000);
  }
  const productsOf = (type: string) =>
    [...delivered.values()].filter((one) => one.type === type).map(({ productId }) => productId);
  expect(new Set(productsOf('listing.published'))).toEqual(new Set(made.map(({ _id }) => _id)));
  expect(productsOf('listing.published')).toHaveLength(300);
  expect(new Set(productsOf('listing.sold'))).toEqual(new Set([100, 101, 102, 103, 104].map(idOf)));
  expect(new Set(productsOf('listing.withdrawn'))).toEqual(new Set(elsewhere.map(idOf)));
  for (let index = 0; index < 50; index += 1) {
    expect(productsOf('listing.changed')).toContain(idOf(index));
  }
  // Each was delivered once, because each was accepted at the first attempt after the hour.
  expect(times).toBe(delivered.size);
});
