import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CardIntent, CardProvider } from '../providers/cards/port.ts';

type Headers = Readonly<Record<string, string>>;

/** A provider, and the actions that happen outside the port. */
export interface CardsUnderTest {
  cards: CardProvider;
  /** Confirms the intent from the buyer's browser, with a card that is charged or declined. */
  pay(intent: CardIntent, card: 'good' | 'declined'): Promise<void>;
  /** The body of the provider's webhook about this intent's success. */
  eventBody(intent: CardIntent): Promise<Buffer>;
  /** The headers with which the provider signs a body at that time. */
  sign(body: Buffer, at: Date): Headers;
}

/** The tests that every adapter of `server/providers/cards/port.ts` passes. */
export function testCardProvider(open: () => CardsUnderTest): void {
  const request = (changes: { bookingId?: string; amountCents?: number } = {}) => ({
    bookingId: randomUUID(),
    amountCents: 12_300,
    idempotencyKey: `test-${randomUUID()}`,
    description: 'A clarinet',
    buyerEmail: 'buyer@reprise.test',
    ...changes,
  });
  const newIntent = () => open().cards.createIntent(request());
  async function charged() {
    const intent = await newIntent();
    await open().pay(intent, 'good');
    return intent;
  }
  const refundOf = (
    { id }: CardIntent,
    amountCents = 12_300,
    idempotencyKey: string = randomUUID(),
  ) => open().cards.refund({ intentId: id, amountCents, idempotencyKey });

  describe('an intent', () => {
    test('a new intent is open, for this booking and amount, with a client secret', async () => {
      const input = request();
      const intent = await open().cards.createIntent(input);
      expect(intent).toMatchObject({ state: 'open', amountCents: 12_300, refundedCents: 0 });
      expect(intent.bookingId).toBe(input.bookingId);
      expect(intent.clientSecret).toMatch(new RegExp(`^${intent.id}_secret_[0-9a-zA-Z]{20,}$`));
      expect(await open().cards.findIntent(intent.id)).toEqual(intent);
    });

    test('an intent is the same when it is created again with the same key, also concurrently', async () => {
      const input = request();
      const create = () => open().cards.createIntent(input);
      const intents = [await create(), ...(await Promise.all([create(), create(), create()]))];
      expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
      const other = await open().cards.createIntent(request());
      expect(other.id).not.toBe(intents[0]?.id);
    });

    test('an intent is returned as succeeded when it is created again after it was charged', async () => {
      const input = request();
      const intent = await open().cards.createIntent(input);
      await open().pay(intent, 'good');
      expect(await open().cards.createIntent(input)).toMatchObject({
        id: intent.id,
        state: 'succeeded',
      });
    });

    test('an intent is refused with a used key and another amount', async () => {
      const input = request();
      await open().cards.createIntent(input);
      const other = open().cards.createIntent({ ...input, amountCents: 1_000 });
      await expect(other).rejects.toMatchObject({ name: 'Problem', code: 'conflict' });
    });

    test('an intent is refused when its amount is zero', async () => {
      const nothing = open().cards.createIntent(request({ amountCents: 0 }));
      await expect(nothing).rejects.toMatchObject({ name: 'Problem', code: 'cannot-process' });
    });

    test('an intent is not found under an unknown id', async () => {
      expect(await open().cards.findIntent('pi_unknown')).toBeNull();
    });

    test('an intent is charged by a good card, and stays open after a declined one', async () => {
      const intent = await newIntent();
      await open().pay(intent, 'declined');
      expect(await open().cards.findIntent(intent.id)).toMatchObject({ state: 'open' });
      await open().pay(intent, 'good');
      expect(await open().cards.findIntent(intent.id)).toMatchObject({ state: 'succeeded' });
    });
  });

  describe('cancelling', () => {
    test('a cancellation prevents the charge of an open intent, and may be repeated', async () => {
      const intent = await newIntent();
      expect(await open().cards.cancelIntent(intent.id)).toMatchObject({ state: 'cancelled' });
      expect(await open().cards.cancelIntent(intent.id)).toMatchObject({ state: 'cancelled' });
      await open().pay(intent, 'good');
      expect(await open().cards.findIntent(intent.id)).toMatchObject({ state: 'cancelled' });
    });

    test('a charged intent returns it as succeeded', async () => {
      const intent = await charged();
      const found = await open().cards.cancelIntent(intent.id);
      expect(found).toMatchObject({ id: intent.id, state: 'succeeded', amountCents: 12_300 });
    });

    test('an unknown intent is refused', async () => {
      const unknown = open().cards.cancelIntent('pi_unknown');
      await expect(unknown).rejects.toMatchObject({ name: 'Problem', code: 'conflict' });
    });
  });

  describe('a refund', () => {
    test('a refund refunds the whole charge, once per key', async () => {
      const intent = await charged();
      const key = randomUUID();
      const [first, ...rest] = await Promise.all([
        refundOf(intent, 12_300, key),
        refundOf(intent, 12_300, key),
      ]);
      rest.push(await refundOf(intent, 12_300, key));
      for (const refund of rest) expect(refund).toEqual(first);
      const found = await open().cards.findIntent(intent.id);
      expect(found).toMatchObject({ state: 'succeeded', refundedCents: 12_300 });
    });

    test('partial refunds never exceed the charge', async () => {
      const intent = await charged();
      const first = await refundOf(intent, 12_000);
      expect((await refundOf(intent, 300)).id).not.toBe(first.id);
      await expect(refundOf(intent, 300)).rejects.toMatchObject({ code: 'conflict' });
      const found = await open().cards.findIntent(intent.id);
      expect(found).toMatchObject({ refundedCents: 12_300 });
    });

    test('a refund of more than was charged is refused', async () => {
      const intent = await charged();
      await expect(refundOf(intent, 12_301)).rejects.toMatchObject({ code: 'conflict' });
    });

    test('a refund with a used key and another amount is refused', async () => {
      const intent = await charged();
      const key = randomUUID();
      await refundOf(intent, 1_000, key);
      await expect(refundOf(intent, 2_000, key)).rejects.toMatchObject({ code: 'conflict' });
    });

    test('a refund of an intent that was never charged is refused', async () => {
      await expect(refundOf(await newIntent())).rejects.toMatchObject({ code: 'conflict' });
    });
  });

  testWebhooks(open, newIntent);
}

