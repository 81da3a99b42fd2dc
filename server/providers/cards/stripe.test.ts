import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { createLog } from '../../log.ts';
import { testCardProvider } from '../../testing/cards-test.ts';
import {
  type StripeFault,
  type StripeStandIn,
  startStripeStandIn,
} from '../../testing/stripe-stand-in.ts';
import type { CardIntent, CardProvider } from './port.ts';
import { stripeApiVersion } from './stripe/api.ts';
import { type StripeCardsParts, stripeCards } from './stripe.ts';

let stripe: StripeStandIn;
let cards: CardProvider;

function open(changes: Partial<StripeCardsParts> = {}): CardProvider {
  const { secretKey, webhookSecret, url: apiUrl } = stripe;
  return stripeCards({
    ...{ secretKey, webhookSecret, apiUrl, publishableKey: 'pk_test_1', clock: systemClock },
    ...{ sendsReceipts: false, timeoutMs: 300, ...changes },
  });
}

beforeAll(async () => {
  stripe = await startStripeStandIn();
  cards = open();
});
afterEach(() => stripe.asked.splice(0));
afterAll(() => stripe.stop());

const request = (changes: { idempotencyKey?: string; amountCents?: number } = {}) => ({
  bookingId: randomUUID(),
  amountCents: 45_000,
  idempotencyKey: randomUUID(),
  description: 'An oboe',
  buyerEmail: 'buyer@reprise.test',
  ...changes,
});

async function charged(): Promise<CardIntent> {
  const intent = await cards.createIntent(request());
  stripe.books.confirmIntent(intent.id, { payment_method: 'pm_card_visa' });
  return intent;
}

describe('Stripe’s adapter', () => {
  testCardProvider(() => ({
    cards,
    async pay({ id }, card) {
      const payment_method = card === 'good' ? 'pm_card_visa' : 'pm_card_chargeDeclined';
      const headers = { authorization: `Bearer ${stripe.secretKey}` };
      const body = new URLSearchParams({ payment_method });
      await fetch(`${stripe.url}/v1/payment_intents/${id}/confirm`, {
        ...{ method: 'POST', headers, body },
      });
    },
    eventBody: async ({ id }) =>
      stripe.eventBody('payment_intent.succeeded', stripe.books.intentNamed(id)),
    sign: stripe.sign,
  }));

  it('asks for a card payment in dollars, by the pinned version, for the booking', async () => {
    const asked = request();
    await cards.createIntent(asked);
    const [first] = stripe.asked;
    expect(first?.sent).toEqual({
      ...{ amount: '45000', currency: 'usd', description: 'An oboe' },
      ...{ 'allowed_payment_method_types[0]': 'card', 'metadata[bookingId]': asked.bookingId },
    });
    expect(first?.headers).toMatchObject({
      ...{ 'stripe-version': stripeApiVersion, 'idempotency-key': asked.idempotencyKey },
    });
    expect(first?.headers).not.toHaveProperty('x-stripe-client-telemetry');
  });

  it('names the buyer for a receipt only where that is wanted', async () => {
    await open({ sendsReceipts: true }).createIntent(request());
    expect(stripe.asked[0]?.sent.receipt_email).toBe('buyer@reprise.test');
  });

  it('refuses an amount beyond what Stripe takes', async () => {
    for (const amountCents of [49, 100_000_000]) {
      const refused = cards.createIntent(request({ amountCents }));
      await expect(refused).rejects.toMatchObject({ code: 'cannot-process' });
    }
  });

  it('counts an intent whose card the bank asks about as open', async () => {
    const { id } = await cards.createIntent(request());
    stripe.books.confirmIntent(id, { payment_method: 'pm_card_authenticationRequired' });
    expect(await cards.findIntent(id)).toMatchObject({ state: 'open' });
    stripe.books.intentNamed(id).status = 'processing';
    expect(await cards.findIntent(id)).toMatchObject({ state: 'processing' });
    expect(await cards.cancelIntent(id)).toMatchObject({ state: 'processing' });
  });
});

