import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, it } from 'vitest';
import { everywhere } from '#contract/delivery/shop-zones.ts';
import { transaction } from '../../database/transaction.ts';
import { addImage } from '../../testing/builders.ts';
import { createPeople } from '../../testing/people.ts';
import { addressOf } from '../../testing/selling.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { createKey } from '../keys/keys.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { createWebhookSeal } from './webhook-secrets.ts';

const run = promisify(execFile);
const shop = await createTestShop();
// Below node_modules, so that the client finds its library.
const folder = await mkdtemp('node_modules/.typed-client-');
afterAll(async () => {
  await rm(folder, { recursive: true });
  await shop.close();
});

/** openapi-typescript needs the compiler's JavaScript API, which TypeScript 7 does not have. */
const withTypeScript5 = `data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(
    "export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context);"));
`)}`;

it('a client with generated types lists an instrument, is told of its sale, and sends it', async () => {
  const { body: document } = await shop.app.inject('/api/openapi.json');
  await writeFile(`${folder}/openapi.json`, document);
  const generator = 'node_modules/openapi-typescript/bin/cli.js';
  const files = [`${folder}/openapi.json`, '-o', `${folder}/openapi.d.ts`];
  await run(process.execPath, ['--import', withTypeScript5, generator, ...files]);
  await copyFile('docs/examples/typed-client.ts', `${folder}/client.ts`);
  const options = ['--ignoreConfig', '--strict', '--skipLibCheck', '--module', 'nodenext'];
  const compiler = ['node_modules/typescript/bin/tsc', ...options, '--target', 'es2022'];
  await run(process.execPath, [...compiler, `${folder}/client.ts`]);
  const { createSeller } = await import(/* @vite-ignore */ `${process.cwd()}/${folder}/client.js`);

  const who = createPeople(shop.database);
  const seller = await who.seller();
  const scopes = ['listings:write', 'sales:read', 'sales:write', 'webhooks'] as const;
  const wanted = { name: 'Client', scopes, addresses: [], expiresAt: null };
  const { key } = await transaction(shop.database, (tx) =>
    createKey(tx, seller, wanted, new Date()),
  );
  const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const client = createSeller(origin, key);
  const { secret } = await client.listen('https://hooks.example/in');
  const productId = await client.list('SKU-7', addressOf(await addImage(shop.database)));
  const address = { name: 'Bea Reed', lines: ['12 Quay Street'], city: 'Leith', country: 'GB' };
  const delivery = { zone: everywhere.id, address };
  const bookingId = await who.book(await who.buyer(), productId, new Date(), delivery);
  await who.pay(bookingId, new Date(), 13_300);

  const received: unknown[] = [];
  await sendWebhooks({
    database: shop.database,
    clock: { now: () => new Date() },
    webhookSeal: createWebhookSeal(shop.secret),
    origin: () => origin,
    sendWebhook: async (_url, { headers, body }) => {
      received.push(new Webhook(secret).verify(body, headers));
      return { status: 204 };
    },
  });
  expect(received).toMatchObject([{ type: 'sale.paid', data: { id: bookingId } }]);
  expect(await client.send(received[0], 'AB 123')).toBe('sent');
  expect(await client.send(received[0], 'AB 123')).toBe('sent before');
});
