import Fastify from 'fastify';
import { afterAll, beforeAll, describe } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { testCardProvider } from '../../../testing/cards-test.ts';
import { sandboxBuyer } from '../../../testing/sandbox-buyer.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createSandboxCards, type SandboxCards } from './sandbox-cards.ts';
import { signatureHeader, signWebhook } from './webhook-signature.ts';

const secret = 'the secret of the sandbox';
const cardNumbers = { good: '4242424242424242', declined: '4000000000000002' };
let database: TestDatabase;
let cards: SandboxCards;
const app = Fastify();

beforeAll(async () => {
  database = await createTestDatabase();
  const log = { warn: () => undefined };
  cards = createSandboxCards({
    database,
    clock: systemClock,
    secret,
    log,
    deliver: async () => 200,
  });
  cards.registerRoutes(app);
});
afterAll(async () => {
  await cards.close();
  await app.close();
  await database.close();
});

describe('the sandbox adapter', () => {
  testCardProvider(() => ({
    cards,
    async pay(intent, card) {
      await sandboxBuyer(app).pay(intent, cardNumbers[card]);
    },
    async eventBody({ id }) {
      const [event] = await database.sql`
        select payload from sandbox_events
        where intent_id = ${id} and type = 'payment_intent.succeeded'`;
      return Buffer.from(JSON.stringify(event?.payload));
    },
    sign: (body, at) => ({ [signatureHeader]: signWebhook(body, secret, at) }),
  }));
});
