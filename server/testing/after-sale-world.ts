import fc from 'fast-check';
import { Problem } from '../core/problem.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import { bookItem } from '../features/bookings/book-item.ts';
import { markSent } from '../features/fulfilment/mark-sent.ts';
import { confirmReceipt, handOver } from '../features/fulfilment/receive.ts';
import { remindOfSaleTimes } from '../features/fulfilment/remind-of-sale-times.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { cancelSale } from '../workflows/cancel-sale.ts';
import { assumeReceipts, completeSales } from '../workflows/complete-sales.ts';
import { decideDispute } from '../workflows/decide-dispute.ts';
import { decideReturn } from '../workflows/decide-return.ts';
import { openDispute } from '../workflows/open-dispute.ts';
import { recordCharge } from '../workflows/record-charge.ts';
import { refundDue } from '../workflows/refund-payment.ts';
import { requestReturn } from '../workflows/request-return.ts';
import {
  acceptUnansweredReturns,
  lapseReturns,
  remindOfReturns,
} from '../workflows/return-clocks.ts';
import { watchAfterSale } from './after-sale-faults.ts';
import { addImage, addProduct } from './builders.ts';
import { faultyCards, openTestSandbox } from './faulty-cards.ts';
import { featureBuilders } from './feature-builders.ts';
import { manualClock } from './payment-steps.ts';
import { createTestDatabase } from './test-database.ts';

const priceCents = 7_500;
const commissionBasisPoints = 750;
const dayMinutes = 24 * 60;

const sides = ['buyer', 'seller', 'admin', 'stranger'] as const;
type Side = (typeof sides)[number];

/** What people do with a sale, with whom it is tried: mostly the one who may. */
const steps = {
  'hand-over': ['seller', 'buyer'],
  'wrong-code': ['seller'],
  send: ['seller', 'stranger'],
  receive: ['buyer', 'seller'],
  cancel: ['buyer', 'buyer', 'buyer', 'seller', 'admin', 'stranger'],
  'ask-return': ['buyer', 'buyer', 'buyer', 'seller'],
  'accept-return': ['seller', 'admin', 'buyer'],
  'contest-return': ['seller', 'seller', 'admin'],
  'give-back': ['seller', 'admin'],
  'give-back-by-code': ['buyer', 'stranger'],
  'wrong-return-code': ['buyer'],
  'open-dispute': ['buyer', 'buyer', 'seller'],
  'decide-dispute': ['admin', 'admin', 'seller'],
} as const satisfies Record<string, readonly Side[]>;
type Step = keyof typeof steps;

const refunds = [0, 1, 2_500, 7_499, priceCents];

const jobs = [
  'accept-returns',
  'lapse-returns',
  'receive',
  'complete',
  'remind',
  'remind-of-returns',
  'refund',
] as const;

/** One thing that happens after the payment. `target` chooses among the sales. */
export const afterSaleActions = fc.oneof(
  ...(Object.keys(steps) as Step[]).map((step) => ({
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('step' as const),
      step: fc.constant(step),
      by: fc.constantFrom<Side[]>(...steps[step]),
      target: fc.nat({ max: 11 }),
      refundCents: fc.constantFrom(...refunds),
      goesBack: fc.boolean(),
    }),
  })),
  {
    weight: 10,
    arbitrary: fc.record({ type: fc.constant('job' as const), job: fc.constantFrom(...jobs) }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 61, dayMinutes, 3 * dayMinutes, 14 * dayMinutes),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('provider-failure' as const),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
);
export type AfterSaleAction = typeof afterSaleActions extends fc.Arbitrary<infer One> ? One : never;

/** How far a sale has come before anything is left to chance. */
const firstSteps = {
  paid: [],
  sent: [['send', 'seller']],
  disputed: [
    ['send', 'seller'],
    ['open-dispute', 'buyer'],
  ],
  received: [['hand-over', 'seller']],
  returned: [
    ['hand-over', 'seller'],
    ['ask-return', 'buyer'],
  ],
  contested: [
    ['hand-over', 'seller'],
    ['ask-return', 'buyer'],
    ['contest-return', 'seller'],
  ],
} as const satisfies Record<string, readonly (readonly [Step, Side])[]>;
type SaleBeginning = keyof typeof firstSteps;
export const saleBeginnings = Object.keys(firstSteps) as SaleBeginning[];

interface PaidSale {
  bookingId: string;
  buyer: KnownUser;
  seller: KnownUser;
}

/** A sale, and how an admin would decide a dispute about it. */
interface Taken extends PaidSale {
  refundCents: number;
  goesBack: boolean;
}

