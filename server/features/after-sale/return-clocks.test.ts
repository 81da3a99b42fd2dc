import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { apiClient } from '../../testing/api-client.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { completeSales } from './complete-sales.ts';
import { acceptUnansweredReturns, lapseReturns, remindOfReturns } from './return-clocks.ts';

const clock = manualClock();
const shop: TestShop = await createTestShop({ clock });
afterAll(() => shop.close());
const who = createPeople(shop.database);
const { sql } = shop.database;
const seller = await who.seller();
const ask = apiClient(() => shop);
const deps = { database: shop.database, clock };
const dayMinutes = 24 * 60;

/** The clock changes the returns of every sale. */
beforeEach(async () => {
  await sql`
    update returns set state = 'lapsed', decided_at = coalesce(decided_at, now())
    where state in ('requested', 'accepted')`;
  await sql`update fulfilments set return_until = 'infinity' where state = 'received'`;
});

async function addRequestedReturn() {
  const sale = await who.sell(seller, clock.now());
  await who.requestReturn(sale.buyer, sale.bookingId, clock.now());
  return { ...sale, id: sale.bookingId };
}

async function stateOf(id: string) {
  const [row] = await sql`
    select r.state, r.place, r.decided_by as by, f.state as fulfilment from returns r
    join fulfilments f on f.booking_id = r.booking_id where r.booking_id = ${id}`;
  return row;
}

async function mailsOf(id: string) {
  const rows = await sql`
    select kind || ' ' || reader as mail from queued_mails
    where subject_id = ${id} and kind like 'return%' and kind <> 'return-requested' order by 1`;
  return rows.map(({ mail }) => mail);
}

/** A chargeback that was open from then until now. */
async function addEndedChargeback(bookingId: string, openedAt: Date) {
  await sql`
    insert into disputes (id, booking_id, cause, state, opened_at, decided_at, refund_cents, goes_back)
    values (gen_random_uuid(), ${bookingId}, 'chargeback', 'decided', ${openedAt}, ${clock.now()}, 0, false)`;
}

const openChargeback = (bookingId: string) => sql`
  insert into disputes (id, booking_id, cause, state, opened_at)
  values (gen_random_uuid(), ${bookingId}, 'chargeback', 'open', ${clock.now()})`;

describe('a return that the seller does not answer', () => {
  it('an unanswered return counts as accepted after five days, with a reminder a day before, each mailed once', async () => {
    const { id, buyer } = await addRequestedReturn();
    clock.forward(4 * dayMinutes - 1);
    expect(await remindOfReturns(deps)).toBe(0);
    clock.forward(1);
    expect([await remindOfReturns(deps), await remindOfReturns(deps)]).toEqual([1, 0]);
    expect(await mailsOf(id)).toEqual([
      'return-accepted-soon buyer',
      'return-accepted-soon seller',
    ]);
    clock.forward(dayMinutes - 1);
    expect(await acceptUnansweredReturns(deps)).toBe(0);
    clock.forward(1);
    const runs = await Promise.all([acceptUnansweredReturns(deps), acceptUnansweredReturns(deps)]);
    expect(runs.sort()).toEqual([0, 1]);
    expect(await stateOf(id)).toMatchObject({ state: 'accepted', place: null, by: null });
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body.return).toMatchObject({ state: 'accepted' });
    expect(body.return).not.toHaveProperty('giveBackBy');
    expect(await mailsOf(id)).toContain('return-accepted seller');
  });

  it('a return is accepted or contested, never both, when the clock and the seller are equally fast', async () => {
    const { id } = await addRequestedReturn();
    clock.forward(5 * dayMinutes);
    const [contested] = await Promise.all([
      outcome(who.decideReturn(seller, id, 'contested', clock.now())),
      acceptUnansweredReturns(deps),
    ]);
    const { state } = (await stateOf(id)) ?? {};
    expect(state).toBe(contested === 'done' ? 'contested' : 'accepted');
    const disputes = await sql`select from disputes where booking_id = ${id}`;
    expect(disputes).toHaveLength(contested === 'done' ? 1 : 0);
  });

  it('an unanswered return waits during a dispute, and the days of the dispute are added', async () => {
    const { id, buyer } = await addRequestedReturn();
    const openedAt = clock.now();
    clock.forward(3 * dayMinutes);
    await addEndedChargeback(id, openedAt);
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    const days =
      (Date.parse(body.return?.autoAcceptedAt ?? '') - clock.now().getTime()) / 86_400_000;
    expect(days).toBe(5);
    clock.forward(4 * dayMinutes);
    expect(await acceptUnansweredReturns(deps)).toBe(0);
    await openChargeback(id);
    clock.forward(9 * dayMinutes);
    expect(await remindOfReturns(deps)).toBe(0);
    expect(await acceptUnansweredReturns(deps)).toBe(0);
    await sql`
      update disputes set state = 'decided', decided_at = ${clock.now()}, refund_cents = 0,
        goes_back = false where booking_id = ${id} and state = 'open'`;
    expect(await acceptUnansweredReturns(deps)).toBe(0);
    clock.forward(dayMinutes);
    expect(await acceptUnansweredReturns(deps)).toBe(1);
  });
});

