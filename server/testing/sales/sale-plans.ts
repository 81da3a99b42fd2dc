import fc from 'fast-check';

/** What happens in a sale (`sale-stories.ts`). Every third one is the plain sale. */
const stories = [
  ...['kept', 'given back by code', 'accepted by the clock', 'kept', 'refunded without return'],
  ...['lapsed', 'contested', 'kept', 'never came', 'cancelled by the seller', 'contested'],
  ...['kept', 'cancelled by the buyer', 'chargeback lost', 'never came', 'kept', 'chargeback won'],
  ...['cancelled by an admin', 'approved', 'charged too late', 'taken back by the seller'],
  ...['met after all', 'kept', 'permit given', 'permit refused', 'kept', 'permit late'],
] as const;
export type StoryName = (typeof stories)[number];

const choices = {
  /** The way in which the buyer gets the instrument. */
  receives: fc.constantFrom('by code', 'by word', 'by parcel', 'by a silent parcel'),
  /** The one who tells the shop of the charge; otherwise the reconciler finds it. */
  reports: fc.constantFrom('browser', 'webhook', 'both', 'nobody'),
  /** What an admin lets the buyer have back. */
  refund: fc.constantFrom('nothing', 'a cent', 'a third', 'all but a cent', 'all'),
  goesBack: fc.boolean(),
  /** The progress of a sale when a chargeback comes. */
  stage: fc.constantFrom('awaiting', 'sent', 'received', 'completed'),
  /** The verdict on a chargeback comes before the shop has asked about it. */
  isVerdictFirst: fc.boolean(),
  /** What is tried by a user who may not. */
  lie: fc.constantFrom('none', 'wrong code', "a stranger's handover", 'second payment'),
  extraCents: fc.nat({ max: 9_999 }),
} as const;

type Choices = { [Name in keyof typeof choices]: FromArbitrary<(typeof choices)[Name]> };
type FromArbitrary<A> = A extends fc.Arbitrary<infer Value> ? Value : never;

export interface SalePlan extends Choices {
  story: StoryName;
}

/** Whether it is not sent before its permit is there. */
export const needsPermit = ({ story }: SalePlan) => story.startsWith('permit');

/** What shipping costs in the stories in which it is to be sent. */
export function shippingCentsOf(plan: SalePlan): number {
  return plan.story === 'met after all' || needsPermit(plan) ? 1_290 : 0;
}

/** The same plans for the same seed. Every story comes in turn; the rest is chance. */
export function drawPlans(seed: number, count: number): SalePlan[] {
  const drawn = fc.sample(fc.record(choices), { seed, numRuns: count, unbiased: true });
  return drawn.map((chosen, number) => ({
    ...chosen,
    // The remainder keeps the index within the list.
    story: stories[number % stories.length] as StoryName,
  }));
}
