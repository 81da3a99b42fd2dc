import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { transaction } from '../../database/transaction.ts';
import { apiClient } from '../../testing/api-client.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { refundDue } from '../payments/refund-payment.ts';
import { cancelSale } from './cancel-sale.ts';
import { autoConfirmReceipts, completeSale, completeSales } from './complete-sales.ts';
import { markSent } from './mark-sent.ts';
import { confirmReceipt, handOver } from './receive.ts';
import {
  acceptUnansweredReturns,
  disputeSilence,
  lapseReturns,
  remindOfReturns,
} from './return-clocks.ts';

const clock = manualClock();
const shop: TestShop = await createTestShop({ clock });
afterAll(() => shop.close());
const who = createPeople(shop.database);
const { sql } = shop.database;
const ask = apiClient(() => shop);
const deps = { database: shop.database, clock };
/** Without charges of its own. */
const cards: TestShop['cards'] = {
  ...shop.cards,
  refund: async ({ intentId }) => ({ id: `re_${intentId}` }),
};
const admin = await who.admin();
const dayMinutes = 24 * 60;
const days = (count: number) => clock.forward(count * dayMinutes);

/** The clock changes every sale. */
beforeEach(async () => {
  await sql`delete from returns`;
  await sql`update fulfilments set state = 'completed', completed_at = now() where state in ('sent', 'received')`;
});

async function sold(kind: 'trader' | 'private', stage: 'awaiting' | 'sent' | 'received') {
  const seller = kind === 'trader' ? await who.trader() : await who.seller();
  const sale = await who.sell(seller, clock.now());
  const id = sale.bookingId;
  await transaction(shop.database, async (tx) => {
    if (stage === 'sent')
      await markSent(tx, seller, { bookingId: id, carrier: 'Post' }, clock.now());
    if (stage === 'received')
      await handOver(tx, seller, { bookingId: id, isRightCode: true }, clock.now());
  });
  return { ...sale, id, seller };
}

const receive = (buyer: { id: string }, id: string) =>
  transaction(shop.database, (tx) => confirmReceipt(tx, buyer, { bookingId: id }, clock.now()));
const withdraw = (buyer: Parameters<typeof who.withdraw>[0], id: string) =>
  who.withdraw(buyer, id, clock.now());
const detailOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: Error) => error.message,
  );

async function stateOf(id: string) {
  const [row] = await sql`
    select f.state as delivery, r.state as returned, r.place, r.give_back_by as "giveBackBy",
      r.lapsed_at as "lapsedAt", p.state as payment, p.refund_cents as refund, d.state as dispute, d.cause
    from fulfilments f join payments p on p.booking_id = f.booking_id
    left join returns r on r.booking_id = f.booking_id
    left join lateral (
      select * from disputes where booking_id = f.booking_id order by opened_at desc limit 1
    ) d on true
    where f.booking_id = ${id}`;
  return row;
}

async function mailsOf(id: string, kind: string) {
  const rows =
    await sql`select reader from queued_mails where subject_id = ${id} and kind = ${kind}`;
  return rows.length;
}

const inDays = (count: number) => new Date(clock.now().getTime() + count * 86_400_000);