/** Runs what happens after a payment through the shop's own functions, in a database that `watchAfterSale` watches. */
export async function openAfterSaleWorld() {
  const database = await createTestDatabase();
  const { sql } = database;
  await watchAfterSale(sql);
  const clock = manualClock();
  const sandbox = openTestSandbox(database, clock);
  const cards = faultyCards(() => sandbox, clock);
  const make = featureBuilders(database);
  const imageId = await addImage(database);
  const [admin, stranger] = [await make.user({ role: 'admin' }), await make.user()];
  const deps = { database, cards, clock };
  const inTransaction = <T>(work: (tx: Tx, at: Date) => T | Promise<T>) =>
    transaction(database, (tx) => work(tx, clock.now()));

  /** Sells an instrument, and lets the first steps happen. */
  async function sell(beginning: SaleBeginning): Promise<PaidSale> {
    const [seller, buyer] = [await make.user({ role: 'seller' }), await make.user()];
    const productId = await addProduct(database, { sellerId: seller.id, imageId, priceCents });
    const request = { productId, price: priceCents / 100, phone: '555', location: 'the pier' };
    const bookingId = await inTransaction((tx, at) =>
      bookItem(tx, buyer, request, { at, holdHours: 48, commissionBasisPoints }),
    );
    const transactionId = `pi_sandbox_${bookingId}`;
    await sql`
      insert into sandbox_intents (id, client_secret, amount_cents, booking_id, description, state,
        idempotency_key, created_at, changed_at)
      values (${transactionId}, 'secret', ${priceCents}, ${bookingId}, 'Violin', 'succeeded',
        ${bookingId}, now(), now())`;
    const charge = { bookingId, amountCents: priceCents, provider: 'sandbox', transactionId };
    await inTransaction((tx, at) => recordCharge(tx, charge, at));
    const sale = { bookingId, buyer, seller };
    for (const [step, by] of firstSteps[beginning]) {
      await act([sale], {
        ...{ type: 'step', step, by, target: 0 },
        refundCents: 0,
        goesBack: false,
      });
    }
    return sale;
  }

  const person = (sale: PaidSale, side: Side): KnownUser => {
    if (side === 'admin') return admin;
    return side === 'stranger' ? stranger : sale[side];
  };

  const take: Record<Step, (tx: Tx, by: KnownUser, sale: Taken, at: Date) => Promise<unknown>> = {
    'hand-over': (tx, by, { bookingId }, at) =>
      handOver(tx, by, { bookingId, isRightCode: true }, at),
    'wrong-code': (tx, by, { bookingId }, at) =>
      handOver(tx, by, { bookingId, isRightCode: false }, at),
    send: (tx, by, { bookingId }, at) => markSent(tx, by, { bookingId, carrier: 'DHL' }, at),
    receive: (tx, by, { bookingId }, at) => confirmReceipt(tx, by, bookingId, at),
    cancel: (tx, by, { bookingId }, at) => cancelSale(tx, by, { bookingId, reason: 'Why not' }, at),
    'ask-return': (tx, by, { bookingId }, at) =>
      requestReturn(tx, by, { bookingId, reason: 'It hums' }, at),
    'accept-return': (tx, by, { bookingId }, at) =>
      decideReturn(tx, by, { bookingId, state: 'accepted', place: 'The pier' }, at),
    'contest-return': (tx, by, { bookingId }, at) =>
      decideReturn(tx, by, { bookingId, state: 'contested', reason: 'It does not' }, at),
    'give-back': (tx, by, { bookingId }, at) =>
      decideReturn(tx, by, { bookingId, state: 'given-back' }, at),
    'give-back-by-code': (tx, by, { bookingId }, at) =>
      decideReturn(tx, by, { bookingId, state: 'given-back', isRightCode: true }, at),
    'wrong-return-code': (tx, by, { bookingId }, at) =>
      decideReturn(tx, by, { bookingId, state: 'given-back', isRightCode: false }, at),
    'open-dispute': (tx, by, { bookingId }, at) =>
      openDispute(tx, by, { bookingId, reason: 'It never came' }, at),
    'decide-dispute': (tx, by, { bookingId, refundCents, goesBack }, at) =>
      decideDispute(
        tx,
        by,
        // The contract refuses a return without a refund.
        {
          bookingId,
          refundCents,
          goesBack: goesBack && refundCents > 0,
          reason: 'As seen in the pictures',
        },
        at,
      ),
  };

  const run: Record<(typeof jobs)[number], () => Promise<number>> = {
    'accept-returns': () => acceptUnansweredReturns(deps),
    'lapse-returns': () => lapseReturns(deps),
    'remind-of-returns': () => remindOfReturns(deps),
    receive: () => assumeReceipts(deps),
    complete: () => completeSales(deps),
    remind: () => remindOfSaleTimes(deps),
    refund: () => refundDue(deps),
  };

  function act(sales: readonly PaidSale[], action: AfterSaleAction): unknown {
    if (action.type === 'wait') return clock.forward(action.minutes);
    if (action.type === 'provider-failure') return cards.failNext('refund', action.when);
    if (action.type === 'job') return run[action.job]();
    const sale = sales[action.target % sales.length];
    if (!sale) return undefined;
    return inTransaction((tx, at) =>
      take[action.step](tx, person(sale, action.by), { ...sale, ...action }, at),
    );
  }

  /** Problems and failures of the provider are expected; any other error is thrown. */
  async function perform(sales: readonly PaidSale[], action: AfterSaleAction): Promise<void> {
    try {
      await act(sales, action);
    } catch (error) {
      const isProviderFailure = error instanceof AggregateError && error.errors.every(isExpected);
      if (!isProviderFailure && !isExpected(error)) throw error;
    }
  }

  /** Lets everybody do what ends the sales, and the clock the rest. */
  async function finish(sales: readonly PaidSale[]): Promise<void> {
    cards.recover();
    for (let round = 0; round < 5; round += 1) {
      clock.forward(14 * dayMinutes);
      for (const [target] of sales.entries()) {
        const step = { type: 'step', target, refundCents: 0, goesBack: false } as const;
        await perform(sales, { ...step, step: 'decide-dispute', by: 'admin' });
        await perform(sales, { ...step, step: 'cancel', by: 'buyer' });
      }
      for (const job of jobs) await run[job]();
    }
  }

  return { sql, sell, perform, finish, close: () => database.close() };
}

function isExpected(error: unknown): boolean {
  if (error instanceof Problem) return error.code !== 'internal';
  return error instanceof Error && error.cause !== undefined && isExpected(error.cause);
}
