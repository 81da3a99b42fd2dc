import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { Problem } from '../../core/problem.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { receiveSale } from '../../testing/builders.ts';
import { faultyCards } from '../../testing/faulty-cards.ts';
import { findPaymentFaults, findProviderDifferences } from '../../testing/payment-faults.ts';
import { manualClock, paymentSteps } from '../../testing/payment-steps.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { withdrawProduct } from '../../workflows/withdraw-product.ts';
import { decideReturn } from '../after-sale/decide-return.ts';
import { requestReturn } from '../after-sale/request-return.ts';
import { releaseBooking } from '../bookings/release-booking.ts';
import { changeProductStatus } from '../products/change-product.ts';
import type { KnownUser } from '../users/find-user.ts';
import { expireHolds } from './expire-holds.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refundDue } from './refund-payment.ts';

const clock = manualClock();
const cards = faultyCards(() => shop, clock);
const { book, createIntent, recordPayment, sendWebhook } = paymentSteps(() => shop, cards, clock);

const shop: TestShop = await createTestShop({
  cards,
  clock,
  sandboxOptions: { deliver: async () => 200 },
});
afterAll(() => shop.close());

const buyerCount = 3;
const productCount = 3;
/** Chooses among the sales, products or buyers that exist when the action runs. */
const index = fc.nat({ max: 11 });
const type = <Name extends string>(name: Name) => fc.constant(name);
const weighted = <One>(weight: number, arbitrary: fc.Arbitrary<One>) => ({ weight, arbitrary });