describe('a purchase withdrawn from on its way', () => {
  test('a withdrawn purchase can still be reported as not arrived, and is refunded when the dispute confirms it', async () => {
    const { id, buyer } = await sold('trader', 'sent');
    await withdraw(buyer, id);
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body).toMatchObject({
      fulfilment: { state: 'sent', autoReceivedAt: expect.any(String) },
      withdrawal: { time: expect.any(String) },
    });
    expect(body.return).not.toHaveProperty('giveBackBy');
    await who.openDispute(buyer, id, clock.now());
    await who.decideDispute(admin, id, { refundCents: 12_050 }, clock.now());
    expect(await stateOf(id)).toMatchObject({ delivery: 'cancelled', payment: 'refund-due' });
    const { body: after } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(after.return).not.toHaveProperty('givenBackAt');
  });

  test('a withdrawn purchase can be given back for 14 days from its receipt, by the buyer or by the clock', async () => {
    const [one, other] = [await sold('trader', 'sent'), await sold('trader', 'sent')];
    for (const { id, buyer } of [one, other]) await withdraw(buyer, id);
    days(5);
    await receive(one.buyer, one.id);
    expect(await stateOf(one.id)).toMatchObject({ delivery: 'received', giveBackBy: inDays(14) });
    days(9);
    await autoConfirmReceipts(deps);
    expect(await stateOf(other.id)).toMatchObject({ delivery: 'received', giveBackBy: inDays(14) });
    expect(await lapseReturns(deps)).toBe(0);
  });

  test('a withdrawn purchase is refunded when the parcel came back to its seller', async () => {
    const { id, buyer, seller } = await sold('trader', 'sent');
    await withdraw(buyer, id);
    await who.decideReturn(seller, id, 'given-back', clock.now());
    expect(await stateOf(id)).toMatchObject({ returned: 'given-back', payment: 'refund-due' });
    await refundDue({ ...deps, cards });
    expect(await stateOf(id)).toMatchObject({ delivery: 'returned', payment: 'refunded' });
  });

  test('a withdrawn purchase that arrived after all goes back with all of the money', async () => {
    const { id, buyer, seller } = await sold('trader', 'sent');
    await withdraw(buyer, id);
    await who.openDispute(buyer, id, clock.now());
    await who.decideDispute(admin, id, { refundCents: 0 }, clock.now());
    expect(await stateOf(id)).toMatchObject({
      delivery: 'received',
      returned: 'accepted',
      giveBackBy: inDays(14),
    });
    await who.decideReturn(seller, id, 'given-back', clock.now());
    expect(await stateOf(id)).toMatchObject({ payment: 'refund-due', refund: null });
  });
});

describe('a return before a withdrawal', () => {
  test('an accepted return becomes a withdrawal, with its own mail and new days, and keeps the place', async () => {
    const { id, buyer, seller } = await sold('trader', 'received');
    await who.requestReturn(buyer, id, clock.now());
    await who.decideReturn(seller, id, 'accepted', clock.now());
    days(10);
    await withdraw(buyer, id);
    expect(await stateOf(id)).toMatchObject({
      returned: 'accepted',
      place: 'Under the clock',
      giveBackBy: inDays(14),
    });
    expect(await mailsOf(id, 'return-accepted')).toBe(4);
    days(13);
    expect([await remindOfReturns(deps), await remindOfReturns(deps)]).toEqual([1, 0]);
  });

  test('a contested return needs no decision after a withdrawal', async () => {
    const { id, buyer, seller } = await sold('trader', 'received');
    await who.requestReturn(buyer, id, clock.now());
    await who.decideReturn(seller, id, 'contested', clock.now());
    await withdraw(buyer, id);
    expect(await stateOf(id)).toMatchObject({ returned: 'accepted', dispute: 'decided' });
    await who.decideReturn(seller, id, 'given-back', clock.now());
    expect(await stateOf(id)).toMatchObject({ payment: 'refund-due', refund: null });
  });

  test('a withdrawal refunds everything although a dispute had granted a part', async () => {
    const { id, buyer, seller } = await sold('trader', 'received');
    await who.requestReturn(buyer, id, clock.now());
    await who.decideReturn(seller, id, 'contested', clock.now());
    await who.decideDispute(admin, id, { refundCents: 3_000, goesBack: true }, clock.now());
    clock.forward(1);
    await withdraw(buyer, id);
    await who.decideReturn(seller, id, 'given-back', clock.now());
    expect(await stateOf(id)).toMatchObject({ payment: 'refund-due', refund: null });
  });

  test('a lapsed return can become a withdrawal within the period', async () => {
    const { id, buyer, seller } = await sold('trader', 'received');
    await sql`update fulfilments set return_until = ${inDays(30)} where booking_id = ${id}`;
    await who.requestReturn(buyer, id, clock.now());
    await who.decideReturn(seller, id, 'accepted', clock.now());
    days(14);
    expect(await lapseReturns(deps)).toBe(1);
    await withdraw(buyer, id);
    expect(await stateOf(id)).toMatchObject({
      returned: 'accepted',
      lapsedAt: null,
      giveBackBy: inDays(14),
    });
    days(14);
    expect(await lapseReturns(deps)).toBe(1);
    expect(await mailsOf(id, 'return-lapsed')).toBe(4);
  });
});

