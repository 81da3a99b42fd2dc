import { setTimeout as pause } from 'node:timers/promises';
import { sandboxCardsBase, sandboxCardsPaths } from '#contract/test-cards.ts';
import { signatureHeader, signWebhook } from '../providers/cards/sandbox/webhook-signature.ts';
import { createStormClient } from './storm-client.ts';

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
}

type ReplyFields = { [Field in 'insertedId' | 'transactionId' | 'clientSecret']?: string };

const price = 75;

/**
 * Acts as the buyers' browsers and sends the provider's webhooks to a server that may be killed at any time. Requests
 * without a response or with a 5xx are repeated, except those of closed browsers and lost webhooks.
 * @param webhookSecret of the sandbox
 */
export function startStorm(shop: () => string, webhookSecret: string) {
  const results: StormResults = { acknowledged: new Map(), unexpected: [] };
  const { counts, send, sendUntil, close } = createStormClient<ReplyFields>(shop);

  async function sell(sale: StormSale): Promise<void> {
    const { number, token, productId, isLate } = sale;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const bookingRequest = JSON.stringify({ productId, price, phone: '555', location: 'the pier' });
    const booking = await sendUntil([201], {
      method: 'POST',
      path: '/api/bookings',
      body: bookingRequest,
      headers: { ...headers, 'idempotency-key': `sale-${number}` },
    });
    const bookingId = booking.body.insertedId ?? '';
    const { body: intent } = await sendUntil([200], {
      method: 'POST',
      path: '/api/create-payment-intent',
      body: JSON.stringify({ price, bookingId }),
      headers,
    });
    const { transactionId = '', clientSecret = '' } = intent;
    if (isLate) {
      const path = `/api/bookings/${bookingId}`;
      const { authorization } = headers;
      await sendUntil([200, 404], { method: 'DELETE', path, headers: { authorization } });
    }
    await sendUntil([200, 402], {
      method: 'POST',
      path: addressOf(transactionId),
      ...cardOf(clientSecret),
    });
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
    const response = await send({ method: 'POST', path: '/api/payments', ...request });
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
        const webhook = { method: 'POST', path: '/api/webhooks/cards', body, headers } as const;
        const response = await send(webhook);
        if (!response || response.status === 200 || response.status >= 500) return;
        results.unexpected.push(`webhook ${id}: ${response.status}`);
      }),
    );
  }

  return { results, counts, sell, close };
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
