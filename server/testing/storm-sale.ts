import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { sandboxCardsBase, sandboxCardsPaths } from '#contract/test-cards.ts';
import { signatureHeader, signWebhook } from '../providers/cards/sandbox/webhook-signature.ts';

/** One sale in the storm: who buys what, and how well that goes. */
export interface StormSale {
  number: number;
  /** An access token of the buyer. */
  token: string;
  productId: string;
  /** The booking is deleted just before the card is charged, so the money must go back. */
  isLate: boolean;
}

/** What buyers were promised and what surprised them. */
export interface Heard {
  /** Payments that the shop has acknowledged, by transaction. */
  acknowledged: Map<string, string>;
  /** Answers that no person should get, whatever was killed. */
  surprises: string[];
  answers: number;
  unanswered: number;
}

interface Answer {
  status: number;
  body: { [Field in 'insertedId' | 'transactionId' | 'clientSecret']?: string } & {
    intent?: { state: string };
  };
}

const price = 75;
const pauseMs = 25;
/** So long may a shop be away while it is started again, on a busy machine. */
const firstDataTimeoutMs = 120_000;

/**
 * Buyers and the provider's webhooks, on a shop that may be killed at any moment. They do what browsers do: what was
 * not answered, or answered with a 5xx, is sent again; except for what a closed browser or a lost webhook never sends
 * again.
 * @param webhookSecret of the sandbox
 */
export function stormSales(shop: () => string, webhookSecret: string) {
  const heard: Heard = { acknowledged: new Map(), surprises: [], answers: 0, unanswered: 0 };
  const agent = new Agent({ keepAlive: true });

  function ask(
    method: 'POST' | 'DELETE',
    path: string,
    { body, headers }: { body: string; headers: Record<string, string> },
  ): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const isOver = (answer?: Answer) => {
        heard[answer ? 'answers' : 'unanswered'] += 1;
        resolve(answer);
      };
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const options = { agent, method, headers: { ...headers, ...length } };
      const sent = request(shop() + path, options, (reply) => {
        json(reply).then(
          (told) => isOver({ status: reply.statusCode ?? 0, body: told as Answer['body'] }),
          () => isOver(),
        );
      });
      sent.on('error', () => isOver()).end(body);
    });
  }

  /** Again and again, until the answer is one of these. */
  async function insist(
    expected: readonly number[],
    ...asked: Parameters<typeof ask>
  ): Promise<Answer> {
    let last: Answer | undefined;
    for (const end = Date.now() + firstDataTimeoutMs; Date.now() < end; await pause(pauseMs)) {
      const answer = await ask(...asked);
      last = answer;
      if (answer && expected.includes(answer.status)) return answer;
      if (answer && answer.status < 500) {
        throw new Error(`${asked[1]} answered ${answer.status} ${JSON.stringify(answer.body)}`);
      }
    }
    throw new Error(`${asked[1]} was not answered in time, at last by ${JSON.stringify(last)}`);
  }

  async function sell(sale: StormSale): Promise<void> {
    const { number, token, productId, isLate } = sale;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const wish = JSON.stringify({ productId, price, phone: '555', location: 'the pier' });
    const booking = await insist([201], 'POST', '/api/bookings', {
      body: wish,
      headers: { ...headers, 'idempotency-key': `sale-${number}` },
    });
    const bookingId = booking.body.insertedId ?? '';
    const { body: opened } = await insist([200], 'POST', '/api/create-payment-intent', {
      body: JSON.stringify({ price, bookingId }),
      headers,
    });
    const { transactionId = '', clientSecret = '' } = opened;
    if (isLate) {
      const request = { body: '', headers: { authorization: headers.authorization } };
      await insist([200, 404], 'DELETE', `/api/bookings/${bookingId}`, request);
    }
    await insist([200, 402], 'POST', addressOf(transactionId), cardOf(clientSecret));
    const claim = JSON.stringify({ price, bookingId, transactionId });
    // A quarter of all browsers close, a quarter hear nothing of webhooks, the others get them as they come.
    await Promise.all([
      ...(number % 4 === 0 ? [] : [confirm(sale, transactionId, { body: claim, headers })]),
      ...(number % 4 === 1 ? [] : [sendWebhooks(transactionId)]),
    ]);
  }

  async function confirm(
    { isLate, number }: StormSale,
    transactionId: string,
    asked: { body: string; headers: Record<string, string> },
  ): Promise<void> {
    const answer = await ask('POST', '/api/payments', asked);
    if (!answer || answer.status >= 500) return;
    if (answer.status === 201 && !isLate && answer.body.insertedId) {
      heard.acknowledged.set(transactionId, answer.body.insertedId);
      return;
    }
    // A late charge is refused with the word that it goes back; one that was cancelled before never was a charge.
    if (isLate && [409, 422].includes(answer.status)) return;
    heard.surprises.push(`sale ${number}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** Old news after new, the same twice, and all of it at about the same time. */
  async function sendWebhooks(transactionId: string): Promise<void> {
    const types = ['succeeded', 'payment_failed', 'succeeded', 'requires_action', 'succeeded'];
    await Promise.all(
      types.map(async (type, index) => {
        await pause(Math.random() * 60);
        // The first and the third are the same event.
        const id = `evt_storm_${transactionId}_${type === 'succeeded' ? index % 4 : type}`;
        const data = { object: { id: transactionId } };
        const body = JSON.stringify({ id, type: `payment_intent.${type}`, data });
        const signature = signWebhook(Buffer.from(body), webhookSecret, new Date());
        const headers = { 'content-type': 'application/json', [signatureHeader]: signature };
        const answer = await ask('POST', '/api/webhooks/cards', { body, headers });
        if (!answer || answer.status === 200 || answer.status >= 500) return;
        heard.surprises.push(`webhook ${id}: ${answer.status}`);
      }),
    );
  }

  return { heard, sell, close: () => agent.destroy() };
}

const addressOf = (intentId: string) =>
  sandboxCardsBase + sandboxCardsPaths.confirm.replace('{id}', intentId);

function cardOf(clientSecret: string) {
  const expYear = new Date().getUTCFullYear() + 2;
  const card = { number: '4242424242424242', expMonth: 12, expYear, cvc: '123' };
  const billing = { name: 'Bea Buyer', email: 'buyer@reprise.test' };
  return {
    body: JSON.stringify({ clientSecret, card, billing }),
    headers: { 'content-type': 'application/json' },
  };
}
