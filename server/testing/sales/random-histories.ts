import fc from 'fast-check';
import { offerAnswers } from '#contract/offers/offer-terms.ts';
import type { CommissionTerms, ShopCommission } from '#contract/payments/commission.ts';
import { sandboxAccountBehaviours } from '../../database/schema/sandbox-payouts.ts';
import type { Side } from './sale-step.ts';
import { type SaleStepName, saleSteps } from './sale-steps.ts';
import { stepsAfterSale } from './steps-after-sale.ts';
import { stepsOnSale } from './steps-until-paid.ts';

/** The jobs that change sales or money. */
export const moneyJobs = [
  'payments-reconciled',
  'holds-expired',
  'offers-expired',
  'chargebacks-checked',
  'returns-accepted',
  'returns-lapsed',
  'returns-disputed',
  'sales-received',
  'sales-cancelled',
  'sales-completed',
  'sales-reminded',
  'returns-reminded',
  'payments-refunded',
  'payouts-started',
  'payouts-sent',
  'payouts-checked',
  'payouts-reversed',
  'invoices-issued',
] as const;

/** The part of a price: the index of `partOf`. */
const part = fc.nat({ max: 4 });

export function partOf(priceCents: number, index: number): number {
  const third = Math.ceil(priceCents / 3);
  return [0, 1, third, Math.max(1, priceCents - 1), priceCents][index] ?? priceCents;
}

const dayMinutes = 24 * 60;
/** Chooses among the sales, the products or the sellers that exist when the action runs. */
const target = fc.nat({ max: 11 });
const type = <Name extends string>(name: Name) => fc.constant(name);
const failure = fc.constantFrom('before' as const, 'after' as const);

const namesOf = <Steps extends object>(steps: Steps) => Object.keys(steps) as (keyof Steps)[];

const oneOfSteps = (names: readonly SaleStepName[]) =>
  fc.oneof(
    ...names.map((step) =>
      fc.record({
        type: type('step'),
        step: fc.constant(step),
        by: fc.constantFrom<Side>(...saleSteps[step].triedBy),
        target,
        part,
        goesBack: fc.boolean(),
      }),
    ),
  );

const arbitraries = {
  book: fc.record({ type: type('book'), buyer: target, target }),
  offer: fc.record({
    type: type('offer'),
    buyer: target,
    target,
    part: fc.constantFrom(2, 3),
  }),
  answerOffer: fc.record({
    type: type('answer-offer'),
    target,
    by: fc.constantFrom('buyer' as const, 'seller' as const, 'turn' as const, 'turn' as const),
    answer: fc.constantFrom(...offerAnswers, 'accepted' as const, 'accepted' as const),
    /** Two tabs at the same time. */
    times: fc.constantFrom(1, 1, 2),
  }),
  /** The seller changes the price, perhaps below an offer. */
  reprice: fc.record({ type: type('reprice'), target, part: fc.constantFrom(2, 3, 4, 4) }),
  createIntent: oneOfSteps(['create-intent']),
  /** The buyer's card is charged, whatever has become of the booking. */
  charge: fc.record({ type: type('charge'), target }),
  recordPayment: oneOfSteps(['record-payment']),
  endHold: oneOfSteps(['release', 'decline']),
  changeProduct: oneOfSteps([...namesOf(stepsOnSale), 'advertise', 'stop-advertising']),
  afterSale: oneOfSteps(namesOf(stepsAfterSale)),
  job: fc.record({ type: type('job'), job: fc.constantFrom(...moneyJobs) }),
  waitMinutes: fc.record({ type: type('wait'), minutes: fc.constantFrom(1, 30, 61) }),
  waitDays: fc.record({
    type: type('wait'),
    minutes: fc.constantFrom(61, dayMinutes, 3 * dayMinutes, 5 * dayMinutes, 14 * dayMinutes),
  }),
  cardFailure: fc.record({
    type: type('card-failure'),
    method: fc.constantFrom(
      ...(['createIntent', 'findIntent', 'cancelIntent', 'refund', 'findDispute'] as const),
    ),
    failure,
  }),
  payoutFailure: fc.record({
    type: type('payout-failure'),
    method: fc.constantFrom('send' as const, 'find' as const, 'reverse' as const),
    failure,
  }),
  chargeback: fc.record({
    type: type('chargeback'),
    target,
    /** All of it most of the time, never nothing. */
    part: fc.constantFrom(1, 2, 3, 4, 4, 4),
  }),
  verdict: fc.record({
    type: type('verdict'),
    target,
    state: fc.constantFrom('won' as const, 'lost' as const),
    isFeeGivenBack: fc.boolean(),
  }),
  /** A webhook arrives, not necessarily the oldest, and perhaps twice at the same time. */
  webhook: fc.record({
    type: type('webhook'),
    pick: fc.nat({ max: 7 }),
    times: fc.constantFrom(1, 1, 2),
  }),
  nextRefund: fc.record({
    type: type('next-refund'),
    result: fc.constantFrom('pending' as const, 'rejected' as const),
  }),
  refundEnds: fc.record({
    type: type('refund-ends'),
    target,
    state: fc.constantFrom('made' as const, 'failed' as const),
  }),
  refundInDashboard: fc.record({ type: type('refund-in-dashboard'), target, part }),
  startPayout: fc.record({
    type: type('start-payout'),
    target,
    /** Two admins at the same time. */
    times: fc.constantFrom(1, 1, 2),
    /** The server stops before it asks the provider. */
    isSent: fc.constantFrom(true, true, false),
  }),
  endPayout: fc.record({
    type: type('end-payout'),
    target,
    pick: fc.nat({ max: 3 }),
    state: fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const),
  }),
  account: fc.record({
    type: type('account'),
    target,
    behaviour: fc.constantFrom(...sandboxAccountBehaviours, 'pays' as const, 'pays-later' as const),
    isTold: fc.boolean(),
  }),
  payoutSentBack: fc.record({
    type: type('payout-sent-back'),
    target,
    /** The number of times that the webhook arrives. */
    times: fc.nat({ max: 2 }),
  }),
} as const;

