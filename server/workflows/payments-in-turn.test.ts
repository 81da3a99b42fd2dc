import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOfMoney } from '../testing/money.ts';
import { couldBeInTurn, type Moment } from '../testing/one-after-another.ts';
import { laneHoldHours, openSaleLane, type SaleLane } from '../testing/sale-lane.ts';
import type { Action, SaleModel } from '../testing/sale-model.ts';

/*
 * Short lives of one product, thousands of them: in each moment several people do something about it at once, and what
 * comes of it must be what a model without any concurrency says for some order of the same deeds.
 */

/** Lives go on beside each other, each lane in a database of its own. */
const lanesCount = 3;
const livesPerLane = Math.ceil(Number(process.env.SALE_LIVES ?? 3_000) / lanesCount);

let lanes: SaleLane[];

beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: lanesCount }, openSaleLane));
});
afterAll(() => Promise.all(lanes.map((lane) => lane.close())));

const which = fc.nat({ max: 5 });
const likely = <One>(weight: number, arbitrary: fc.Arbitrary<One>) => ({ weight, arbitrary });
const does = <Name extends string>(name: Name) => fc.constant(name);

/** The numbers choose among what there is when it happens. */
const steps = fc.oneof(
  likely(6, fc.record({ step: does('book'), who: which })),
  likely(9, fc.record({ step: does('pay'), what: which, charge: fc.nat({ max: 1 }) })),
  likely(4, fc.record({ step: does('release'), what: which, who: fc.nat({ max: 9 }) })),
  likely(4, fc.record({ step: does('advertise'), isOn: fc.boolean() })),
  likely(1, fc.record({ step: does('withdraw') })),
  likely(4, fc.record({ step: does('ask-return'), what: which })),
  likely(
    6,
    fc.record({
      step: does('decide'),
      what: which,
      by: fc.constantFrom('seller' as const, 'admin' as const),
      to: fc.constantFrom('accepted' as const, 'accepted' as const, 'refused' as const),
    }),
  ),
  likely(3, fc.record({ step: does('expire') })),
  likely(4, fc.record({ step: does('refund') })),
);
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;

const moments = fc.record({
  /** Holds end after two hours, the right to return after three days. */
  hoursBefore: fc.constantFrom(0, 0, 0, 1, laneHoldHours, 73),
  steps: fc.array(steps, { minLength: 1, maxLength: 4, size: 'max' }),
});
const lives = fc.array(moments, { minLength: 2, maxLength: 8, size: 'max' });

async function deedOf(lane: SaleLane, now: SaleModel, step: Step): Promise<Action | undefined> {
  const { buyers, clock } = lane;
  if (step.step === 'book') {
    const buyerId = buyers[step.who % buyers.length]?.id ?? '';
    const holdExpiresAt = new Date(clock.now().getTime() + laneHoldHours * 3_600_000);
    return { deed: 'book', buyerId, bookingId: '', holdExpiresAt };
  }
  if (step.step === 'advertise') {
    return { deed: 'advertise', status: step.isOn ? 'advertise' : 'available' };
  }
  if (step.step === 'withdraw') return { deed: 'withdraw' };
  if (step.step === 'expire' || step.step === 'refund') return undefined;
  const booking = now.bookings[step.what % now.bookings.length];
  if (!booking) return undefined;
  const bookingId = booking.id;
  switch (step.step) {
    case 'pay':
      return { deed: 'pay', bookingId, transactionId: await lane.charge(bookingId, step.charge) };
    case 'release': {
      // Now and then by somebody who has nothing to do with it.
      const other = step.who === 0 ? buyers.find(({ id }) => id !== booking.buyerId) : undefined;
      return { deed: 'release', bookingId, buyerId: other?.id ?? booking.buyerId };
    }
    case 'ask-return':
      return { deed: 'ask-return', bookingId };
    case 'decide':
      return { deed: 'decide', bookingId, by: step.by, to: step.to };
  }
}

async function live(lane: SaleLane, life: { hoursBefore: number; steps: Step[] }[]) {
  const productId = await lane.newProduct();
  let before = await lane.look(productId);
  for (const { hoursBefore, steps } of life) {
    lane.clock.forward(hoursBefore * 60);
    const wanted = await Promise.all(steps.map((step) => deedOf(lane, before, step)));
    const chores = steps.flatMap(({ step }) =>
      step === 'expire' || step === 'refund' ? [step] : [],
    );
    const [deeds] = await Promise.all([
      Promise.all(wanted.flatMap((deed) => (deed ? [lane.act(productId, deed)] : []))),
      ...chores.map(lane.chore),
    ]);
    const after = await lane.look(productId);
    const moment: Moment = { deeds, chores, at: lane.clock.now() };
    if (!couldBeInTurn(before, moment, after)) {
      // No order of the deeds explains it: all of it is told.
      expect({ before, moment, after }).toBe('what some order of the deeds brings about');
    }
    before = after;
  }
}

/** What every life has left behind comes to its end. */
async function comeToRest(lane: SaleLane): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    lane.clock.forward(7 * 60);
    await lane.chore('expire');
    await lane.chore('refund');
  }
}

/** How often each end was come to: a rule that no life has reached was not tested. */
const endsOf = ({ database: { sql } }: SaleLane) => sql<{ happened: string }[]>`
  select distinct concat_ws(' ', b.state, b.release_reason, r.state, pay.state, pay.refund_reason)
    as happened
  from bookings b left join returns r on r.booking_id = b.id
  left join payments pay on pay.booking_id = b.id`;

it('whatever people do at once about one product, it is as if they had done it in turn', async () => {
  await Promise.all(
    lanes.map((lane) =>
      fc.assert(
        fc.asyncProperty(lives, (life) => live(lane, life)),
        { numRuns: livesPerLane, endOnFailure: true },
      ),
    ),
  );
  for (const lane of lanes) {
    await comeToRest(lane);
    expect(await faultsOfMoney(lane.database.sql, lane.cards)).toEqual([]);
  }
  const ends = (await Promise.all(lanes.map(endsOf))).flat();
  const happened = new Set(ends.map((row) => row.happened));
  for (const end of [
    'paid recorded',
    'paid refused recorded',
    'paid requested recorded',
    'released expired',
    'released cancelled',
    'released withdrawn',
    'released cancelled refunded The booking was no longer live when it was charged',
    'released expired refunded The booking was no longer live when it was charged',
    'paid refunded The booking was paid already',
    'returned refunded refunded The return was accepted',
  ]) {
    expect(happened).toContain(end);
  }
}, 900_000);
