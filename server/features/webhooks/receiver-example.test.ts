import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebhookSender } from '../../providers/webhooks/webhook-sender.ts';
import { apiClient } from '../../testing/api-client.ts';
import { examplePrograms } from '../../testing/example-programs.ts';
import { createPeople } from '../../testing/people.ts';
import { testCertificate } from '../../testing/test-certificate.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { createWebhookSeal } from './webhook-secrets.ts';

let shop: TestShop;
const programs = examplePrograms();
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(async () => {
  programs.close();
  await shop.close();
});

it('the receiver of the documentation processes each webhook once', async () => {
  const who = createPeople(shop.database);
  const seller = await who.seller();
  const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const made = <Body>(path: string, payload: object) =>
    call<Body>(seller, path, { method: 'POST', payload });
  const { key } = (
    await made<{ key: string }>('/keys', { name: 'Receiver', scopes: ['sales:read'] })
  ).body;
  const events = ['listing.published', 'sale.paid'];
  const endpoint = (
    await made<{ insertedId: string; secret: string }>('/webhooks', {
      url: 'https://hooks.example/in',
      events,
    })
  ).body;
  const { port, printed } = await programs.startReceiver('webhook-receiver.mjs', {
    WEBHOOK_SECRET: endpoint.secret,
    API_KEY: key,
  });
  const url = `https://hooks.example:${await programs.startProxy(port)}/in`;
  const path = `/webhooks/${endpoint.insertedId}`;
  await call(seller, path, { method: 'PUT', payload: { url } });
  const { productId, bookingId } = await who.sell(seller);

  const send = () =>
    sendWebhooks({
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
  expect(await send()).toBe(2);
  const states = async () =>
    (await call<{ state: string; status?: number }[]>(seller, `${path}/deliveries`)).body.map(
      ({ state, status }) => [state, status],
    );
  expect(await states()).toEqual([
    ['delivered', 204],
    ['delivered', 204],
  ]);
  const since = new Date(0).toISOString();
  await made(`${path}/replay`, { since });
  expect(await send()).toBe(2);
  expect(await states()).toEqual([
    ['delivered', 204],
    ['delivered', 204],
  ]);
  expect(printed.sort()).toEqual([
    `listing.published ${productId} 200`,
    `sale.paid ${bookingId} 200`,
  ]);

  const forged = await fetch(`http://127.0.0.1:${port}/in`, {
    method: 'POST',
    headers: {
      'webhook-id': '1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,Zm9yZ2Vk',
    },
    body: '{"type":"sale.paid","data":{}}',
  });
  expect(forged.status).toBe(401);
  expect(printed).toHaveLength(2);
});