/** The frequency of each in a history that is mostly about buying, and in one that is mostly about what follows. */
const weights: Record<keyof typeof arbitraries, readonly [untilPaid: number, afterSale: number]> = {
  book: [10, 2],
  offer: [8, 2],
  answerOffer: [12, 2],
  reprice: [2, 0],
  createIntent: [10, 2],
  charge: [12, 2],
  recordPayment: [6, 2],
  endHold: [3, 1],
  changeProduct: [4, 1],
  afterSale: [8, 40],
  job: [4, 24],
  waitMinutes: [8, 2],
  waitDays: [1, 10],
  cardFailure: [4, 3],
  payoutFailure: [0, 3],
  chargeback: [0, 8],
  verdict: [0, 8],
  webhook: [6, 14],
  nextRefund: [0, 1],
  refundEnds: [0, 2],
  refundInDashboard: [0, 4],
  startPayout: [0, 8],
  endPayout: [0, 4],
  account: [0, 3],
  payoutSentBack: [0, 2],
};

const actionsOf = (phase: 0 | 1) =>
  fc.oneof(
    ...(Object.keys(arbitraries) as (keyof typeof arbitraries)[]).map((name) => ({
      weight: weights[name][phase],
      arbitrary: arbitraries[name] as fc.Arbitrary<SaleAction>,
    })),
  );

/** One thing that happens to a product or its sale. */
export type SaleAction = {
  [Name in keyof typeof arbitraries]: FromArbitrary<(typeof arbitraries)[Name]>;
}[keyof typeof arbitraries];
type FromArbitrary<A> = A extends fc.Arbitrary<infer One> ? One : never;

/** The progress of a sale before anything is left to chance: the steps that follow its payment. */
export const firstSteps = {
  unsold: [],
  held: [],
  charged: [],
  late: [],
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
  completed: [['hand-over', 'seller']],
  'paid-out': [['hand-over', 'seller']],
} as const satisfies Record<string, readonly (readonly [SaleStepName, Side])[]>;
export type SaleBeginning = keyof typeof firstSteps;

const beginningsUntilPaid = ['unsold', 'unsold', 'unsold', 'held'] as const;
const beginningsAfterSale = (Object.keys(firstSteps) as SaleBeginning[]).slice(2);

const saleOf = (beginnings: readonly SaleBeginning[]) =>
  fc.record({
    beginning: fc.constantFrom(...beginnings),
    priceCents: fc.constantFrom(7_500, 7_500, 1_001, 3),
    shippingCents: fc.constantFrom(0, 0, 1_290, 1, 20_000),
    commission: fc.constantFrom<ShopCommission>(
      { percent: 7.5 },
      { percent: 0 },
      { percent: 33.33 },
      { percent: 100 },
      { percent: 7.5, fixed: 0.35, minimum: 1.5, maximum: 4 },
      { percent: 0, fixed: 2 },
    ),
  });
export type SaleSetup = FromArbitrary<ReturnType<typeof saleOf>>;

const setupOf = (sales: fc.Arbitrary<SaleSetup[]>) =>
  fc.record({
    payouts: fc.constantFrom('manual' as const, 'sandbox' as const),
    sellers: fc.constantFrom(1, 1, 2),
    /** What is agreed with the sellers, in place of the commission of each sale. */
    agreed: fc.constantFrom<CommissionTerms | null>(null, { percent: 2.5, fixed: 0.1, maximum: 1 }),
    sales,
  });
/** One run: a shop that pays in one way, one or two sellers, and up to three products. */
export type RunSetup = FromArbitrary<ReturnType<typeof setupOf>>;

/** The actions of one step happen at the same time. */
const scheduleOf = (phase: 0 | 1, minLength: number, maxLength: number) =>
  fc.array(fc.array(actionsOf(phase), { minLength: 1, maxLength: 4, size: 'max' }), {
    minLength,
    maxLength,
    size: 'max',
  });

/** A setup and what happens then, in half of the histories mostly until a product is paid. */
export const randomHistories = fc.oneof(
  fc.tuple(
    setupOf(fc.array(saleOf(beginningsUntilPaid), { minLength: 3, maxLength: 3 })),
    scheduleOf(0, 15, 40),
  ),
  fc.tuple(
    setupOf(fc.array(saleOf(beginningsAfterSale), { minLength: 1, maxLength: 3 })),
    scheduleOf(1, 5, 25),
  ),
);
