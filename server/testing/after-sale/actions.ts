import fc from 'fast-check';
import { sandboxAccountBehaviours } from '../../database/schema/sandbox-payouts.ts';
import type { SaleStepName } from './sale-steps.ts';

const sides = ['buyer', 'seller', 'admin', 'stranger'] as const;
export type Side = (typeof sides)[number];

/** With whom a step is tried: mostly the one who may. */
const steps: Record<SaleStepName, readonly Side[]> = {
  'hand-over': ['seller', 'seller', 'buyer'],
  'wrong-code': ['seller'],
  send: ['seller', 'stranger'],
  receive: ['buyer', 'buyer', 'seller'],
  cancel: ['buyer', 'buyer', 'buyer', 'seller', 'admin', 'stranger'],
  'ask-return': ['buyer', 'buyer', 'buyer', 'seller'],
  'accept-return': ['seller', 'admin', 'buyer'],
  'contest-return': ['seller', 'seller', 'admin'],
  'give-back': ['seller', 'admin'],
  'give-back-by-code': ['buyer', 'stranger'],
  'wrong-return-code': ['buyer'],
  'open-dispute': ['buyer', 'buyer', 'seller'],
  'decide-dispute': ['admin', 'admin', 'seller'],
};

/** The jobs that change sales or money. */
export const moneyJobs = [
  'payments-settled',
  'chargebacks-checked',
  'returns-accepted',
  'returns-lapsed',
  'sales-received',
  'sales-completed',
  'sales-reminded',
  'returns-reminded',
  'payments-refunded',
  'payouts-started',
  'payouts-sent',
  'payouts-checked',
  'payouts-reversed',
] as const;

/** How much of a price: the index of `partOf`. */
const part = fc.nat({ max: 4 });

export function partOf(priceCents: number, index: number): number {
  const third = Math.ceil(priceCents / 3);
  return [0, 1, third, Math.max(1, priceCents - 1), priceCents][index] ?? priceCents;
}

const dayMinutes = 24 * 60;
/** Chooses among the sales, or the sellers. */
const target = fc.nat({ max: 5 });
const type = <Name extends string>(name: Name) => fc.constant(name);

const saleStep = fc.oneof(
  ...(Object.keys(steps) as SaleStepName[]).map((step) =>
    fc.record({
      type: type('step'),
      step: fc.constant(step),
      by: fc.constantFrom(...steps[step]),
      target,
      part,
      goesBack: fc.boolean(),
    }),
  ),
);

const arbitraries = {
  step: saleStep,
  job: fc.record({ type: type('job'), job: fc.constantFrom(...moneyJobs) }),
  wait: fc.record({
    type: type('wait'),
    minutes: fc.constantFrom(1, 61, dayMinutes, 3 * dayMinutes, 5 * dayMinutes, 14 * dayMinutes),
  }),
  cardFailure: fc.record({
    type: type('card-failure'),
    method: fc.constantFrom('refund' as const, 'findIntent' as const, 'findDispute' as const),
    failure: fc.constantFrom('before' as const, 'after' as const),
  }),
  payoutFailure: fc.record({
    type: type('payout-failure'),
    method: fc.constantFrom('send' as const, 'find' as const, 'reverse' as const),
    failure: fc.constantFrom('before' as const, 'after' as const),
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
  refundByHand: fc.record({ type: type('refund-by-hand'), target, part }),
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
    /** How often the webhook arrives. */
    times: fc.nat({ max: 2 }),
  }),
} as const;

/** One thing that happens after the payment. */
export const afterSaleActions = fc.oneof(
  { weight: 40, arbitrary: arbitraries.step },
  { weight: 24, arbitrary: arbitraries.job },
  { weight: 12, arbitrary: arbitraries.wait },
  { weight: 3, arbitrary: arbitraries.cardFailure },
  { weight: 3, arbitrary: arbitraries.payoutFailure },
  { weight: 8, arbitrary: arbitraries.chargeback },
  { weight: 8, arbitrary: arbitraries.verdict },
  { weight: 14, arbitrary: arbitraries.webhook },
  { weight: 1, arbitrary: arbitraries.nextRefund },
  { weight: 2, arbitrary: arbitraries.refundEnds },
  { weight: 1, arbitrary: arbitraries.refundByHand },
  { weight: 8, arbitrary: arbitraries.startPayout },
  { weight: 4, arbitrary: arbitraries.endPayout },
  { weight: 3, arbitrary: arbitraries.account },
  { weight: 2, arbitrary: arbitraries.payoutSentBack },
);
export type AfterSaleAction = typeof afterSaleActions extends fc.Arbitrary<infer One> ? One : never;

/** How far a sale has come before anything is left to chance. */
export const firstSteps = {
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
type SaleBeginning = keyof typeof firstSteps;

const sale = fc.record({
  beginning: fc.constantFrom(...(Object.keys(firstSteps) as SaleBeginning[])),
  priceCents: fc.constantFrom(7_500, 7_500, 1_001, 3),
  commissionBasisPoints: fc.constantFrom(750, 750, 0, 3_333, 10_000),
});
export type SaleSetup = typeof sale extends fc.Arbitrary<infer One> ? One : never;

/** One run: a shop that pays in one way, one or two sellers, and up to three sales. */
export const afterSaleSetups = fc.record({
  payouts: fc.constantFrom('manual' as const, 'sandbox' as const),
  sellers: fc.constantFrom(1, 1, 2),
  sales: fc.array(sale, { minLength: 1, maxLength: 3 }),
});
export type RunSetup = typeof afterSaleSetups extends fc.Arbitrary<infer One> ? One : never;

/** What happens in a run. The actions of one step happen at the same time. */
export const afterSaleSchedules = fc.array(
  fc.array(afterSaleActions, { minLength: 1, maxLength: 4, size: 'max' }),
  { minLength: 5, maxLength: 25, size: 'max' },
);
