import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CardIntent, CardProvider } from '../providers/cards/port.ts';

type Headers = Readonly<Record<string, string>>;

/** A provider together with what only the outside can do to it. */
export interface CardsUnderTest {
  cards: CardProvider;
  /** What the buyer's browser does: confirms the intent with a card that is charged, or one that is refused. */
  pay(intent: CardIntent, card: 'good' | 'declined'): Promise<void>;
  /** The body of a webhook that tells of this intent's success, as the provider writes it. */
  eventBody(intent: CardIntent): Promise<Buffer>;
  /** What the provider signs a body with at that time. */
  sign(body: Buffer, at: Date): Headers;
}

/** What every card provider promises (`server/providers/cards/port.ts`), whoever it is. */
export function testCardProvider(open: () => CardsUnderTest): void {
  const request = (changes: { bookingId?: string; amountCents?: number } = {}) => ({
    bookingId: randomUUID(),
    amountCents: 12_300,
    idempotencyKey: `test-${randomUUID()}`,
    description: 'A clarinet',
    buyerEmail: 'buyer@reprise.test',
    ...changes,
  });
  const begun = () => open().cards.createIntent(request());
  async function charged() {
    const intent = await begun();
    await open().pay(intent, 'good');
    return intent;
  }
  const refundOf = (
    { id }: CardIntent,
    amountCents = 12_300,
    idempotencyKey: string = randomUUID(),
  ) => open().cards.refund({ intentId: id, amountCents, idempotencyKey });

  describe('an intent', () => {
    test('is open, for this booking and amount, with a secret for the buyer', async () => {
      const asked = request();
      const intent = await open().cards.createIntent(asked);
      expect(intent).toMatchObject({ state: 'open', amountCents: 12_300, refundedCents: 0 });
      expect(intent.bookingId).toBe(asked.bookingId);
      expect(intent.clientSecret).toMatch(new RegExp(`^${intent.id}_secret_[0-9a-zA-Z]{20,}$`));
      expect(await open().cards.findIntent(intent.id)).toEqual(intent);
    });

    test('asked for again with the same key is the same, also at the same moment', async () => {
      const asked = request();
      const ask = () => open().cards.createIntent(asked);
      const intents = [await ask(), ...(await Promise.all([ask(), ask(), ask()]))];
      expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
      const other = await open().cards.createIntent(request());
      expect(other.id).not.toBe(intents[0]?.id);
    });

    test('asked for again after it was paid says so', async () => {
      const asked = request();
      const intent = await open().cards.createIntent(asked);
      await open().pay(intent, 'good');
      expect(await open().cards.createIntent(asked)).toMatchObject({
        ...{ id: intent.id, state: 'succeeded' },
      });
    });

    test('asked for with a used key and another amount is refused', async () => {
      const asked = request();
      await open().cards.createIntent(asked);
      const other = open().cards.createIntent({ ...asked, amountCents: 1_000 });
      await expect(other).rejects.toMatchObject({ name: 'Problem', code: 'conflict' });
    });

    test('of an amount that nobody can pay is refused', async () => {
      const nothing = open().cards.createIntent(request({ amountCents: 0 }));
      await expect(nothing).rejects.toMatchObject({ name: 'Problem', code: 'cannot-process' });
    });

    test('that nobody made is not found', async () => {
      expect(await open().cards.findIntent('pi_of_nobody')).toBeNull();
    });

    test('is charged by a good card, and stays open after a bad one', async () => {
      const intent = await begun();
      await open().pay(intent, 'declined');
      expect(await open().cards.findIntent(intent.id)).toMatchObject({ state: 'open' });
      await open().pay(intent, 'good');
      expect(await open().cards.findIntent(intent.id)).toMatchObject({ state: 'succeeded' });
    });
  });

  describe('cancelling', () => {
    test('keeps an open intent from being charged, and may be asked for again', async () => {
      const intent = await begun();
      expect(await open().cards.cancelIntent(intent.id)).toMatchObject({ state: 'cancelled' });
      expect(await open().cards.cancelIntent(intent.id)).toMatchObject({ state: 'cancelled' });
      await open().pay(intent, 'good');
      expect(await open().cards.findIntent(intent.id)).toMatchObject({ state: 'cancelled' });
    });

    test('what was charged answers that it was', async () => {
      const intent = await charged();
      const found = await open().cards.cancelIntent(intent.id);
      expect(found).toMatchObject({ id: intent.id, state: 'succeeded', amountCents: 12_300 });
    });

    test('what nobody made is refused', async () => {
      const nobodys = open().cards.cancelIntent('pi_of_nobody');
      await expect(nobodys).rejects.toMatchObject({ name: 'Problem', code: 'conflict' });
    });
  });

  describe('a refund', () => {
    test('gives all of it back, once for the same key', async () => {
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

    test('in parts ends where the charge does', async () => {
      const intent = await charged();
      const first = await refundOf(intent, 12_000);
      expect((await refundOf(intent, 300)).id).not.toBe(first.id);
      await expect(refundOf(intent, 300)).rejects.toMatchObject({ code: 'conflict' });
      const found = await open().cards.findIntent(intent.id);
      expect(found).toMatchObject({ refundedCents: 12_300 });
    });

    test('of more than was charged is refused', async () => {
      const intent = await charged();
      await expect(refundOf(intent, 12_301)).rejects.toMatchObject({ code: 'conflict' });
    });

    test('with a used key and another amount is refused', async () => {
      const intent = await charged();
      const key = randomUUID();
      await refundOf(intent, 1_000, key);
      await expect(refundOf(intent, 2_000, key)).rejects.toMatchObject({ code: 'conflict' });
    });

    test('of what was never charged is refused', async () => {
      await expect(refundOf(await begun())).rejects.toMatchObject({ code: 'conflict' });
    });
  });

  testWebhooks(open, begun);
}

function testWebhooks(open: () => CardsUnderTest, begun: () => Promise<CardIntent>): void {
  const minute = 60_000;

  async function sent() {
    const intent = await begun();
    await open().pay(intent, 'good');
    return { intent, body: await open().eventBody(intent) };
  }
  const read = (body: Buffer, headers: Readonly<Record<string, string | string[]>>) =>
    open().cards.readEvent(body, headers);
  const refused = expect.objectContaining({ name: 'Problem', code: 'bad-input' });

  describe('a webhook', () => {
    test('names the event and its intent, and keeps no secret', async () => {
      const { intent, body } = await sent();
      const event = read(body, open().sign(body, new Date()));
      expect(event).toMatchObject({ type: 'payment_intent.succeeded', intentId: intent.id });
      expect(event.id).toMatch(/^evt_\w/);
      expect(JSON.stringify(event.payload)).not.toMatch(/secret|4242|visa/i);
      expect(read(body, open().sign(body, new Date()))).toEqual(event);
    });

    test('is refused without a signature, with another’s, and when it was changed', async () => {
      const { body } = await sent();
      const headers = open().sign(body, new Date());
      const [[name, signature] = ['', '']] = Object.entries(headers);
      const changed = Buffer.from(body.toString('utf8').replace('succeeded', 'canceled'));
      expect(() => read(body, {})).toThrow(refused);
      expect(() => read(changed, headers)).toThrow(refused);
      for (const wrong of [
        '',
        'nonsense',
        signature.replace(/v1=../, 'v1=00'),
        signature.replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1_000) + 1}`),
        [signature, signature],
      ]) {
        expect(() => read(body, { [name]: wrong })).toThrow(refused);
      }
    });

    test('is refused when it is older than five minutes', async () => {
      const { body } = await sent();
      const ago = (minutes: number) => new Date(Date.now() - minutes * minute);
      expect(read(body, open().sign(body, ago(4)))).toBeTruthy();
      expect(() => read(body, open().sign(body, ago(6)))).toThrow(refused);
    });
  });
}