describe('a reminder of a return', () => {
  it.each(['requested', 'accepted'] as const)(
    'a reminder that is %s is sent again after a dispute has moved the date',
    async (state) => {
      const { id } = await addRequestedReturn();
      if (state === 'accepted') await who.decideReturn(seller, id, state, clock.now());
      clock.forward((state === 'accepted' ? 13 : 4) * dayMinutes);
      expect(await remindOfReturns(deps)).toBe(1);
      const openedAt = clock.now();
      clock.forward(dayMinutes);
      await addEndedChargeback(id, openedAt);
      expect([await remindOfReturns(deps), await remindOfReturns(deps)]).toEqual([1, 0]);
      const kind = state === 'accepted' ? 'return-lapsing' : 'return-accepted-soon';
      const reminders = (await mailsOf(id)).filter((mail) => String(mail).startsWith(kind));
      const told = ['buyer', 'buyer', 'seller', 'seller'];
      expect(reminders).toEqual(told.map((reader) => `${kind} ${reader}`));
    },
  );
});

describe('an accepted return', () => {
  it('an accepted return lapses after 14 days, with a reminder a day before, and the sale is completed three days later', async () => {
    const { id } = await addRequestedReturn();
    await who.decideReturn(seller, id, 'accepted', clock.now());
    clock.forward(13 * dayMinutes);
    expect([await remindOfReturns(deps), await remindOfReturns(deps)]).toEqual([1, 0]);
    expect([await completeSales(deps), await lapseReturns(deps)]).toEqual([0, 0]);
    clock.forward(dayMinutes);
    expect([await lapseReturns(deps), await lapseReturns(deps)]).toEqual([1, 0]);
    clock.forward(3 * dayMinutes - 1);
    expect(await completeSales(deps)).toBe(0);
    clock.forward(1);
    expect(await completeSales(deps)).toBe(1);
    expect(await stateOf(id)).toMatchObject({ state: 'lapsed', fulfilment: 'completed' });
    expect(await mailsOf(id)).toEqual([
      'return-accepted buyer',
      'return-accepted seller',
      'return-lapsed buyer',
      'return-lapsed seller',
      'return-lapsing buyer',
      'return-lapsing seller',
    ]);
    const late = who.decideReturn(seller, id, 'given-back', clock.now());
    expect(await outcome(late)).toBe('conflict');
  });

  it('an accepted return does not lapse during a dispute', async () => {
    const { id } = await addRequestedReturn();
    await who.decideReturn(seller, id, 'accepted', clock.now());
    await openChargeback(id);
    clock.forward(20 * dayMinutes);
    expect([await remindOfReturns(deps), await lapseReturns(deps)]).toEqual([0, 0]);
    expect(await stateOf(id)).toMatchObject({ state: 'accepted' });
  });
});