describe('a withdrawal', () => {
  test('a refused withdrawal gets the actual reason', async () => {
    const { id, buyer, seller } = await sold('trader', 'awaiting');
    await transaction(shop.database, (tx) =>
      cancelSale(tx, seller, { bookingId: id, reason: 'It fell' }, clock.now()),
    );
    expect(await detailOf(withdraw(buyer, id))).toBe('This sale was cancelled');
    const late = await sold('trader', 'received');
    days(15);
    expect(await detailOf(withdraw(late.buyer, late.id))).toBe(
      'The time to withdraw from this purchase is over',
    );
  });

  test('an admin, and no one else, can withdraw for a buyer whose account was removed', async () => {
    const { id, buyer } = await sold('trader', 'sent');
    expect(await outcome(withdraw(admin, id))).toBe('not-found');
    await who.remove(admin, buyer);
    expect(await outcome(withdraw(await who.buyer(), id))).toBe('not-found');
    await withdraw(admin, id);
    expect(await stateOf(id)).toMatchObject({ returned: 'accepted' });
    const [entry] = await sql`
      select action from audit_entries where actor_id = ${admin.id} and subject_id = ${buyer.id}
        and action = 'sale-withdrawn-from'`;
    expect(entry).toBeDefined();
  });

  test('a withdrawal is possible during a dispute, which continues', async () => {
    const { id, buyer } = await sold('trader', 'sent');
    await who.openDispute(buyer, id, clock.now());
    await withdraw(buyer, id);
    expect(await stateOf(id)).toMatchObject({ dispute: 'open', returned: 'accepted' });
    await who.decideDispute(admin, id, { refundCents: 12_050 }, clock.now());
    expect(await stateOf(id)).toMatchObject({ delivery: 'cancelled', payment: 'refund-due' });
  });

  test('a withdrawal leaves a return with running days when the receipt comes in the same moment', async () => {
    const { id, buyer } = await sold('trader', 'sent');
    await Promise.all([withdraw(buyer, id), receive(buyer, id)]);
    expect(await stateOf(id)).toMatchObject({
      delivery: 'received',
      returned: 'accepted',
      giveBackBy: inDays(14),
    });
  });
});

describe('a partial refund by a dispute', () => {
  test('a partial refund completes the sale of a trader when the time to withdraw is over', async () => {
    const { id, buyer, seller } = await sold('trader', 'received');
    days(13);
    await who.requestReturn(buyer, id, clock.now());
    await who.decideReturn(seller, id, 'contested', clock.now());
    await who.decideDispute(admin, id, { refundCents: 3_000 }, clock.now());
    expect(await stateOf(id)).toMatchObject({ delivery: 'received', payment: 'recorded' });
    days(2);
    expect(await completeSales(deps)).toBe(1);
    expect(await stateOf(id)).toMatchObject({
      delivery: 'completed',
      payment: 'refund-due',
      refund: 3_000,
    });
    const [released] = await sql`
      select amount_cents as cents from ledger_entries where booking_id = ${id} and kind = 'release'`;
    expect(released).toEqual({ cents: 9_050 });
  });

  test('a partial refund leaves the time to withdraw, and then everything goes back', async () => {
    const { id, buyer, seller } = await sold('trader', 'sent');
    await who.openDispute(buyer, id, clock.now());
    await who.decideDispute(admin, id, { refundCents: 3_000 }, clock.now());
    expect(await stateOf(id)).toMatchObject({ delivery: 'received', payment: 'recorded' });
    await withdraw(buyer, id);
    await who.decideReturn(seller, id, 'given-back', clock.now());
    expect(await stateOf(id)).toMatchObject({ payment: 'refund-due', refund: null });
  });

  test('a partial refund completes a private sale immediately', async () => {
    const { id, buyer } = await sold('private', 'sent');
    await who.openDispute(buyer, id, clock.now());
    await who.decideDispute(admin, id, { refundCents: 3_000 }, clock.now());
    expect(await stateOf(id)).toMatchObject({ delivery: 'completed', refund: 3_000 });
  });
});

