import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { createLog } from '../../../core/log.ts';
import type { StripeFault } from '../../../testing/fake-stripe.ts';
import { openStripeInTest, type StripeInTest } from '../../../testing/stripe-in-test.ts';
import type { CardIntent, CardProvider } from '../port.ts';

let inTest: StripeInTest;
let stripe: StripeInTest['stripe'];
let cards: CardProvider;

beforeAll(async () => {
  inTest = await openStripeInTest();
  ({ stripe, cards } = inTest);
});
afterEach(() => stripe.asked.splice(0));
afterAll(() => stripe.stop());

const request = () => inTest.request();
const charged = () => inTest.charged();
const open = (changes: { secretKey?: string }) => inTest.open(changes);

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

/** What the log holds of an error. */
function logged(error: unknown): string {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  createLog('info', { write }).error({ err: error }, 'It failed');
  return text;
}