describe('when Stripe is troubled', () => {
  const twice: [string, StripeFault[]][] = [
    ['a failure of its own', [{ status: 500 }, { status: 503 }]],
    ['a cut line', ['cut', 'cut']],
    ['an answer that is lost', ['cut after work', 'cut after work']],
    ['no answer in time', ['silence', 'silence']],
    ['a lock', [{ status: 409, code: 'lock_timeout' }]],
  ];
  test.each(twice)('%s is tried again with the same key, and made once', async (_what, faults) => {
    const before = stripe.books.intents.size;
    stripe.fail(...faults);
    const intent = await cards.createIntent(request());
    expect(intent.state).toBe('open');
    expect(stripe.books.intents.size).toBe(before + 1);
    const keys = stripe.asked
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(faults.length + 1);
    expect(new Set(keys).size).toBe(1);
  });

  const create = () => cards.createIntent(request());
  const find = async () => cards.findIntent('pi_1');
  const giveBack = () =>
    cards.refund({ intentId: 'pi_1', amountCents: 1, idempotencyKey: randomUUID() });
  const lasting: [string, StripeFault[], () => Promise<unknown>][] = [
    ['fails', [{ status: 500 }, { status: 500 }, { status: 500 }], create],
    ['cuts every line', ['cut', 'cut', 'cut'], giveBack],
    ['is silent', ['silence', 'silence', 'silence'], find],
    ['is silent', ['silence', 'silence', 'silence'], () => cards.cancelIntent('pi_1')],
    ['has had too many requests', [{ status: 429 }], create],
  ];
  test.each(lasting)('and %s, the shop is told to come back later', async (_, faults, deed) => {
    stripe.fail(...faults);
    await expect(deed()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    expect(stripe.asked).toHaveLength(faults.length);
  });

  it('a key that Stripe does not take is the operator’s to mend, and not told to anybody', async () => {
    const locked = open({ secretKey: 'sk_test_wrong' });
    const refusal = await locked.findIntent('pi_1').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'unavailable' });
    expect(logged(refusal)).toContain('StripeAuthenticationError');
  });

  it('nothing secret gets into the log', async () => {
    const { id, clientSecret } = await charged();
    stripe.books.intentNamed(id).metadata.bookingId = 'kept';
    const refused = await cards
      .refund({ intentId: id, amountCents: 45_001, idempotencyKey: randomUUID() })
      .catch((error: unknown) => error);
    expect(logged(refused)).toContain('StripeInvalidRequestError');
    expect(logged(refused)).not.toContain(clientSecret);
    expect(logged(refused)).not.toContain(stripe.secretKey);
  });
});

describe('a refund by Stripe', () => {
  const full = ({ id: intentId }: CardIntent, idempotencyKey: string = randomUUID()) =>
    cards.refund({ intentId, amountCents: 45_000, idempotencyKey });

  it('is found again when Stripe has long forgotten its key', async () => {
    const intent = await charged();
    const key = randomUUID();
    const first = await full(intent, key);
    stripe.forgetKeys();
    expect(await full(intent, key)).toEqual(first);
    expect(stripe.books.refundsOf(intent.id)).toHaveLength(1);
  });

  it('that somebody made by hand is found, not failed', async () => {
    const intent = await charged();
    const { id } = stripe.books.refund({ payment_intent: intent.id });
    expect(await full(intent)).toEqual({ id });
  });

  it('that the bank did not take is told of', async () => {
    const intent = await charged();
    const key = randomUUID();
    const { id } = await full(intent, key);
    Object.assign(stripe.books.refunds.get(id) ?? {}, { status: 'failed' });
    await expect(full(intent, key)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('whose answer was lost is made once', async () => {
    const intent = await charged();
    const key = randomUUID();
    stripe.fail({ status: 503 }, 'cut after work');
    await full(intent, key);
    expect(stripe.books.refundsOf(intent.id)).toHaveLength(1);
  });
});

describe('an event from Stripe', () => {
  const read = (type: string, object: object) => {
    const body = stripe.eventBody(type, object);
    return cards.readEvent(body, stripe.sign(body, new Date()));
  };

  it.each([
    ['charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }, 'pi_1'],
    ['refund.failed', { object: 'refund', id: 're_1', payment_intent: { id: 'pi_2' } }, 'pi_2'],
    ['customer.created', { object: 'customer', id: 'cus_1' }, undefined],
  ])('%s names the intent that it belongs to', (type, object, intentId) => {
    expect(read(type, object)).toMatchObject({ type, intentId });
  });

  it('is kept without the card, its owner, and the client secret', () => {
    const { payload } = read('payment_intent.payment_failed', {
      ...{ object: 'payment_intent', id: 'pi_1', client_secret: 'pi_1_secret_x', amount: 5 },
      ...{ receipt_email: 'a@b.test', metadata: { bookingId: 'b', note: 'hidden' } },
      latest_charge: { id: 'ch_1', payment_method_details: { card: { last4: '4242' } } },
      last_payment_error: {
        ...{ code: 'card_declined', decline_code: 'lost_card' },
        payment_method: { card: { last4: '0002' }, billing_details: { name: 'Bea' } },
      },
    });
    expect(payload.data).toEqual({
      object: {
        ...{ object: 'payment_intent', id: 'pi_1', amount: 5, metadata: { bookingId: 'b' } },
        last_payment_error: { code: 'card_declined', decline_code: 'lost_card' },
      },
    });
  });

  it('that is signed and still none is refused', () => {
    for (const text of ['[]', '{"id":"evt_1"}', 'nothing']) {
      const body = Buffer.from(text);
      expect(() => cards.readEvent(body, stripe.sign(body, new Date()))).toThrow('not accepted');
    }
  });
});

/** What the log holds of an error. */
function logged(error: unknown): string {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  createLog('info', { write }).error({ err: error }, 'It failed');
  return text;
}
