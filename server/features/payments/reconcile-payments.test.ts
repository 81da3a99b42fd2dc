import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultyCards } from '../../testing/faulty-cards.ts';
import { manualClock, paymentSteps } from '../../testing/payment-steps.ts';
import { createStripeFixture } from '../../testing/stripe-fixture.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let shop: TestShop;
const clock = manualClock();
const cards = faultyCards(() => shop, clock);
const { book, sendWebhook, addBookingWithIntent } = paymentSteps(() => shop, cards, clock);
const reconcile = () => reconcilePayments({ database: shop.database, cards, clock });

beforeAll(async () => {
  shop = await createTestShop({ cards, clock, sandboxOptions: { deliver: async () => 200 } });
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

describe('reconciling payments', () => {
  it('the reconciliation records a charge that neither browser nor webhook reported', async () => {
    const { bookingId, transactionId } = await addBookingWithIntent();
    await cards.charge(transactionId);
    clock.forward(1);
    expect(await reconcile()).toBe(1);
    expect(await stateOf(bookingId)).toEqual({ state: 'paid', intent: 'succeeded' });
    clock.forward(2);
    expect(await reconcile()).toBe(0);
  });

  it('the reconciliation leaves a new intent to browser and webhook', async () => {
    const { transactionId } = await addBookingWithIntent();
    await cards.charge(transactionId);
    expect(await reconcile()).toBe(0);
  });

  it('the reconciliation leaves open intents open and checks old ones less often', async () => {
    const { bookingId } = await addBookingWithIntent();
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
      'has expired',
      (id: string) =>
        shop.database.sql`update bookings set hold_expires_at = ${clock.now()} where id = ${id}`,
    ],
    [
      'was deleted',
      (id: string) =>
        shop.database
          .sql`update bookings set state = 'released', released_at = now(), release_reason = 'cancelled' where id = ${id}`,
    ],
  ])('the reconciliation cancels an intent whose booking %s', async (_what, end) => {
    const { bookingId, transactionId } = await addBookingWithIntent();
    await end(bookingId);
    clock.forward(1);
    expect(await reconcile()).toBe(1);
    expect((await stateOf(bookingId))?.intent).toBe('cancelled');
    expect(await cards.charge(transactionId)).toBe(false);
  });

  it('the reconciliation refunds a charge after another buyer booked the product', async () => {
    const { bookingId, productId, transactionId } = await addBookingWithIntent({ holdHours: 1 });
    clock.forward(61);
    await book(await shop.make.user(), productId);
    await cards.charge(transactionId);
    expect(await reconcile()).toBe(1);
    expect(await stateOf(bookingId)).toEqual({ state: 'released', intent: 'succeeded' });
    expect(await cards.refundCount(transactionId)).toBe(1);
  });

  it('the reconciliation marks an intent as cancelled that was cancelled at the provider', async () => {
    const { bookingId, transactionId } = await addBookingWithIntent();
    await cards.update(transactionId, { state: 'canceled' });
    clock.forward(1);
    expect(await reconcile()).toBe(1);
    expect((await stateOf(bookingId))?.intent).toBe('cancelled');
  });

  it('the reconciliation processes events that failed when they arrived', async () => {
    const { bookingId, transactionId } = await addBookingWithIntent();
    await cards.charge(transactionId);
    cards.failNext('findIntent', 'before', 'before');
    expect(await sendWebhook(transactionId)).toBe(503);
    clock.forward(1);
    // The first failure is the webhook's, the second that of checking the intent.
    await expect(reconcile()).rejects.toThrow('Some payments could not be reconciled');
    expect(await stateOf(bookingId)).toEqual({ state: 'paid', intent: 'succeeded' });
    const [left] = await shop.database.sql`
      select count(*)::int as count from payment_events where settled_at is null`;
    expect(left?.count).toBe(0);
  });

  it('the reconciliation continues after a failure and reports it', async () => {
    const { bookingId } = await addBookingWithIntent();
    await shop.database
      .sql`update payment_intents set provider_intent_id = 'pi_gone' where booking_id = ${bookingId}`;
    const other = await addBookingWithIntent();
    await cards.charge(other.transactionId);
    clock.forward(1);
    const failed = await reconcile().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(AggregateError);
    expect(String((failed as AggregateError).errors[0].cause)).toContain('pi_gone');
    expect((await stateOf(other.bookingId))?.state).toBe('paid');
    expect((await stateOf(bookingId))?.intent).toBe('open');
  });

  it.each([
    ['refuses to cancel', true],
    ['does not know', false],
  ])('the reconciliation records whether Stripe %s an intent', async (_what, isKnown) => {
    const { stripe, cards: stripeCards, request } = await createStripeFixture();
    const { id: intentId } = await stripeCards.createIntent(request());
    if (isKnown) {
      stripe.account.confirmIntent(intentId, { payment_method: 'pm_card_authenticationRequired' });
      const code = 'payment_intent_unexpected_state';
      stripe.fail({ status: 400, code, stored: 'unprocessed' });
    }
    const { bookingId } = await addBookingWithIntent();
    await shop.database.sql`
      update payment_intents set provider = 'stripe',
        provider_intent_id = ${isKnown ? intentId : 'pi_gone'}
      where booking_id = ${bookingId}`;
    await shop.database.sql`
      update bookings set hold_expires_at = ${clock.now()} where id = ${bookingId}`;
    clock.forward(1);
    const failed = await reconcilePayments({
      database: shop.database,
      cards: stripeCards,
      clock,
    }).catch((error: unknown) => error);
    await stripe.stop();
    const [intent] = await shop.database.sql`
      select state, unknown_at is null as "isKnown" from payment_intents
      where booking_id = ${bookingId}`;
    expect(intent).toEqual({ state: 'open', isKnown });
    const [reason] = (failed as AggregateError).errors;
    expect(String(reason.cause)).toContain(isKnown ? 'unexpected_state' : 'pi_gone');
  });

  it('two simultaneous reconciliations record a charge once', async () => {
    const sales = await Promise.all(Array.from({ length: 5 }, () => addBookingWithIntent()));
    for (const { transactionId } of sales) await cards.charge(transactionId);
    clock.forward(1);
    await Promise.all([reconcile(), reconcile()]);
    for (const { bookingId } of sales) {
      const paid = await shop.database.sql`select from payments where booking_id = ${bookingId}`;
      expect(paid).toHaveLength(1);
    }
  });
});
