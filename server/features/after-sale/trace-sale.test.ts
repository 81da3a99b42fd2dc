import { afterAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { transaction } from '../../database/transaction.ts';
import { apiClient } from '../../testing/api-client.ts';
import { moderationEffects } from '../../testing/moderation-effects.ts';
import { createPeople } from '../../testing/people.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { endSale } from '../bookings/end-sale.ts';
import { lockSale } from '../bookings/lock-sale.ts';
import { eraseOldSerials } from '../products/serial-numbers.ts';
import type { KnownUser } from '../users/find-user.ts';

const shop: TestShop = await createTestShop();
await shop.catalogue.start();
afterAll(async () => {
  await shop.catalogue.stop();
  await shop.close();
});
const { sql } = shop.database;
const people = createPeople(shop.database);
const effects = moderationEffects(() => shop);
const call = apiClient(() => shop);
const { list, change, read: readListing } = selling(() => shop);
const [seller, buyer, admin] = [await people.seller(), await people.seller(), await people.admin()];
/** The last minutes of May in UTC. */
const soldAt = new Date('2026-05-31T23:50:00Z');

let count = 0;
/** A number that no other test uses. */
const unused = () => {
  count += 1;
  return `TR-${count} 00 7${count}`;
};
const withNumber = async (by: KnownUser, number: string, given: object = {}) => {
  const serial = { state: 'number', number };
  return (await list(by, { brand: 'Fender', serial, ...given })).body.insertedId;
};
/** Sells what has this number; the sale is complete three days later. */
async function sold({ by = seller, to = buyer, number = unused(), at = soldAt } = {}) {
  const productId = await withNumber(by, number);
  const bookingId = await people.book(to, productId, at);
  await people.pay(bookingId, at);
  await people.complete(by, bookingId, at);
  return { number, productId, bookingId };
}
const answer = (user: KnownUser, id: string, agrees = true) =>
  call<{ modifiedCount: number; detail: string }>(user, `/bookings/${id}/traced`, {
    method: 'PUT',
    payload: { agrees },
  });
const bothAgree = (id: string, by = seller, to = buyer) =>
  Promise.all([answer(by, id), answer(to, id)]);
/** What guests and signed-in users read on the page of a listing. Each reply is cached until something changes. */
async function monthOn(id: string): Promise<string | undefined> {
  await shop.catalogue.catchUp();
  const [guest, user] = [await readListing(id), await readListing(id, admin)];
  expect(user.soldHereBefore).toBe(guest.soldHereBefore);
  return guest.soldHereBefore;
}
/** A completed sale that both agree to, and the buyer's listing of the same instrument. */
async function listedAgain() {
  const sale = await sold();
  await bothAgree(sale.bookingId);
  const id = await withNumber(buyer, sale.number.toLowerCase());
  expect(await monthOn(id)).toBe('2026-05');
  return { ...sale, id };
}

describe('the answers of the two sides', () => {
  it('a later listing shows the month only while both sides agree', async () => {
    const { bookingId, number } = await sold();
    const id = await withNumber(buyer, number);
    expect(await monthOn(id)).toBeUndefined();
    for (const [user, agrees, month] of [
      [buyer, true, undefined],
      [seller, true, '2026-05'],
      [buyer, false, undefined],
      [buyer, true, '2026-05'],
      [seller, false, undefined],
    ] as const) {
      expect((await answer(user, bookingId, agrees)).body.modifiedCount).toBe(1);
      expect(await monthOn(id)).toBe(month);
      expect((await answer(user, bookingId, agrees)).body.modifiedCount).toBe(0);
    }
  });

  it('each side reads its own answer alone, and admins read none', async () => {
    const { bookingId } = await sold();
    await answer(seller, bookingId);
    const readBy = async (user: KnownUser) =>
      (await call<Booking>(user, `/bookings/${bookingId}`)).body.traced;
    expect([await readBy(seller), await readBy(buyer), await readBy(admin)]).toEqual([
      true,
      false,
      undefined,
    ]);
    const { body } = await call<Booking[]>(seller, `/bookings?email=${seller.email}&as=seller`);
    expect(body.find(({ _id }) => _id === bookingId)?.traced).toBe(true);
  });

  it('nobody else can answer, and an unpaid booking has nothing to agree to', async () => {
    const { bookingId } = await sold();
    for (const user of [admin, await people.buyer()]) {
      expect((await answer(user, bookingId)).status).toBe(404);
    }
    const unpaid = await people.book(buyer, await withNumber(seller, unused()));
    expect((await answer(buyer, unpaid)).status).toBe(409);
    expect((await call<Booking>(buyer, `/bookings/${unpaid}`)).body).not.toHaveProperty('traced');
  });

  it('a sale of what has no number, or no maker, cannot be traced', async () => {
    for (const given of [{ serial: { state: 'none' } }, { brand: '' }]) {
      const productId = await withNumber(seller, unused(), given);
      const bookingId = await people.book(buyer, productId);
      await people.pay(bookingId);
      expect((await answer(buyer, bookingId)).status).toBe(409);
      const { body } = await call<Booking>(buyer, `/bookings/${bookingId}`);
      expect(body).not.toHaveProperty('traced');
    }
  });

  it('a sale that was undone cannot be agreed to, and an earlier answer can be taken back', async () => {
    const productId = await withNumber(seller, unused());
    const bookingId = await people.book(buyer, productId);
    await people.pay(bookingId);
    await answer(buyer, bookingId);
    await undo(bookingId);
    const refused = await answer(seller, bookingId);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The sale was undone, or the listing has no serial number that can be compared',
    ]);
    expect((await answer(buyer, bookingId, false)).body.modifiedCount).toBe(1);
    expect((await call<Booking>(buyer, `/bookings/${bookingId}`)).body).not.toHaveProperty(
      'traced',
    );
  });

  it('two equal answers at the same time change something once, and the two sides do not lose each other’s', async () => {
    const { bookingId, number } = await sold();
    const id = await withNumber(buyer, number);
    const replies = await Promise.all([
      ...[1, 2, 3].map(() => answer(buyer, bookingId)),
      ...[1, 2, 3].map(() => answer(seller, bookingId)),
    ]);
    expect(replies.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 0, 0, 0, 1, 1]);
    expect(await monthOn(id)).toBe('2026-05');
  });
});

