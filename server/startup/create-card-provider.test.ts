import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import { createLog } from '../core/log.ts';
import { limitRates } from '../http/security/rate-limits.ts';
import type { CardProvider } from '../providers/cards/port.ts';
import { sandboxBuyer } from '../testing/sandbox-buyer.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createTestShop } from '../testing/test-shop.ts';
import { createCardProvider } from './create-card-provider.ts';

let database: TestDatabase;
const logged: string[] = [];
const log = createLog('warn', { write: (line) => logged.push(line) });
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await database.close();
});

const open = (environment: Record<string, string>, url = () => 'http://127.0.0.1:1') =>
  createCardProvider(
    {
      config: readConfig({ ...environment, LOG_LEVEL: 'warn' }),
      database,
      clock: systemClock,
      log,
      readSecret: async () => 'signs the webhooks of this test',
      url,
    },
    closers,
  );

const createIntent = (cards: CardProvider) =>
  cards.createIntent({
    bookingId: randomUUID(),
    amountCents: 7_000,
    idempotencyKey: randomUUID(),
    description: 'A viola',
    buyerEmail: 'buyer@reprise.test',
  });

const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

describe('the card provider', () => {
  it('the card provider is Stripe when its keys are set', async () => {
    const cards = await open(stripeKeys);
    expect([cards.name, cards.publishableKey]).toEqual(['stripe', 'pk_test_1']);
    expect(cards.registerRoutes).toBeUndefined();
  });

  it('the card provider is the sandbox in production only with CARDS=sandbox, with a warning in the log', async () => {
    const cards = await open({ NODE_ENV: 'production', CARDS: 'sandbox' });
    expect(cards.name).toBe('sandbox');
    expect(logged.splice(0).join()).toContain('no money moves');
  });
});

describe('the sandbox in a running server', () => {
  /** A server that records the webhooks it receives. */
  async function startWebhookServer() {
    const app: FastifyInstance = Fastify();
    const received: (string | undefined)[] = [];
    let url = '';
    const cards = await open({}, () => url);
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    app.post<{ Body: Buffer }>('/api/webhooks/cards', async ({ body, headers }) => {
      received.push(cards.readEvent(body, headers).intentId);
      return { received: true };
    });
    url = await app.listen({ port: 0, host: '127.0.0.1' });
    closers.push(() => app.close());
    return { cards, received, url };
  }

  it('the sandbox sends its webhooks over the network, and other servers of the shop can verify them', async () => {
    const { cards, received, url } = await startWebhookServer();
    const first = await createIntent(cards);
    await cards.cancelIntent(first.id);
    await expect.poll(() => received).toEqual([first.id]);
    const otherServer = await open({}, () => url);
    const second = await createIntent(otherServer);
    await otherServer.cancelIntent(second.id);
    await expect.poll(() => received).toEqual([first.id, second.id]);
  });

  it('the sandbox limits the cards that one address may try', async () => {
    const app = Fastify();
    await limitRates(app, { processes: 1 });
    const cards = await open({});
    cards.registerRoutes?.(app);
    closers.push(() => app.close());
    const intent = await createIntent(cards);
    const buyer = sandboxBuyer(app);
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) {
      statuses.push((await buyer.pay(intent, '4242424242424241')).status);
    }
    expect(statuses.slice(0, 30).every((status) => status === 402)).toBe(true);
    expect(statuses[30]).toBe(429);
  });
});

describe('the Content-Security-Policy of pages', () => {
  const policyOf = async (cards: CardProvider | undefined) => {
    const shop = await createTestShop(cards ? { cards } : {});
    const reply = await shop.app.inject({ url: '/' });
    await shop.close();
    return String(reply.headers['content-security-policy']);
  };

  it('the Content-Security-Policy allows Stripe only when it is the card provider', async () => {
    expect(await policyOf(undefined)).not.toMatch(/stripe|frame-src/);
    const policy = await policyOf(await open(stripeKeys));
    expect(policy).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/);
    expect(policy).toMatch(/connect-src 'self' https:\/\/api\.stripe\.com;/);
    expect(policy).toMatch(/frame-src https:\/\/js\.stripe\.com [^;]*https:\/\/hooks\.stripe\.com/);
  });
});
