import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { SandboxRefusal } from '#contract/payments/sandbox-cards.ts';
import { testCards } from '#contract/payments/test-cards.ts';
import { compileCatalogue } from '../../../../scripts/build/texts.mjs';
import { createFluteIntent, sandboxBuyer } from '../../../testing/sandbox-buyer.ts';
import { createTestShop, type TestShop } from '../../../testing/test-shop.ts';

let shop: TestShop;
let buyer: ReturnType<typeof sandboxBuyer>;

beforeAll(async () => {
  shop = await createTestShop({ sandboxOptions: { deliver: async () => 200 } });
  buyer = sandboxBuyer(shop.app);
});
afterAll(() => shop.close());

const german: Readonly<Record<string, unknown>> = await compileCatalogue('de');
const good = '4242424242424242';
const newIntent = () => createFluteIntent(shop.cards);
const stateOf = async (id: string) => (await shop.cards.findIntent(id))?.state;

describe('a test number', () => {
  const codeOf = (outcome: string): Partial<SandboxRefusal> =>
    /decline|funds|lost|stolen/.test(outcome)
      ? { code: 'card_declined', declineCode: outcome as 'generic_decline' }
      : { code: outcome as 'expired_card' };
  const plain = testCards.filter(({ asks }) => !asks);

  test.each(plain.filter(({ outcome }) => outcome === 'charged'))(
    '$number of $brand is charged',
    async ({ number }) => {
      const intent = await newIntent();
      const { status, body } = await buyer.pay(intent, number);
      expect([status, body]).toEqual([
        200,
        { intent: { id: intent.id, state: 'succeeded', amountCents: 9_900 } },
      ]);
      expect(await stateOf(intent.id)).toBe('succeeded');
    },
  );

  test.each(plain.filter(({ outcome }) => outcome !== 'charged'))(
    '$number is declined: $outcome',
    async ({ number, outcome }) => {
      const intent = await newIntent();
      const { status, body } = await buyer.pay(intent, number);
      expect(status).toBe(402);
      expect(body.error).toMatchObject(codeOf(outcome));
      expect(body.error?.message).toMatch(/^[A-Z].*\.$/);
      expect(german[body.error?.messageId ?? '']).toMatch(/\.$/);
      expect(body.intent.state).toBe('requires_payment_method');
      expect((await buyer.pay(intent, good)).status).toBe(200);
    },
  );

  it('a number that is no test number is refused, with the reason', async () => {
    const intent = await newIntent();
    const { status, body, headers } = await buyer.pay(intent, '4111 1111 1111 1111');
    expect([status, body.error?.declineCode]).toEqual([402, 'test_mode_live_card']);
    expect(body.error?.message).toContain('test mode');
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('a card', () => {
  const year = new Date().getUTCFullYear();
  it('a card with a wrong date or security code is refused and leaves the intent unchanged', async () => {
    for (const [card, code] of [
      [{ expMonth: 13 }, 'invalid_expiry_month'],
      [{ expMonth: 0 }, 'invalid_expiry_month'],
      [{ expYear: year - 1 }, 'invalid_expiry_year'],
      [{ expYear: year + 51 }, 'invalid_expiry_year'],
      [{ cvc: '12' }, 'invalid_cvc'],
      [{ cvc: '1234' }, 'invalid_cvc'],
      [{ cvc: '12a' }, 'invalid_cvc'],
    ] as const) {
      const intent = await newIntent();
      const { status, body } = await buyer.pay(intent, good, card);
      expect([status, body.error?.code]).toEqual([402, code]);
      const events = await shop.database.sql`
        select from sandbox_events where intent_id = ${intent.id}`;
      expect(events).toHaveLength(0);
    }
  });

  it('a card may be entered with spaces and a two-digit year', async () => {
    const spaced = '4242 4242-4242 4242';
    const { status } = await buyer.pay(await newIntent(), spaced, { expYear: (year + 1) % 100 });
    expect(status).toBe(200);
  });

  it('card details of the wrong shape are bad input and are not quoted', async () => {
    const { id, clientSecret } = await newIntent();
    const url = `/api/sandbox-cards/intents/${id}/confirm`;
    const billing = { name: 'B', email: 'b@reprise.test' };
    for (const changes of [
      { card: { number: 4242424242424242, expMonth: 1, expYear: 30, cvc: '123' } },
      { card: { number: good, expMonth: '1', expYear: 30, cvc: '123' } },
      { card: good },
      {},
      { [good]: 1 },
    ]) {
      const payload = { clientSecret, billing, ...changes };
      const reply = await shop.app.inject({ method: 'POST', url, payload });
      expect(reply.statusCode).toBe(400);
      expect(reply.body).not.toContain(good);
    }
  });
});

describe('the client secret', () => {
  it('the client secret is required, and grants access to its own intent only', async () => {
    const [mine, other] = [await newIntent(), await newIntent()];
    const foreign = { id: mine.id, clientSecret: other.clientSecret };
    expect((await buyer.pay(foreign, good)).status).toBe(404);
    expect((await buyer.look(foreign)).status).toBe(404);
    expect((await buyer.answer(foreign, 'x', 'complete')).status).toBe(404);
    expect((await buyer.pay({ ...mine, id: 'pi_unknown' }, good)).status).toBe(404);
    expect(await stateOf(mine.id)).toBe('open');
  });

  it('the client secret grants access to nothing under a malformed id', async () => {
    for (const id of ['%00', 'pi_sandbox_%00', '%20', `pi_sandbox_${'0'.repeat(600)}`]) {
      expect((await buyer.look({ id, clientSecret: 'a guess' })).status, id).toBe(404);
    }
  });
});

describe('an intent', () => {
  it('an intent that has succeeded stays unchanged whatever card follows', async () => {
    const intent = await newIntent();
    const first = await buyer.pay(intent, good);
    expect((await buyer.pay(intent, '4000000000000002')).body).toEqual(first.body);
    expect((await buyer.look(intent)).body).toEqual(first.body);
  });

  it('a cancelled intent cannot be confirmed', async () => {
    const intent = await newIntent();
    await shop.cards.cancelIntent(intent.id);
    const { status, body } = await buyer.pay(intent, good);
    expect([status, body.error?.code]).toEqual([402, 'payment_intent_unexpected_state']);
    const looked = await buyer.look(intent);
    expect([looked.status, looked.body.intent.state]).toEqual([200, 'canceled']);
  });

  it('an intent confirmed twenty times concurrently is charged once', async () => {
    const intent = await newIntent();
    const replies = await Promise.all(Array.from({ length: 20 }, () => buyer.pay(intent, good)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const events = await shop.database.sql`
      select type from sandbox_events where intent_id = ${intent.id}`;
    expect(events).toEqual([{ type: 'payment_intent.succeeded' }]);
  });

  it('an intent paid and cancelled concurrently ends as one of the two', async () => {
    for (let round = 0; round < 10; round += 1) {
      const intent = await newIntent();
      const [paid, cancelled] = await Promise.all([
        buyer.pay(intent, good),
        shop.cards.cancelIntent(intent.id),
      ]);
      expect(paid.status).toBe(cancelled.state === 'succeeded' ? 200 : 402);
      expect(await stateOf(intent.id)).toBe(cancelled.state);
    }
  });
});

describe('the bank’s challenge', () => {
  async function challenged(number: string) {
    const intent = await newIntent();
    const { status, body } = await buyer.pay(intent, number);
    expect([status, body.intent.state]).toEqual([200, 'requires_action']);
    expect((await buyer.look(intent)).body).toEqual(body);
    return { intent, challenge: body.intent.nextAction?.challenge ?? '' };
  }
  const challengedCards = testCards.filter(({ asks }) => asks);

  test.each(challengedCards)(
    'a completed challenge for $number ends in: $outcome',
    async (card) => {
      const { intent, challenge } = await challenged(card.number);
      expect(await stateOf(intent.id)).toBe('open');
      const { status } = await buyer.answer(intent, challenge, 'complete');
      expect(status).toBe(card.outcome === 'charged' ? 200 : 402);
      expect(await stateOf(intent.id)).toBe(card.outcome === 'charged' ? 'succeeded' : 'open');
    },
  );

  it('failed charges nothing, and another card may follow', async () => {
    const { intent, challenge } = await challenged('4000002760003184');
    const { status, body } = await buyer.answer(intent, challenge, 'fail');
    expect([status, body.error?.code]).toEqual([402, 'payment_intent_authentication_failure']);
    const late = await buyer.answer(intent, challenge, 'complete');
    expect(late.body.error?.code).toBe('payment_intent_unexpected_state');
    expect((await buyer.pay(intent, good)).status).toBe(200);
  });

  it('the bank’s challenge ends when another card is entered, and cannot be guessed', async () => {
    const { intent, challenge } = await challenged('4000002760003184');
    expect((await buyer.answer(intent, 'a guess', 'complete')).status).toBe(402);
    await buyer.pay(intent, '4000002760003184');
    expect((await buyer.answer(intent, challenge, 'complete')).status).toBe(402);
    expect(await stateOf(intent.id)).toBe('open');
  });
});