const actions = fc.oneof(
  weighted(1, fc.record({ type: type('withdraw'), target: index })),
  weighted(
    3,
    fc.record({
      type: type('advertise'),
      target: index,
      status: fc.constantFrom('available' as const, 'advertise' as const),
    }),
  ),
  weighted(10, fc.record({ type: type('book'), buyer: index, target: index })),
  weighted(10, fc.record({ type: type('create-intent'), target: index })),
  weighted(12, fc.record({ type: type('charge'), target: index })),
  weighted(6, fc.record({ type: type('record-payment'), target: index })),
  weighted(4, fc.record({ type: type('send-webhook'), target: index, event: index })),
  weighted(8, fc.record({ type: type('wait'), minutes: fc.constantFrom(1, 30, 61) })),
  weighted(
    4,
    fc.record({
      type: type('provider-failure'),
      method: fc.constantFrom(
        ...(['createIntent', 'findIntent', 'cancelIntent', 'refund'] as const),
      ),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  ),
  weighted(4, fc.record({ type: type('return'), target: index })),
  weighted(2, fc.record({ type: type('release'), target: index })),
  weighted(
    2,
    fc.record({
      type: fc.constantFrom('expire' as const, 'reconcile' as const, 'refund' as const),
    }),
  ),
);
type Action = typeof actions extends fc.Arbitrary<infer One> ? One : never;

interface World {
  seller: KnownUser;
  buyers: KnownUser[];
  products: string[];
  /** The bookings that were made, with their intent once there is one. */
  sales: { buyer: KnownUser; bookingId: string; transactionId?: string }[];
}

async function newWorld(): Promise<World> {
  const { make } = shop;
  const seller = await make.user({ role: 'seller' });
  const buyers = await Promise.all(Array.from({ length: buyerCount }, () => make.user()));
  const products = await Promise.all(
    Array.from({ length: productCount }, () => make.product(seller.id, { price: 75 })),
  );
  return { seller, buyers, products, sales: [] };
}

const pick = <One>(all: readonly One[], index: number) => all[index % all.length];
const deps = () => ({ database: shop.database, cards, clock });
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => transaction(shop.database, work);

/** Problems and provider failures are expected; any other error fails the test. */
async function perform(world: World, action: Action): Promise<void> {
  try {
    await act(world, action);
  } catch (error) {
    const isProviderFailure = error instanceof AggregateError && error.errors.every(isExpected);
    if (!isProviderFailure && !isExpected(error)) throw error;
  }
}

function isExpected(error: unknown): boolean {
  if (error instanceof Problem) return error.code !== 'internal';
  return error instanceof Error && error.cause !== undefined && isExpected(error.cause);
}

async function act(world: World, action: Action): Promise<unknown> {
  switch (action.type) {
    case 'wait':
      return clock.forward(action.minutes);
    case 'provider-failure':
      return cards.failNext(action.method, action.when);
    case 'expire':
      return expireHolds(deps());
    case 'reconcile':
      return reconcilePayments(deps());
    case 'refund':
      return refundDue(deps());
    case 'book': {
      const buyer = pick(world.buyers, action.buyer);
      const productId = pick(world.products, action.target);
      if (!buyer || !productId) return undefined;
      const bookingId = await book(buyer, productId, { holdHours: 1 });
      return world.sales.push({ buyer, bookingId });
    }
    case 'withdraw': {
      const productId = pick(world.products, action.target) ?? '';
      return inTransaction((tx) => withdrawProduct(tx, world.seller, productId, clock.now()));
    }
    case 'advertise': {
      const change = { id: pick(world.products, action.target) ?? '', status: action.status };
      return inTransaction((tx) => changeProductStatus(tx, world.seller, change, clock.now()));
    }
    default:
      return actOnSale(world, action);
  }
}

type SaleAction = Extract<Action, { target: number }>;

async function actOnSale({ sales, seller }: World, action: SaleAction): Promise<unknown> {
  const sale = pick(sales, action.target);
  if (!sale) return undefined;
  const { buyer, bookingId, transactionId } = sale;
  if (action.type === 'create-intent') {
    const { status, body } = await createIntent(buyer, bookingId);
    if (status === 200 && body.transactionId) sale.transactionId = body.transactionId;
    return expect(status).not.toBe(500);
  }
  if (action.type === 'release') {
    return inTransaction((tx) => releaseBooking(tx, buyer, bookingId, clock.now()));
  }
  if (action.type === 'return') {
    const reason = 'It hums';
    await receiveSale(shop.database, bookingId);
    await inTransaction((tx) => requestReturn(tx, buyer, { bookingId, reason }, clock.now()));
    const decision = { bookingId, state: 'given-back' as const };
    return inTransaction((tx) => decideReturn(tx, seller, decision, clock.now()));
  }
  if (!transactionId) return undefined;
  if (action.type === 'charge') return cards.charge(transactionId);
  if (action.type === 'record-payment') {
    const { status } = await recordPayment(buyer, { bookingId, transactionId });
    return expect(status).not.toBe(500);
  }
  if (action.type !== 'send-webhook') return undefined;
  const status = await sendWebhook(transactionId, `${transactionId}-${action.event % 3}`);
  // 400 when a concurrent `wait` has made the signature too old.
  return expect([200, 400, 503]).toContain(status);
}

async function finishJobs(): Promise<void> {
  cards.recover();
  for (let round = 0; round < 3; round += 1) {
    clock.forward(7 * 60);
    await reconcilePayments(deps());
    await expireHolds(deps());
    await refundDue(deps());
  }
}

/* `payments-serializable.slow.test.ts` checks the exact outcome of a few actions; this test mixes all of them, with failures. */
it('no product gets two buyers and no charge is lost in any interleaving', async () => {
  const steps = fc.array(actions, { minLength: 1, maxLength: 4, size: 'max' });
  const schedules = fc.array(steps, { minLength: 15, maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      const world = await newWorld();
      for (const step of schedule) {
        await Promise.all(step.map((action) => perform(world, action)));
        expect(await findPaymentFaults(shop.database.sql)).toEqual([]);
      }
      await finishJobs();
      expect(await findPaymentFaults(shop.database.sql)).toEqual([]);
      expect(await findProviderDifferences(shop.database.sql)).toEqual([]);
    }),
    { numRuns: Number(process.env.PAYMENT_RUNS ?? 8), endOnFailure: true },
  );
}, 600_000);