describe('the place of a return', () => {
  test('the place of a return is the full address that the trader had stated at the booking, whatever they state later', async () => {
    const seller = await who.seller();
    const address = `${'Long Road '.repeat(39)}Bath`;
    await who.stateTrader(seller, { status: 'trader', name: 'Strings Ltd', address });
    const { buyer, bookingId: id } = await who.sell(seller, clock.now());
    await who.stateTrader(seller, { status: 'private' });
    await receive(buyer, id);
    await withdraw(buyer, id);
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body.trader).toEqual({ name: 'Strings Ltd', address });
    expect(body.return).toMatchObject({ place: address, giveBackBy: inDays(14).toISOString() });
  });

  test('the place of a return is the new address for a booking made after the trader changed it', async () => {
    const seller = await who.trader();
    const moved = { name: 'Brass Ltd', address: '2 Quay, Leith' };
    await who.stateTrader(seller, { status: 'trader', ...moved });
    const { buyer, bookingId } = await who.sell(seller, clock.now());
    expect((await ask<Booking>(buyer, `/bookings/${bookingId}`)).body.trader).toEqual(moved);
  });

  describe('an old booking without its trader', () => {
    async function soldBefore() {
      const sale = await sold('trader', 'sent');
      await sql`update bookings set trader_name = null, trader_address = null where id = ${sale.id}`;
      const traderNow = async () =>
        (await ask<Booking>(sale.buyer, `/bookings/${sale.id}`)).body.trader;
      return { ...sale, traderNow };
    }
    const millStreet = { name: 'Strings Ltd', address: '1 Mill Street, Bath' };

    test('an old booking is returned to the address its seller states at present', async () => {
      const { id, buyer, traderNow } = await soldBefore();
      expect(await traderNow()).toEqual(millStreet);
      await withdraw(buyer, id);
      expect(await stateOf(id)).toMatchObject({ place: '1 Mill Street, Bath' });
    });

    test('the place of an old return stays when the seller states another address, or that they are private', async () => {
      const { id, buyer, seller, traderNow } = await soldBefore();
      const moved = { status: 'trader', name: 'Brass Ltd', address: '2 Quay, Leith' } as const;
      await who.stateTrader(seller, moved);
      expect(await traderNow()).toEqual(millStreet);
      await who.stateTrader(seller, { status: 'private' });
      expect(await traderNow()).toEqual(millStreet);
      await withdraw(buyer, id);
      expect(await stateOf(id)).toMatchObject({ place: '1 Mill Street, Bath' });
    });

    test('a private purchase has no place of return, even after its seller becomes a trader', async () => {
      const { id, buyer, seller } = await sold('private', 'sent');
      await who.stateTrader(seller);
      await who.stateTrader(seller, { status: 'trader', name: 'Brass Ltd', address: '2 Quay' });
      expect((await ask<Booking>(buyer, `/bookings/${id}`)).body).not.toHaveProperty('trader');
    });
  });

  test('the 14 days of a return begin once, when the seller names the place later', async () => {
    const { id, buyer, seller } = await sold('private', 'received');
    await who.requestReturn(buyer, id, clock.now());
    days(5);
    await acceptUnansweredReturns(deps);
    expect(await stateOf(id)).toMatchObject({ place: null, giveBackBy: null });
    days(6);
    expect([await lapseReturns(deps), await completeSales(deps)]).toEqual([0, 0]);
    const say = () => who.decideReturn(seller, id, 'accepted', clock.now());
    const said = await Promise.all([say(), say()]);
    expect(said.toSorted()).toEqual([0, 1]);
    expect(await stateOf(id)).toMatchObject({ place: 'Under the clock', giveBackBy: inDays(14) });
  });
});

