import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { createLog } from '../../../core/log.ts';
import type { StripeFault } from '../../../testing/fake-stripe.ts';
import { createStripeFixture, type StripeFixture } from '../../../testing/stripe-fixture.ts';
import type { CardIntent, CardProvider } from '../port.ts';

let fixture: StripeFixture;
let stripe: StripeFixture['stripe'];
let cards: CardProvider;

beforeAll(async () => {
  fixture = await createStripeFixture();
  ({ stripe, cards } = fixture);
});
afterEach(() => stripe.requests.splice(0));
afterAll(() => stripe.stop());

describe('a failed request to Stripe', () => {
  const transient: [string, StripeFault[]][] = [
    ['by a server error', [{ status: 500 }, { status: 503 }]],
    ['by a closed connection', ['disconnect', 'disconnect']],
    ['by a lost response', ['disconnect after processing', 'disconnect after processing']],
    ['by a timeout', ['no response', 'no response']],
    ['by a lock', [{ status: 409, code: 'lock_timeout' }]],
  ];
  test.each(transient)(
    'a request that fails %s is retried with the same key and processed once',
    async (_what, faults) => {
      const before = stripe.account.intents.size;
      stripe.fail(...faults);
      const intent = await cards.createIntent(fixture.request());
      expect(intent.state).toBe('open');
      expect(stripe.account.intents.size).toBe(before + 1);
      const keys = stripe.requests
        .filter(({ method }) => method === 'POST')
        .map(({ headers }) => headers['idempotency-key']);
      expect(keys).toHaveLength(faults.length + 1);
      expect(new Set(keys).size).toBe(1);
    },
  );

  const create = () => cards.createIntent(fixture.request());
  const find = async () => cards.findIntent('pi_1');
  const refund = () =>
    cards.refund({ intentId: 'pi_1', amountCents: 1, idempotencyKey: randomUUID() });
  const persistent: [string, StripeFault[], () => Promise<unknown>][] = [
    ['by server errors', [{ status: 500 }, { status: 500 }, { status: 500 }], create],
    ['by closed connections', ['disconnect', 'disconnect', 'disconnect'], refund],
    ['by timeouts', ['no response', 'no response', 'no response'], find],
    [
      'by timeouts',
      ['no response', 'no response', 'no response'],
      () => cards.cancelIntent('pi_1'),
    ],
    ['by rate limits', [{ status: 429 }], create],
  ];
  test.each(persistent)(
    'a request that always fails %s makes the provider unavailable',
    async (_, faults, call) => {
      stripe.fail(...faults);
      await expect(call()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
      expect(stripe.requests).toHaveLength(faults.length);
    },
  );

  it('a wrong API key is named in the log and not in the response', async () => {
    const withWrongKey = fixture.open({ secretKey: 'sk_test_wrong' });
    const refusal = await withWrongKey.findIntent('pi_1').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'unavailable' });
    expect(logged(refusal)).toContain('StripeAuthenticationError');
  });

  it('no secret gets into the log', async () => {
    const { id, clientSecret } = await fixture.charged();
    stripe.account.getIntent(id).metadata.bookingId = 'other';
    const refused = await cards
      .refund({ intentId: id, amountCents: 45_001, idempotencyKey: randomUUID() })
      .catch((error: unknown) => error);
    expect(logged(refused)).toContain('StripeInvalidRequestError');
    expect(logged(refused)).not.toContain(clientSecret);
    expect(logged(refused)).not.toContain(stripe.secretKey);
  });
});

describe('a Stripe refund', () => {
  const full = ({ id: intentId }: CardIntent, idempotencyKey: string = randomUUID()) =>
    cards.refund({ intentId, amountCents: 45_000, idempotencyKey });

  it('a Stripe refund is found again after Stripe has forgotten its key', async () => {
    const intent = await fixture.charged();
    const key = randomUUID();
    const first = await full(intent, key);
    stripe.forgetKeys();
    expect(await full(intent, key)).toEqual(first);
    expect(stripe.account.refundsOf(intent.id)).toHaveLength(1);
  });

  it('a refund created in the dashboard is found', async () => {
    const intent = await fixture.charged();
    const { id } = stripe.account.refund({ payment_intent: intent.id });
    expect(await full(intent)).toEqual({ id });
  });

  it('a refund that the bank rejected is a conflict', async () => {
    const intent = await fixture.charged();
    const key = randomUUID();
    const { id } = await full(intent, key);
    Object.assign(stripe.account.refunds.get(id) ?? {}, { status: 'failed' });
    await expect(full(intent, key)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a failed refund can be repeated with less on the same day, and one that was made cannot', async () => {
    const intent = await fixture.charged();
    const key = randomUUID();
    // The adapter looks for the refund first.
    stripe.fail(undefined, { status: 500, stored: 'unprocessed' });
    await expect(full(intent, key)).rejects.toMatchObject({ code: 'unavailable' });
    const less = { intentId: intent.id, amountCents: 20_000, idempotencyKey: key };
    await cards.refund(less);
    stripe.forgetKeys();
    await expect(cards.refund({ ...less, amountCents: 15_000 })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(stripe.account.refundsOf(intent.id)).toMatchObject([{ amount: 20_000 }]);
  });

  it('a refund whose response was lost is created once', async () => {
    const intent = await fixture.charged();
    const key = randomUUID();
    stripe.fail({ status: 503 }, 'disconnect after processing');
    await full(intent, key);
    expect(stripe.account.refundsOf(intent.id)).toHaveLength(1);
  });
});

/** The error as the log serialises it. */
function logged(error: unknown): string {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  createLog('info', { write }).error({ err: error }, 'It failed');
  return text;
}
