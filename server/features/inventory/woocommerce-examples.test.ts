import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import { createPictureFetcher } from '../../providers/images/fetch/picture-fetcher.ts';
import { createWebhookSender } from '../../providers/webhooks/webhook-sender.ts';
import { apiClient } from '../../testing/api-client.ts';
import { examplePrograms } from '../../testing/example-programs.ts';
import { createPeople } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { testCertificate } from '../../testing/test-certificate.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { sendWebhooks } from '../webhooks/send-webhooks.ts';
import { createWebhookSeal } from '../webhooks/webhook-secrets.ts';

/** A WooCommerce shop with a few products, in pages of two, and their pictures. */
const picture = await photo(120, 90).jpeg().toBuffer();
const authorization = `Basic ${Buffer.from('ck_1:cs_1').toString('base64')}`;
let products: ReturnType<typeof wooProduct>[] = [];
const woo = createServer(async (request, reply) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://dealer.example');
  if (pathname.endsWith('.jpg')) return reply.end(picture);
  if (request.headers.authorization !== authorization) return reply.writeHead(401).end();
  const id = /^\/wp-json\/wc\/v3\/products\/(\d+)$/.exec(pathname)?.[1];
  if (request.method === 'PUT') {
    const product = products.find((one) => String(one.id) === id);
    if (!product) return reply.writeHead(404).end();
    Object.assign(product, await json(request));
    if (product.stock_quantity === 0) product.stock_status = 'outofstock';
    return reply.end(JSON.stringify(product));
  }
  const sku = searchParams.get('sku');
  const found = products.filter((one) => sku === null || one.sku === sku);
  const start = (Number(searchParams.get('page') ?? 1) - 1) * 2;
  reply.setHeader('x-wp-totalpages', Math.ceil(found.length / 2));
  return reply.end(JSON.stringify(found.slice(start, start + 2)));
}).listen(0, '127.0.0.1');
await once(woo, 'listening');
const { port } = woo.address() as AddressInfo;

/** The fields of WooCommerce's REST API v3 that the programs use. */
function wooProduct(id: number, sku: string, stockStatus = 'instock') {
  return {
    id,
    sku,
    name: 'Trumpet &amp; case &#8211; Besson',
    price: '120.50',
    description: '<p>Plays <b>well</b>.</p>\n<p>Two small dents.</p>',
    short_description: '',
    date_created: '2024-03-01T09:00:00',
    stock_status: stockStatus,
    manage_stock: false,
    stock_quantity: null as number | null,
    categories: [{ id: 1, name: 'Trumpets' }],
    attributes: [{ name: 'Condition', options: ['Excellent'] }],
    images: [{ id: 1, src: `http://dealer.example:${port}/${sku}.jpg` }],
  };
}

const shop = await createTestShop({
  fetchPicture: createPictureFetcher({
    resolve: async () => ['127.0.0.1'],
    mayConnect: (address, to) => address === '127.0.0.1' && to === port,
  }),
});
const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' });
const programs = examplePrograms();
afterAll(async () => {
  programs.close();
  woo.close();
  await shop.close();
});
const who = createPeople(shop.database);
const call = apiClient(() => shop);

const wooAccess = { WOO_URL: `http://127.0.0.1:${port}`, WOO_KEY: 'ck_1', WOO_SECRET: 'cs_1' };

async function dealer() {
  const seller = await who.seller();
  const payload = { name: 'Stock', scopes: ['listings:read', 'listings:write'] };
  const { body } = await call<{ key: string }>(seller, '/keys', { method: 'POST', payload });
  const access = { ...wooAccess, SHOP_URL: origin, API_KEY: body.key };
  const run = () =>
    programs.run('woocommerce-stock.mjs', { ...access, PHONE: '555-0101', PLACE: 'Leith' });
  return { seller, access, run };
}

const inventory = async (seller: KnownUser) =>
  (await call<CallReply<'listInventory'>>(seller, '/listings')).body.items;
