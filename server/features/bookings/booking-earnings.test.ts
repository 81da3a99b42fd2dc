import { afterAll, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import type { Payout } from '#contract/payouts/payouts.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople, daysAgo } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const call = apiClient(() => shop);

const earningsOf = async (who: KnownUser, bookingId: string) =>
  (await call<Booking>(who, `/bookings/${bookingId}`)).body.earnings;

it('a sale says to its seller and to admins, not to its buyer, what it brings and whether that is paid out', async () => {
  const [admin, seller] = [await people.admin(), await people.seller()];
  const details = { email: seller.email, holder: 'Ada Fife', number: 'DE89370400440532013000' };
  await call(seller, '/payout-account', { method: 'PUT', payload: details });
  const { buyer, bookingId } = await people.sell(seller, daysAgo(6));
  const expectPayout = async (payout: string, id = bookingId) => {
    for (const who of [seller, admin]) {
      expect(await earningsOf(who, id)).toMatchObject({ amount: 120.5, payout });
    }
    expect(await earningsOf(buyer, id)).toBeUndefined();
    const listed = await call<Booking[]>(buyer, `/bookings?email=${buyer.email}&order=needs-you`);
    expect(listed.body[0]).not.toHaveProperty('earnings');
  };
  const startPayout = async () => {
    const payload = { email: seller.email };
    const { body, status } = await call<{ insertedId: string }>(admin, '/payouts', {
      method: 'POST',
      payload,
    });
    expect(status).toBe(201);
    return body.insertedId;
  };
  const endPayout = (id: string, payload: object) =>
    call<Payout>(admin, `/payouts/${id}`, { method: 'PUT', payload });

  await expectPayout('pending');
  await people.complete(seller, bookingId, daysAgo(5));
  await expectPayout('due');
  const failing = await startPayout();
  await expectPayout('on-its-way');
  await endPayout(failing, { state: 'failed', reason: 'The bank has no such account' });
  await expectPayout('due');
  const arriving = await startPayout();
  await expectPayout('on-its-way');
  await endPayout(arriving, { state: 'paid', reference: 'REPRISE 1' });
  await expectPayout('paid-out');
  expect((await earningsOf(seller, bookingId))?.paidOutAt).toMatch(/^20/);

  const later = await people.sell(seller, daysAgo(4), buyer);
  await people.complete(seller, later.bookingId, daysAgo(3));
  await expectPayout('due', later.bookingId);
  await expectPayout('paid-out');
});

it('a sale brings its seller the price less what goes back to the buyer', async () => {
  const [admin, seller] = [await people.admin(), await people.seller()];
  const { buyer, bookingId } = await people.sell(seller);
  await people.requestReturn(buyer, bookingId);
  await people.decideReturn(seller, bookingId, 'contested');
  await people.decideDispute(admin, bookingId, { refundCents: 2_050 });
  expect((await call<Booking>(buyer, `/bookings/${bookingId}`)).body.refund).toEqual({
    amount: 20.5,
    state: 'due',
  });
  expect(await earningsOf(seller, bookingId)).toEqual({
    amount: 100,
    commission: 0,
    payout: 'due',
  });
});

it('a list with paid=true has the paid sales of a seller, and no holds', async () => {
  const seller = await people.seller();
  const sold = await people.sell(seller);
  const product = await people.make.product(seller.id);
  const held = await people.book(await people.buyer(), product);
  const idsOf = async (query: string) => {
    const path = `/bookings?email=${seller.email}&as=seller${query}`;
    return (await call<Booking[]>(seller, path)).body.map(({ _id }) => _id);
  };
  expect(await idsOf('')).toEqual([held, sold.bookingId]);
  expect(await idsOf('&paid=true')).toEqual([sold.bookingId]);
  expect(await idsOf('&paid=true&order=needs-you')).toEqual([sold.bookingId]);
});