describe('a seller who does not name the place of an accepted return', () => {
  test('a return without a place gets a dispute after seven days, announced a day before, in which an admin can refund', async () => {
    const { id, buyer, seller } = await sold('private', 'received');
    await who.requestReturn(buyer, id, clock.now());
    days(5);
    await acceptUnansweredReturns(deps);
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body.return?.disputedFrom).toBe(inDays(7).toISOString());
    days(6);
    expect([await remindOfReturns(deps), await remindOfReturns(deps)]).toEqual([1, 0]);
    expect(await disputeSilence(deps)).toBe(0);
    days(1);
    expect(await disputeSilence(deps)).toBe(1);
    expect(await stateOf(id)).toMatchObject({ dispute: 'open', cause: 'no-place' });
    expect(await outcome(who.decideReturn(seller, id, 'accepted', clock.now()))).toBe('conflict');
    await who.decideDispute(admin, id, { refundCents: 12_050 }, clock.now());
    expect(await stateOf(id)).toMatchObject({ returned: 'given-back', payment: 'refund-due' });
  });

  test('the seller of a purchase withdrawn from on its way has seven days from the receipt to name a place', async () => {
    const { id, buyer } = await sold('trader', 'sent');
    await sql`update bookings set trader_address = null, trader_name = null where id = ${id}`;
    await sql`delete from traders where user_id = (select seller_id from bookings where id = ${id})`;
    await withdraw(buyer, id);
    days(10);
    expect(await disputeSilence(deps)).toBe(0);
    await receive(buyer, id);
    days(6);
    expect(await disputeSilence(deps)).toBe(0);
    days(1);
    expect(await disputeSilence(deps)).toBe(1);
  });
});

describe('an instrument that was sent back', () => {
  async function sentBack() {
    const sale = await sold('private', 'received');
    await who.requestReturn(sale.buyer, sale.id, clock.now());
    await who.decideReturn(sale.seller, sale.id, 'accepted', clock.now());
    days(13);
    await who.sendBack(sale.buyer, sale.id, clock.now());
    return sale;
  }

  test('a return that was sent back does not lapse, and opens a dispute after seven days of silence, announced a day before', async () => {
    const { id, buyer } = await sentBack();
    days(6);
    expect(await lapseReturns(deps)).toBe(0);
    expect([await remindOfReturns(deps), await remindOfReturns(deps)]).toEqual([1, 0]);
    expect(await mailsOf(id, 'sent-back-dispute-soon')).toBe(2);
    expect(await disputeSilence(deps)).toBe(0);
    days(1);
    const runs = await Promise.all([disputeSilence(deps), disputeSilence(deps)]);
    expect(runs.toSorted()).toEqual([0, 1]);
    expect(await stateOf(id)).toMatchObject({ dispute: 'open', cause: 'sent-back' });
    await who.decideDispute(admin, id, { refundCents: 12_050 }, clock.now());
    expect(await stateOf(id)).toMatchObject({ returned: 'given-back', payment: 'refund-due' });
    await refundDue({ ...deps, cards });
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body).toMatchObject({ state: 'returned', return: { state: 'refunded' } });
  });

  test('a return that was sent back ends as the dispute decides: the sale stands, or the instrument goes back again', async () => {
    const [lost, again] = [await sentBack(), await sentBack()];
    days(7);
    expect(await disputeSilence(deps)).toBe(2);
    await who.decideDispute(admin, lost.id, { refundCents: 0 }, clock.now());
    expect(await stateOf(lost.id)).toMatchObject({ returned: 'lapsed', delivery: 'completed' });
    const decision = { refundCents: 12_050, goesBack: true };
    await who.decideDispute(admin, again.id, decision, clock.now());
    expect(await stateOf(again.id)).toMatchObject({ returned: 'accepted', giveBackBy: inDays(14) });
    expect(await disputeSilence(deps)).toBe(0);
  });

  test('a return is refunded once when the seller confirms it, even twice', async () => {
    const { id, buyer, seller } = await sentBack();
    expect(await who.sendBack(buyer, id, clock.now())).toBe(0);
    clock.forward(1);
    expect(await who.sendBack(buyer, id, clock.now(), 'DHL')).toBe(1);
    expect(await mailsOf(id, 'return-sent-back')).toBe(2);
    await who.decideReturn(seller, id, 'given-back', clock.now());
    expect(await stateOf(id)).toMatchObject({ payment: 'refund-due' });
    expect(await outcome(who.sendBack(buyer, id, clock.now()))).toBe('conflict');
    expect(await outcome(who.sendBack(seller, id, clock.now()))).toBe('not-found');
  });

  test('the booking shows carrier and number of a return, and the day from which the shop decides', async () => {
    const { id, seller } = await sentBack();
    const { body } = await ask<Booking>(seller, `/bookings/${id}`);
    expect(body.return?.sentBack).toEqual({
      time: clock.now().toISOString(),
      carrier: 'Royal Mail',
    });
    expect(body.return?.disputedFrom).toBe(inDays(7).toISOString());
  });
});