const statesOf = async (seller: KnownUser) =>
  Object.fromEntries((await inventory(seller)).map(({ externalId, state }) => [externalId, state]));

it('the WooCommerce program lists what is in stock once, and takes down what was sold there', async () => {
  products = [wooProduct(1, 'T-1'), wooProduct(2, 'T-2', 'outofstock'), wooProduct(3, 'T/3')];
  const { seller, run } = await dealer();
  expect(await run()).toEqual({ status: 0, printed: ['T-1 created', 'T/3 created'] });
  expect(await run()).toEqual({ status: 0, printed: ['T-1 unchanged', 'T/3 unchanged'] });
  const [first] = await inventory(seller);
  const { body } = await call(seller, `/products/${first?._id}`);
  expect(body).toMatchObject({
    name: 'Trumpet & case – Besson',
    description: expect.stringMatching(/^Plays well\.\s+Two small dents\.$/),
    price: 120.5,
    category: 'Brass',
    condition: 'Excellent',
    year: 2024,
  });
  for (const product of products) product.stock_status = 'outofstock';
  expect(await run()).toEqual({ status: 0, printed: ['T-1 taken down', 'T/3 taken down'] });
  expect(await statesOf(seller)).toEqual({ 'T-1': 'withdrawn', 'T/3': 'withdrawn' });
  expect(await run()).toEqual({ status: 0, printed: [] });
});

it('the WooCommerce program says what was refused, and lists the rest', async () => {
  products = [{ ...wooProduct(1, 'NO-PRICE'), price: '' }, wooProduct(2, 'RIGHT')];
  const { run } = await dealer();
  const { status, printed } = await run();
  expect(status).toBe(1);
  expect(printed).toEqual([expect.stringMatching(/^NO-PRICE refused: .*price: /), 'RIGHT created']);
});

it('an instrument that is sold here has no stock in WooCommerce, and is not listed again', async () => {
  products = [wooProduct(1, 'SOLD'), wooProduct(2, 'KEPT')];
  const { seller, access, run } = await dealer();
  await run();
  const payload = { url: 'https://hooks.example/in', events: ['listing.sold'] };
  const { body: endpoint } = await call<{ insertedId: string; secret: string }>(
    seller,
    '/webhooks',
    { method: 'POST', payload },
  );
  const receiver = await programs.startReceiver('sold-here.mjs', {
    ...access,
    WEBHOOK_SECRET: endpoint.secret,
  });
  const url = `https://hooks.example:${await programs.startProxy(receiver.port)}/in`;
  await call(seller, `/webhooks/${endpoint.insertedId}`, { method: 'PUT', payload: { url } });

  const sold = (await inventory(seller)).find(({ externalId }) => externalId === 'SOLD');
  await who.pay(await who.book(await shop.make.user(), sold?._id ?? ''));
  // WooCommerce does not know of the sale yet.
  expect(await run()).toEqual({ status: 0, printed: ['KEPT unchanged'] });
  await sendWebhooks({
    database: shop.database,
    clock: { now: () => new Date() },
    webhookSeal: createWebhookSeal(shop.secret),
    origin: () => origin,
    sendWebhook: createWebhookSender({
      networks: ['127.0.0.1'],
      resolve: async () => ['127.0.0.1'],
      ca: testCertificate,
    }),
  });
  const stock = () => products.map(({ sku, stock_quantity }) => [sku, stock_quantity]);
  expect(stock()).toEqual([
    ['SOLD', 0],
    ['KEPT', null],
  ]);
  expect(receiver.printed).toEqual(['SOLD taken down']);
  expect(await run()).toEqual({ status: 0, printed: ['KEPT unchanged'] });

  const forged = await fetch(`http://127.0.0.1:${receiver.port}/in`, {
    method: 'POST',
    body: '{}',
  });
  expect(forged.status).toBe(401);
});
