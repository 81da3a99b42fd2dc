import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { sandboxCardsBase, sandboxCardsPaths } from '#contract/test-cards.ts';
import { signatureHeader, signWebhook } from '../providers/cards/sandbox/webhook-signature.ts';

export interface StormSale {
  number: number;
  /** An access token of the buyer. */
  token: string;
  productId: string;
  /** The booking is deleted just before the card is charged, so the charge must be refunded. */
  isLate: boolean;
}

export interface StormResults {
  /** Ids of the acknowledged payments, by transaction. */
  acknowledged: Map<string, string>;
  /** Responses that must not happen, whatever was killed. */
  unexpected: string[];
  responses: number;
  noResponse: number;
}

interface Response {
  status: number;
  body: { [Field in 'insertedId' | 'transactionId' | 'clientSecret']?: string } & {
    intent?: { state: string };
  };
}

const price = 75;
const pauseMs = 25;
/** Longer than a restart takes on a busy machine. */
const retryMs = 120_000;

/**
 * Acts as the buyers' browsers and sends the provider's webhooks to a server that may be killed at any time. Requests
 * without a response or with a 5xx are repeated, except those of closed browsers and lost webhooks.
 * @param webhookSecret of the sandbox
 */
export function startStorm(shop: () => string, webhookSecret: string) {
  const results: StormResults = {
    acknowledged: new Map(),
    unexpected: [],
    responses: 0,
    noResponse: 0,
  };
  const agent = new Agent({ keepAlive: true });

  function send(
    method: 'POST' | 'DELETE',
    path: string,
    { body, headers }: { body: string; headers: Record<string, string> },
  ): Promise<Response | undefined> {
    return new Promise((resolve) => {
      const finish = (response?: Response) => {
        results[response ? 'responses' : 'noResponse'] += 1;
        resolve(response);
      };
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const options = { agent, method, headers: { ...headers, ...length } };
      const sent = request(shop() + path, options, (reply) => {
        json(reply).then(
          (body) => finish({ status: reply.statusCode ?? 0, body: body as Response['body'] }),
          () => finish(),
        );
      });
      sent.on('error', () => finish()).end(body);
    });
  }

  /** Repeats a request until the response has one of these statuses. */
  async function sendUntil(
    expected: readonly number[],
    ...request: Parameters<typeof send>
  ): Promise<Response> {
    let last: Response | undefined;
    for (const end = Date.now() + retryMs; Date.now() < end; await pause(pauseMs)) {
      const response = await send(...request);
      last = response;
      if (response && expected.includes(response.status)) return response;
      if (response && response.status < 500) {
        const { status, body } = response;
        throw new Error(`${request[1]} answered ${status} ${JSON.stringify(body)}`);
      }
    }
    throw new Error(`${request[1]} kept failing, last with ${JSON.stringify(last)}`);
  }

  async function sell(sale: StormSale): Promise<void> {
    const { number, token, productId, isLate } = sale;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const bookingRequest = JSON.stringify({ productId, price, phone: '555', location: 'the pier' });
    const booking = await sendUntil([201], 'POST', '/api/bookings', {
      body: bookingRequest,
      headers: { ...headers, 'idempotency-key': `sale-${number}` },
    });
    const bookingId = booking.body.insertedId ?? '';
    const { body: intent } = await sendUntil([200], 'POST', '/api/create-payment-intent', {
      body: JSON.stringify({ price, bookingId }),
      headers,
    });
    const { transactionId = '', clientSecret = '' } = intent;
    if (isLate) {
      const request = { body: '', headers: { authorization: headers.authorization } };
      await sendUntil([200, 404], 'DELETE', `/api/bookings/${bookingId}`, request);
    }
    await sendUntil([200, 402], 'POST', addressOf(transactionId), cardOf(clientSecret));
    const payment = JSON.stringify({ price, bookingId, transactionId });
    // A quarter of the browsers close, a quarter of the sales get no webhooks, and for the rest both arrive.
    await Promise.all([
      ...(number % 4 === 0 ? [] : [recordPayment(sale, transactionId, { body: payment, headers })]),
      ...(number % 4 === 1 ? [] : [sendWebhooks(transactionId)]),
    ]);
  }

  async function recordPayment(
    { isLate, number }: StormSale,
    transactionId: string,
    request: { body: string; headers: Record<string, string> },
  ): Promise<void> {
    const response = await send('POST', '/api/payments', request);
    if (!response || response.status >= 500) return;
    if (response.status === 201 && !isLate && response.body.insertedId) {
      results.acknowledged.set(transactionId, response.body.insertedId);
      return;
    }
    // 409 for a late charge, 422 when the intent was cancelled before it was charged.
    if (isLate && [409, 422].includes(response.status)) return;
    results.unexpected.push(`sale ${number}: ${response.status} ${JSON.stringify(response.body)}`);
  }

  /** Sends events out of order, one of them twice, almost at the same time. */
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
        const response = await send('POST', '/api/webhooks/cards', { body, headers });
        if (!response || response.status === 200 || response.status >= 500) return;
        results.unexpected.push(`webhook ${id}: ${response.status}`);
      }),
    );
  }

  return { results, sell, close: () => agent.destroy() };
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
