import { afterAll, describe, expect, it } from 'vitest';
import type { Tasks } from '#contract/overview/tasks.ts';
import { transaction } from '../database/transaction.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { apiClient } from '../testing/api-client.ts';
import { createPeople, daysAgo } from '../testing/people.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';

const ask = apiClient(() => shop);
const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);

const tasksOf = async (user: KnownUser) => (await ask<Tasks>(user, '/tasks')).body;
const kindsOf = async (user: KnownUser) => (await tasksOf(user)).bookings.map(({ kind }) => kind);
const countsOf = async (user: KnownUser) =>
  Object.fromEntries((await tasksOf(user)).others.map(({ kind, count }) => [kind, count]));
const privateSeller = async () => {
  const seller = await people.seller();
  await people.stateTrader(seller, { status: 'private' });
  return seller;
};

describe('the tasks of a user', () => {
  it('a new user has no tasks', async () => {
    for (const user of [await people.buyer(), await privateSeller()]) {
      expect(await tasksOf(user)).toEqual({ bookings: [], others: [], more: 0 });
    }
  });

  it('the buyer of a hold has to pay, and its seller to call the buyer, until the hold ends', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    const bookedAt = daysAgo(1);
    const bookingId = await people.book(buyer, await shop.make.product(seller.id), bookedAt);
    await people.book(buyer, await shop.make.product(seller.id), daysAgo(3));
    const until = new Date(bookedAt.getTime() + 48 * 3_600_000).toISOString();
    const same = { bookingId, name: 'Student trumpet', until };
    expect((await tasksOf(buyer)).bookings).toMatchObject([
      { ...same, kind: 'pay', person: seller.name },
    ]);
    expect((await tasksOf(buyer)).bookings[0]).not.toHaveProperty('phone');
    expect((await tasksOf(seller)).bookings).toMatchObject([
      { ...same, kind: 'call-buyer', person: buyer.name, phone: '555-0199' },
    ]);
  });

  it('the seller has to hand over what was paid, and the buyer can cancel or wait only when that is late', async () => {
    const seller = await people.seller();
    const { buyer } = await people.sell(seller);
    expect(await kindsOf(seller)).toEqual(['hand-over']);
    expect(await kindsOf(buyer)).toEqual([]);
    const late = await people.sell(seller, daysAgo(15));
    expect(await kindsOf(late.buyer)).toEqual(['cancel-or-wait']);
  });

  it('the buyer of a sent instrument has to confirm the receipt, and its seller has no task', async () => {
    const seller = await people.seller();
    const { buyer, bookingId } = await people.sell(seller);
    const sent = await ask(seller, `/bookings/${bookingId}/sent`, {
      method: 'POST',
      payload: { carrier: 'UPS' },
    });
    expect(sent.status).toBe(200);
    expect(await kindsOf(buyer)).toEqual(['confirm-receipt']);
    expect(await kindsOf(seller)).toEqual([]);
  });

  it('a seller has to answer a return, and the buyer to give it back once it is accepted', async () => {
    const seller = await people.seller();
    const { buyer, bookingId } = await people.sell(seller);
    await people.requestReturn(buyer, bookingId);
    expect(await kindsOf(seller)).toEqual(['answer-return']);
    expect(await kindsOf(buyer)).toEqual([]);
    await people.decideReturn(seller, bookingId, 'accepted');
    expect(await kindsOf(seller)).toEqual([]);
    expect(await kindsOf(buyer)).toEqual(['give-back']);
  });

  it('a sale with an open dispute is a task for an admin only', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    const before = (await countsOf(admin))['decide-disputes'] ?? 0;
    const { buyer, bookingId } = await people.sell(seller);
    await people.requestReturn(buyer, bookingId);
    await people.decideReturn(seller, bookingId, 'contested');
    expect(await kindsOf(seller)).toEqual([]);
    expect(await kindsOf(buyer)).toEqual([]);
    expect((await countsOf(admin))['decide-disputes']).toBe(before + 1);
    await people.decideDispute(admin, bookingId, {});
    expect((await countsOf(admin))['decide-disputes'] ?? 0).toBe(before);
  });

  it('the eight tasks that end soonest come first, with the number of the others', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    const ids: string[] = [];
    for (let hours = 10; hours > 0; hours -= 1) {
      const at = new Date(Date.now() - hours * 3_600_000);
      ids.push(await people.book(buyer, await shop.make.product(seller.id), at));
    }
    const { bookings, more } = await tasksOf(seller);
    expect(bookings.map(({ bookingId }) => bookingId)).toEqual(ids.slice(0, 8));
    expect(more).toBe(2);
  });
});

describe('the tasks of sellers and admins', () => {
  it('a seller has to say whether they are a trader, until they have', async () => {
    const seller = await people.seller();
    expect(await countsOf(seller)).toEqual({ 'say-trader': 1 });
    await people.stateTrader(seller);
    expect(await countsOf(seller)).toEqual({});
  });

  it('a seller has to choose categories, and to say where to be paid once something was sold', async () => {
    const seller = await privateSeller();
    await shop.make.product(seller.id, { category: undefined });
    const removed = await shop.make.product(seller.id, { category: undefined });
    await ask(seller, `/products/${removed}`, { method: 'DELETE' });
    expect(await countsOf(seller)).toEqual({ 'choose-categories': 1 });
    await people.sell(seller);
    expect(await countsOf(seller)).toEqual({ 'choose-categories': 1, 'add-payout-account': 1 });
    await transaction(shop.database, async (tx) => {
      tx.write`
        insert into payout_accounts (user_id, provider, provider_account_id, state, changed_at)
        values (${seller.id}, 'manual', null, 'ready', now())`;
    });
    expect(await countsOf(seller)).toEqual({ 'choose-categories': 1 });
  });

  it('only admins have to verify sellers and look at failed refunds', async () => {
    const [admin, seller] = [await people.admin(), await people.seller()];
    const { bookingId } = await people.sell(seller);
    const before = await countsOf(admin);
    expect(before['verify-sellers']).toBeGreaterThan(0);
    await people.verify(admin, seller);
    await transaction(shop.database, async (tx) => {
      tx.write`
        update payments set state = 'refund-due', refund_reason = 'x', refund_attempts = 6,
          refund_tried_at = now() where booking_id = ${bookingId}`;
    });
    expect(await countsOf(admin)).toEqual({
      ...before,
      'verify-sellers': Number(before['verify-sellers']) - 1,
      'look-at-refunds': (before['look-at-refunds'] ?? 0) + 1,
    });
    expect(await countsOf(seller)).not.toHaveProperty('verify-sellers');
    expect(await countsOf(seller)).not.toHaveProperty('look-at-refunds');
  });
});
