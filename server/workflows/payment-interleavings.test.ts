import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Problem } from '../core/problem.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import { releaseBooking } from '../features/bookings/release-booking.ts';
import { changeProductStatus } from '../features/products/change-product.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { fakeCards } from '../testing/fake-cards.ts';
import { faultsOfMoney } from '../testing/money.ts';
import { movableClock, paying } from '../testing/paying.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';
import { decideReturn } from './decide-return.ts';
import { expireHolds } from './expire-holds.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refundDue } from './refund-payment.ts';
import { requestReturn } from './request-return.ts';
import { withdrawProduct } from './withdraw-product.ts';

let shop: TestShop;
const cards = fakeCards();
const clock = movableClock();
const { book, open, record, hear } = paying(() => shop, cards, clock);

beforeAll(async () => {
  shop = await createTestShop({ cards, clock });
});
afterAll(() => shop.close());

const buyersCount = 3;
const productsCount = 3;
const which = fc.nat({ max: 11 });
const likely = <One>(weight: number, arbitrary: fc.Arbitrary<One>) => ({ weight, arbitrary });

/** One thing that somebody does. The numbers choose among what there is when it happens. */
const steps = fc.oneof(
  likely(1, fc.record({ step: fc.constant('withdraw' as const), what: which })),
  likely(
    3,
    fc.record({
      step: fc.constant('advertise' as const),
      what: which,
      status: fc.constantFrom('available' as const, 'advertise' as const),
    }),
  ),
  likely(10, fc.record({ step: fc.constant('book' as const), who: which, what: which })),
  likely(10, fc.record({ step: fc.constant('open' as const), what: which })),
  likely(12, fc.record({ step: fc.constant('charge' as const), what: which })),
  likely(6, fc.record({ step: fc.constant('confirm' as const), what: which })),
  likely(4, fc.record({ step: fc.constant('hear' as const), what: which, event: which })),
  likely(8, fc.record({ step: fc.constant('wait' as const), minutes: fc.constantFrom(1, 30, 61) })),
  likely(
    4,
    fc.record({
      step: fc.constant('lose' as const),
      method: fc.constantFrom(
        ...(['createIntent', 'findIntent', 'cancelIntent', 'refund'] as const),
      ),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  ),
  likely(4, fc.record({ step: fc.constant('return' as const), what: which })),
  likely(2, fc.record({ step: fc.constant('release' as const), what: which })),
  likely(
    2,
    fc.record({
      step: fc.constantFrom('expire' as const, 'reconcile' as const, 'refund' as const),
    }),
  ),
);
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;

interface World {
  seller: KnownUser;
  buyers: KnownUser[];
  products: string[];
  /** What was booked and opened so far. */
  sales: { buyer: KnownUser; bookingId: string; transactionId?: string }[];
}

async function newWorld(): Promise<World> {
  const { make } = shop;
  const seller = await make.user({ role: 'seller' });
  const buyers = await Promise.all(Array.from({ length: buyersCount }, () => make.user()));
  const products = await Promise.all(
    Array.from({ length: productsCount }, () => make.product(seller.id, { price: 75 })),
  );
  return { seller, buyers, products, sales: [] };
}

const pick = <One>(all: readonly One[], index: number) => all[index % all.length];
const deps = () => ({ database: shop.database, cards, clock });
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => transaction(shop.database, work);

/** Refusals are answers, and a lost provider is an outage; anything else is a fault of ours. */
async function perform(world: World, step: Step): Promise<void> {
  try {
    await act(world, step);
  } catch (error) {
    const isOutage = error instanceof AggregateError && error.errors.every(isExpected);
    if (!isOutage && !isExpected(error)) throw error;
  }
}

function isExpected(error: unknown): boolean {
  if (error instanceof Problem) return error.code !== 'internal';
  return error instanceof Error && error.cause !== undefined && isExpected(error.cause);
}

async function act(world: World, step: Step): Promise<unknown> {
  switch (step.step) {
    case 'wait':
      return clock.forward(step.minutes);
    case 'lose':
      return cards.lose(step.method, step.when);
    case 'expire':
      return expireHolds(deps());
    case 'reconcile':
      return reconcilePayments(deps());
    case 'refund':
      return refundDue(deps());
    case 'book': {
      const [buyer, productId] = [pick(world.buyers, step.who), pick(world.products, step.what)];
      if (!buyer || !productId) return undefined;
      const bookingId = await book(buyer, productId, { holdHours: 1 });
      return world.sales.push({ buyer, bookingId });
    }
    case 'withdraw': {
      const productId = pick(world.products, step.what) ?? '';
      return inTransaction((tx) => withdrawProduct(tx, world.seller, productId, clock.now()));
    }
    case 'advertise': {
      const wish = { id: pick(world.products, step.what) ?? '', status: step.status };
      return inTransaction((tx) => changeProductStatus(tx, world.seller, wish, clock.now()));
    }
    default:
      return actOnSale(world, step);
  }
}

type SaleStep = Extract<Step, { what: number }>;

async function actOnSale({ sales, seller }: World, step: SaleStep): Promise<unknown> {
  const sale = pick(sales, step.what);
  if (!sale) return undefined;
  const { buyer, bookingId, transactionId } = sale;
  if (step.step === 'open') {
    const { status, body } = await open(buyer, bookingId);
    if (status === 200 && body.transactionId) sale.transactionId = body.transactionId;
    return expect(status).not.toBe(500);
  }
  if (step.step === 'release') {
    return inTransaction((tx) => releaseBooking(tx, buyer, bookingId, clock.now()));
  }
  if (step.step === 'return') {
    const reason = 'It hums';
    await inTransaction((tx) => requestReturn(tx, buyer, { bookingId, reason }, clock.now()));
    const wish = { bookingId, state: 'accepted' as const };
    return inTransaction((tx) => decideReturn(tx, seller, wish, clock.now()));
  }
  if (!transactionId) return undefined;
  if (step.step === 'charge') return cards.charge(transactionId);
  if (step.step === 'confirm') {
    const { status } = await record(buyer, { bookingId, transactionId });
    return expect(status).not.toBe(500);
  }
  if (step.step !== 'hear') return undefined;
  const status = await hear(transactionId, `${transactionId}-${step.event % 3}`);
  return expect([200, 503]).toContain(status);
}

/** Everything that the clock brings about, until nothing is left to do. */
async function comeToRest(): Promise<void> {
  cards.recover();
  for (let round = 0; round < 3; round += 1) {
    clock.forward(7 * 60);
    await reconcilePayments(deps());
    await expireHolds(deps());
    await refundDue(deps());
  }
}

/* `in-turn.test.ts` says exactly what may come of a few deeds at once; this lets everything happen, outages included. */
it('whatever happens in whatever order, nobody has two owners and no money is lost', async () => {
  const moments = fc.array(steps, { minLength: 1, maxLength: 4, size: 'max' });
  const lives = fc.array(moments, { minLength: 15, maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const world = await newWorld();
      for (const moment of life) {
        await Promise.all(moment.map((step) => perform(world, step)));
        expect(await faultsOfMoney(shop.database.sql)).toEqual([]);
      }
      await comeToRest();
      expect(await faultsOfMoney(shop.database.sql, cards)).toEqual([]);
    }),
    { numRuns: Number(process.env.PAYMENT_RUNS ?? 20), endOnFailure: true },
  );
}, 600_000);