function testWebhooks(open: () => CardsUnderTest, newIntent: () => Promise<CardIntent>): void {
  const minute = 60_000;

  async function chargedWithEvent() {
    const intent = await newIntent();
    await open().pay(intent, 'good');
    return { intent, body: await open().eventBody(intent) };
  }
  const read = (body: Buffer, headers: Readonly<Record<string, string | string[]>>) =>
    open().cards.readEvent(body, headers);
  const refused = expect.objectContaining({ name: 'Problem', code: 'bad-input' });

  describe('a webhook', () => {
    test('a webhook contains the ids of the event and its intent, and no secret', async () => {
      const { intent, body } = await chargedWithEvent();
      const event = read(body, open().sign(body, new Date()));
      expect(event).toMatchObject({ type: 'payment_intent.succeeded', intentId: intent.id });
      expect(event.id).toMatch(/^evt_\w/);
      expect(JSON.stringify(event.payload)).not.toMatch(/secret|4242424242424242|"last4"|visa/i);
      expect(read(body, open().sign(body, new Date()))).toEqual(event);
    });

    test('a webhook is refused without a signature, with a wrong one, and when the body was changed', async () => {
      const { body } = await chargedWithEvent();
      const headers = open().sign(body, new Date());
      const [[name, signature] = ['', '']] = Object.entries(headers);
      const changed = Buffer.from(body.toString('utf8').replace('succeeded', 'canceled'));
      expect(() => read(body, {})).toThrow(refused);
      expect(() => read(changed, headers)).toThrow(refused);
      for (const wrong of [
        '',
        'nonsense',
        signature.replace(/v1=./, (start) => (start.endsWith('0') ? 'v1=1' : 'v1=0')),
        signature.replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1_000) + 1}`),
        [signature, signature],
      ]) {
        expect(() => read(body, { [name]: wrong })).toThrow(refused);
      }
    });

    test('a webhook is refused when it is older than five minutes', async () => {
      const { body } = await chargedWithEvent();
      const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * minute);
      expect(read(body, open().sign(body, minutesAgo(4)))).toBeTruthy();
      expect(() => read(body, open().sign(body, minutesAgo(6)))).toThrow(refused);
    });
  });
}
