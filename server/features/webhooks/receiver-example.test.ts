import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createInterface } from 'node:readline';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebhookSender } from '../../providers/webhooks/webhook-sender.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople } from '../../testing/people.ts';
import { testCertificate, testCertificateKey } from '../../testing/test-certificate.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { createWebhookSeal } from './webhook-secrets.ts';

let shop: TestShop;
let receiver: ChildProcess | undefined;
let proxy: Server | undefined;
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(async () => {
  proxy?.close();
  receiver?.kill('SIGKILL');
  await shop.close();
});

/** Starts the example. @returns its port, and the lines that it has printed since */
async function startReceiver(environment: Record<string, string>) {
  const path = 'docs/examples/webhook-receiver.mjs';
  const child = spawn(process.execPath, [path], {
    env: { ...environment, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  receiver = child;
  const printed: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const [first] = (await once(lines, 'line')) as [string];
  lines.on('line', (line) => printed.push(line));
  return { port: Number(first.split(' ').at(-1)), printed };
}

/** What stands before a receiver and ends TLS. @returns its port */
async function startProxy(port: number): Promise<number> {
  const tls = { key: testCertificateKey, cert: testCertificate };
  proxy = createServer(tls, (socket) => {
    const inside = connect(port, '127.0.0.1');
    socket.pipe(inside).pipe(socket);
    for (const end of [socket, inside]) end.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return (proxy.address() as AddressInfo).port;
}

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
  const { port, printed } = await startReceiver({
    WEBHOOK_SECRET: endpoint.secret,
    API_KEY: key,
  });
  const url = `https://hooks.example:${await startProxy(port)}/in`;
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
