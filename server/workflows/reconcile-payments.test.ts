import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeCards } from '../testing/fake-cards.ts';
import { movableClock, paying } from '../testing/paying.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let shop: TestShop;
const cards = fakeCards();
const clock = movableClock();
const { book, hear, opened } = paying(() => shop, cards, clock);
const reconcile = () => reconcilePayments({ database: shop.database, cards, clock });

beforeAll(async () => {
  shop = await createTestShop({ cards, clock });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.database.sql`update payment_intents set state = 'cancelled' where state = 'open'`;
  clock.forward(2);
});

const stateOf = async (bookingId: string) => {
  const [row] = await shop.database.sql`
    select b.state, i.state as intent from bookings b join payment_intents i on i.booking_id = b.id
    where b.id = ${bookingId}`;
  return row;
};

describe('the reconciler', () => {
  it('records what was charged though neither browser nor webhook told', async () => {
    const { bookingId, transactionId } = await opened();
    cards.charge(transactionId);
    clock.forward(1);
    expect(await reconcile()).toBe(1);
    expect(await stateOf(bookingId)).toEqual({ state: 'paid', intent: 'succeeded' });
    clock.forward(2);
    expect(await reconcile()).toBe(0);
  });

  it('leaves an intent of a few seconds to those who are at it', async () => {
    const { transactionId } = await opened();
    cards.charge(transactionId);
    expect(await reconcile()).toBe(0);
  });

  it('leaves open what is open, and asks about old ones less often', async () => {
    const { bookingId } = await opened();
    clock.forward(1);
    expect(await reconcile()).toBe(0);
    expect(await stateOf(bookingId)).toEqual({ state: 'held', intent: 'open' });
    const asked = cards.calls('findIntent');
    expect(await reconcile()).toBe(0);
    expect(cards.calls('findIntent')).toBe(asked);
    clock.forward(1);
    await reconcile();
    expect(cards.calls('findIntent')).toBe(asked + 1);
    clock.forward(120);
    await reconcile();
    clock.forward(5);
    await reconcile();
    expect(cards.calls('findIntent')).toBe(asked + 2);
  });

  it.each([
    [
      'ran out',
      (id: string) =>
        shop.database.sql`update bookings set hold_expires_at = ${clock.now()} where id = ${id}`,
    ],
    [
      'was deleted',
      (id: string) =>
        shop.database
          .sql`update bookings set state = 'released', released_at = now(), release_reason = 'cancelled' where id = ${id}`,
    ],
  ])('keeps an intent whose booking %s from being charged', async (_what, end) => {
    const { bookingId, transactionId } = await opened();
    await end(bookingId);
    clock.forward(1);
    expect(await reconcile()).toBe(1);
    expect((await stateOf(bookingId))?.intent).toBe('cancelled');
    expect(cards.charge(transactionId)).toBe(false);
  });

  it('sends back what was charged after somebody else took the product', async () => {
    const { bookingId, productId, transactionId } = await opened({ holdHours: 1 });
    clock.forward(61);
    await book(await shop.make.user(), productId);
    cards.charge(transactionId);
    expect(await reconcile()).toBe(1);
    expect(await stateOf(bookingId)).toEqual({ state: 'released', intent: 'succeeded' });
    expect(cards.refunds.get(transactionId)).toBe(1);
  });

  it('notes what somebody else has cancelled at the provider', async () => {
    const { bookingId, transactionId } = await opened();
    cards.change(transactionId, { state: 'cancelled' });
    clock.forward(1);
    expect(await reconcile()).toBe(1);
    expect((await stateOf(bookingId))?.intent).toBe('cancelled');
  });

  it('takes up events that failed when they came', async () => {
    const { bookingId, transactionId } = await opened();
    cards.charge(transactionId);
    cards.lose('findIntent', 'before', 'before');
    expect(await hear(transactionId)).toBe(503);
    clock.forward(1);
    // The first loss was the webhook's; the second meets the intent itself.
    await expect(reconcile()).rejects.toThrow('Some payments could not be reconciled');
    expect(await stateOf(bookingId)).toEqual({ state: 'paid', intent: 'succeeded' });
    const [left] = await shop.database.sql`
      select count(*)::int as count from payment_events where settled_at is null`;
    expect(left?.count).toBe(0);
  });

  it('lets one that fails keep nobody else waiting, and tells of it', async () => {
    const { bookingId } = await opened();
    await shop.database
      .sql`update payment_intents set provider_intent_id = 'pi_gone' where booking_id = ${bookingId}`;
    const other = await opened();
    cards.charge(other.transactionId);
    clock.forward(1);
    const failed = await reconcile().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(AggregateError);
    expect(String((failed as AggregateError).errors[0].cause)).toContain('pi_gone');
    expect((await stateOf(other.bookingId))?.state).toBe('paid');
    expect((await stateOf(bookingId))?.intent).toBe('open');
  });

  it('on two servers at once records once', async () => {
    const sales = await Promise.all(Array.from({ length: 5 }, () => opened()));
    for (const { transactionId } of sales) cards.charge(transactionId);
    clock.forward(1);
    await Promise.all([reconcile(), reconcile()]);
    for (const { bookingId } of sales) {
      const paid = await shop.database.sql`select from payments where booking_id = ${bookingId}`;
      expect(paid).toHaveLength(1);
    }
  });
});