describe('a listing of what was sold here before', () => {
  it('only a listing by who bought it shows the month', async () => {
    const { number, id } = await listedAgain();
    for (const other of [seller, await people.seller()]) {
      expect(await monthOn(await withNumber(other, number))).toBeUndefined();
    }
    expect(await monthOn(await withNumber(buyer, unused()))).toBeUndefined();
    expect(await monthOn(await withNumber(buyer, number, { brand: 'Gibson' }))).toBeUndefined();
    expect(await monthOn(id)).toBe('2026-05');
  });

  it('a listing shows the month only with the number, and the completed sale itself never does', async () => {
    const { productId, number, id } = await listedAgain();
    expect(await monthOn(productId)).toBeUndefined();
    await change(buyer, id, { serial: { state: 'number', number: unused() } });
    expect(await monthOn(id)).toBeUndefined();
    await change(buyer, id, { serial: { state: 'number', number } });
    expect(await monthOn(id)).toBe('2026-05');
    await change(buyer, id, { brand: 'Gibson' });
    expect(await monthOn(id)).toBeUndefined();
  });

  it('the month appears when the sale is completed, and not in the time for a return', async () => {
    const number = unused();
    const productId = await withNumber(seller, number);
    const bookingId = await people.book(buyer, productId, soldAt);
    await people.pay(bookingId, soldAt);
    await bothAgree(bookingId);
    const id = await withNumber(buyer, number);
    await people.receive(bookingId);
    expect(await monthOn(id)).toBeUndefined();
    await call(buyer, `/bookings/${bookingId}/approval`, { method: 'POST', payload: {} });
    expect(await monthOn(id)).toBe('2026-05');
  });

  it('the month disappears with a sale that is undone later, as by a chargeback', async () => {
    const { bookingId, id } = await listedAgain();
    await undo(bookingId);
    expect(await monthOn(id)).toBeUndefined();
  });

  it.each([
    [0, '2026-05', 200],
    [2_000, undefined, 409],
  ])(
    'a sale with a decision that gave %i cents back shows %s',
    async (refundCents, month, status) => {
      const number = unused();
      const bookingId = await people.book(buyer, await withNumber(seller, number), soldAt);
      await people.pay(bookingId, soldAt);
      await bothAgree(bookingId);
      const id = await withNumber(buyer, number);
      const sent = { carrier: 'Royal Mail' };
      await call(seller, `/bookings/${bookingId}/sent`, { method: 'POST', payload: sent });
      await people.openDispute(buyer, bookingId);
      expect(await monthOn(id)).toBeUndefined();
      await people.decideDispute(admin, bookingId, { refundCents });
      expect((await call<Booking>(buyer, `/bookings/${bookingId}`)).body.fulfilment?.state).toBe(
        'completed',
      );
      expect(await monthOn(id)).toBe(month);
      expect((await answer(buyer, bookingId)).status).toBe(status);
    },
  );

  it('the month disappears when the seller of the listing has sold the instrument on, also from a second listing', async () => {
    const { number, id } = await listedAgain();
    const second = await withNumber(buyer, number);
    const next = await people.seller();
    const bookingId = await people.book(next, id);
    await people.pay(bookingId);
    for (const listing of [id, second]) expect(await monthOn(listing)).toBeUndefined();
    // The next owner shows their own purchase, once it is complete and both agree.
    await people.complete(buyer, bookingId);
    await bothAgree(bookingId, buyer, next);
    const month = new Date().toISOString().slice(0, 7);
    expect(await monthOn(await withNumber(next, number))).toBe(month);
    expect(await monthOn(second)).toBeUndefined();
  });

  it('a seller who buys the instrument back shows the newer sale', async () => {
    const { number, bookingId, id } = await listedAgain();
    const back = await people.book(seller, id);
    await people.pay(back);
    await people.complete(buyer, back);
    await bothAgree(back, buyer, seller);
    const again = await withNumber(seller, number);
    expect(await monthOn(again)).toBe(new Date().toISOString().slice(0, 7));
    await answer(seller, back, false);
    expect(await monthOn(again)).toBeUndefined();
    expect((await answer(seller, bookingId, false)).body.modifiedCount).toBe(1);
  });

  it('the month disappears while the listing of the earlier sale is hidden', async () => {
    const { productId, id } = await listedAgain();
    await effects.hide(productId);
    expect(await monthOn(id)).toBeUndefined();
    await effects.reverse({ kind: 'product', id: productId }, 'hidden');
    expect(await monthOn(id)).toBe('2026-05');
  });

  it('the month disappears with the numbers, two years after the sale', async () => {
    const { bookingId, id } = await listedAgain();
    await eraseOldSerials(shop.database, new Date('2028-06-01T00:00:00Z'));
    expect(await monthOn(id)).toBeUndefined();
    expect((await answer(seller, bookingId)).status).toBe(409);
    expect((await call<Booking>(seller, `/bookings/${bookingId}`)).body).not.toHaveProperty(
      'traced',
    );
  });

  it('the month is not shown while the former seller is suspended', async () => {
    const former = await people.seller();
    const { bookingId, number } = await sold({ by: former });
    await bothAgree(bookingId, former);
    const id = await withNumber(buyer, number);
    expect(await monthOn(id)).toBe('2026-05');
    await effects.suspend(former.id);
    expect(await monthOn(id)).toBeUndefined();
    // Taking it back is open to everyone.
    expect((await answer(former, bookingId, false)).status).toBe(200);
    await answer(former, bookingId);
    await effects.reverse({ kind: 'user', id: former.id }, 'suspended');
    expect(await monthOn(id)).toBe('2026-05');
  });

  it.each(['buyer', 'seller'] as const)(
    'the answer of a %s who leaves is deleted, and that of the other stays without effect',
    async (side) => {
      const [former, owner] = [await people.seller(), await people.seller()];
      const { bookingId, number } = await sold({ by: former, to: owner });
      await bothAgree(bookingId, former, owner);
      const id = await withNumber(owner, number);
      expect(await monthOn(id)).toBe('2026-05');
      const [leaver, other] = side === 'buyer' ? [owner, former] : [former, owner];
      await people.remove(admin, leaver);
      const [row] = await sql`
        select traced_by_buyer_at is null as buyer, traced_by_seller_at is null as seller
        from fulfilments where booking_id = ${bookingId}`;
      expect(row).toEqual({ buyer: side === 'buyer', seller: side === 'seller' });
      if (side === 'seller') expect(await monthOn(id)).toBeUndefined();
      expect((await answer(other, bookingId)).status).toBe(409);
      expect((await answer(other, bookingId, false)).body.modifiedCount).toBe(1);
    },
  );

  it('a seller who leaves while both agree ends without an answer', async () => {
    const former = await people.seller();
    const { bookingId, number } = await sold({ by: former });
    const id = await withNumber(buyer, number);
    await Promise.all([
      people.remove(admin, former),
      answer(former, bookingId),
      answer(buyer, bookingId),
    ]);
    const [row] = await sql<{ isGone: boolean }[]>`
      select traced_by_seller_at is null as "isGone" from fulfilments where booking_id = ${bookingId}`;
    expect(row?.isGone).toBe(true);
    expect(await monthOn(id)).toBeUndefined();
  });
});

/** The money went back without a decision of the shop. */
async function undo(bookingId: string): Promise<void> {
  await transaction(shop.database, async (tx) => {
    const sale = await lockSale(tx, { bookingId, withSeller: true });
    await endSale(tx, { sale, cancelReason: 'The payment was taken back' }, new Date());
  });
}