describe('a return that was not given back in time', () => {
  async function lapsed() {
    const sale = await sold('private', 'received');
    await who.requestReturn(sale.buyer, sale.id, clock.now());
    await who.decideReturn(sale.seller, sale.id, 'accepted', clock.now());
    days(14);
    expect(await lapseReturns(deps)).toBe(1);
    return sale;
  }

  test('an admin can refund a lapsed return while the money is pending, and not afterwards', async () => {
    const [{ id }, late] = [await lapsed(), await lapsed()];
    await who.decideReturn(admin, id, 'given-back', clock.now());
    expect(await stateOf(id)).toMatchObject({ returned: 'given-back', payment: 'refund-due' });
    days(3);
    expect(await completeSales(deps)).toBe(1);
    const attempt = who.decideReturn(admin, late.id, 'given-back', clock.now());
    expect(await detailOf(attempt)).toBe('This sale is complete');
  });

  test('no one else can accept a lapsed return, and no one gets a mail about it', async () => {
    const { id, seller } = await lapsed();
    const before = await mailsOf(id, 'return-accepted');
    for (const by of [admin, seller]) {
      const attempt = who.decideReturn(by, id, 'accepted', clock.now());
      expect(await detailOf(attempt)).toBe('This return is over: the sale stands');
    }
    expect(await mailsOf(id, 'return-accepted')).toBe(before);
    expect(await stateOf(id)).toMatchObject({ returned: 'lapsed' });
  });

  test('a buyer who says that it was sent back reopens a lapsed return', async () => {
    const { id, buyer } = await lapsed();
    await who.sendBack(buyer, id, clock.now());
    days(3);
    expect(await completeSales(deps)).toBe(0);
    expect(await stateOf(id)).toMatchObject({
      returned: 'accepted',
      lapsedAt: null,
      delivery: 'received',
    });
  });

  test('a lapsed return brings its buyer nothing of what a dispute had granted for giving it back', async () => {
    const { id, buyer, seller } = await sold('private', 'received');
    await who.requestReturn(buyer, id, clock.now());
    await who.decideReturn(seller, id, 'contested', clock.now());
    await who.decideDispute(admin, id, { refundCents: 3_000, goesBack: true }, clock.now());
    await who.decideReturn(seller, id, 'accepted', clock.now());
    days(14);
    expect(await lapseReturns(deps)).toBe(1);
    days(3);
    expect(await completeSales(deps)).toBe(1);
    expect(await stateOf(id)).toMatchObject({ payment: 'recorded', refund: null });
  });

  test('a lapsed return is either completed or refunded when clock and admin are equally fast', async () => {
    const { id } = await lapsed();
    days(3);
    const [completed, refunded] = await Promise.all([
      transaction(shop.database, (tx) => completeSale(tx, id, clock.now())),
      outcome(who.decideReturn(admin, id, 'given-back', clock.now())),
    ]);
    expect(refunded).toBe(completed ? 'conflict' : 'done');
  });
});
