import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SandboxAnswer, SandboxConfirmation } from '#contract/payments/sandbox-cards.ts';
import { sandboxCardsBase, sandboxCardsPaths } from '#contract/payments/test-cards.ts';
import type { CardIntent, CardProvider } from '../providers/cards/port.ts';

/** Creates an intent for a flute. */
export function createFluteIntent(cards: Pick<CardProvider, 'createIntent'>): Promise<CardIntent> {
  return cards.createIntent({
    bookingId: randomUUID(),
    amountCents: 9_900,
    idempotencyKey: randomUUID(),
    description: 'A flute',
    buyerEmail: 'buyer@reprise.test',
  });
}

/** What the sandbox needs of an intent to be confirmed. */
interface Confirmable {
  id: string;
  clientSecret: string;
}

type Card = SandboxConfirmation['card'];

/** Plays the buyer's browser at the sandbox: `await sandboxBuyer(app).pay(intent, '4242424242424242')`. */
export function sandboxBuyer(app: FastifyInstance) {
  async function post(path: keyof typeof sandboxCardsPaths, id: string, payload: object) {
    const url = sandboxCardsBase + sandboxCardsPaths[path].replace('{id}', id);
    const reply = await app.inject({ method: 'POST', url, payload });
    return { status: reply.statusCode, body: reply.json<SandboxAnswer>(), headers: reply.headers };
  }
  return {
    pay(intent: Confirmable, number: string, card: Partial<Card> = {}) {
      const cvc = number.startsWith('3') && number.length === 15 ? '1234' : '123';
      return post('confirm', intent.id, {
        clientSecret: intent.clientSecret,
        card: { number, expMonth: 12, expYear: new Date().getUTCFullYear() + 2, cvc, ...card },
        billing: { name: 'Bea Buyer', email: 'buyer@reprise.test' },
      });
    },
    answer({ id, clientSecret }: Confirmable, challenge: string, outcome: 'complete' | 'fail') {
      return post('answerChallenge', id, { clientSecret, challenge, outcome });
    },
    look({ id, clientSecret }: Confirmable) {
      return post('readIntent', id, { clientSecret });
    },
  };
}
