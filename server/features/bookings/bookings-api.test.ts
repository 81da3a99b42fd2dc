import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { apiClient } from '../../testing/api-client.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let admin: KnownUser;
let seller: KnownUser;
const clock = manualClock();
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop({ clock });
  people = createPeople(shop.database);
  [admin, seller] = await Promise.all([people.admin(), people.seller()]);
});
afterAll(() => shop.close());

const form = { phone: '555-0199', location: 'Under the clock', price: 120.5 };

async function book(buyer: KnownUser, productId: string, headers: Record<string, string> = {}) {
  const reply = await shop.app.inject({
    method: 'POST',
    url: '/api/bookings',
    headers: { ...(await shop.as(buyer)), ...headers },
    payload: { ...form, productId },
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** A booking with its buyer and product. */
async function booked() {
  const buyer = await people.buyer();
  const productId = await shop.make.product(seller.id);
  const { body } = await book(buyer, productId);
  const id: string = body.insertedId;
  return { buyer, productId, id };
}

const bookings = (as: KnownUser, of: KnownUser, query = '') =>
  call<Booking[]>(as, `/bookings?email=${of.email}${query}`);
const read = (as: KnownUser, id: string) => call<Booking>(as, `/bookings/${id}`);
const remove = (as: KnownUser, id: string) => call(as, `/bookings/${id}`, { method: 'DELETE' });
/** The users who get a mail that the hold has ended. */
const mailReaders = async (id: string) => {
  const rows = await shop.database.sql<{ reader: string }[]>`
    select reader from queued_mails where subject_id = ${id} and kind = 'hold-expired'`;
  return rows.map(({ reader }) => reader);
};
const ids = (reply: { body: Booking[] }) => reply.body.map(({ _id }) => _id);

describe('POST /bookings', () => {
  it('a booking by a client of the specification is accepted, and its names and image are ignored', async () => {
    const buyer = await people.buyer();
    const productId = await shop.make.product(seller.id);
    const ignored = { buyerName: 'Somebody', name: 'Something', image: 'https://x.test/y.png' };
    const made = await call<{ insertedId: string }>(buyer, '/bookings', {
      method: 'POST',
      payload: { ...form, ...ignored, productId, buyerEmail: buyer.email, price: '120.50' },
    });
    expect(made).toMatchObject({ status: 201, body: { acknowledged: true } });
    const { body } = await read(buyer, made.body.insertedId);
    expect(body).toMatchObject({
      buyerName: buyer.name,
      name: 'Student trumpet',
      price: 120.5,
      paid: false,
      image: expect.stringMatching(/^https:\/\/shop\.test\/pictures\//),
    });
  });

  it('a second buyer is refused with acknowledged false and the text of the specification', async () => {
    const { productId } = await booked();
    expect(await book(await people.buyer(), productId)).toMatchObject({
      status: 409,
      body: { acknowledged: false, detail: 'Sorry The item you have already Booked' },
    });
  });

  it('a phone number or location of two lines is refused, with the field', async () => {
    const buyer = await people.buyer();
    const productId = await shop.make.product(seller.id);
    for (const field of ['phone', 'location']) {
      const payload = { ...form, productId, price: 120.5, [field]: 'one\ntwo' };
      const reply = await call(buyer, '/bookings', { method: 'POST', payload });
      expect(reply).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    }
  });

  it('the same Idempotency-Key gets the same response, and an invalid key is refused', async () => {
    const buyer = await people.buyer();
    const productId = await shop.make.product(seller.id);
    const key = { 'idempotency-key': 'f3c1' };
    const first = await book(buyer, productId, key);
    expect(first.status).toBe(201);
    expect(await book(buyer, productId, key)).toEqual(first);
    const other = await shop.make.product(seller.id);
    expect(await book(buyer, other, key)).toMatchObject({
      status: 422,
      body: { acknowledged: false },
    });
    expect((await book(buyer, other, { 'idempotency-key': 'a b' })).status).toBe(400);
    expect((await book(buyer, other, { 'idempotency-key': 'a'.repeat(256) })).status).toBe(400);
  });
});

describe('GET /bookings', () => {
  it('a booking is listed for its buyer and its seller, newest first, by pages', async () => {
    const [lister, buyer] = [await people.seller(), await people.buyer()];
    const made: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { body } = await book(buyer, await shop.make.product(lister.id));
      made.unshift(body.insertedId);
      clock.forward(1);
    }
    expect(ids(await bookings(buyer, buyer))).toEqual(made);
    expect(ids(await bookings(lister, lister))).toEqual([]);
    expect(ids(await bookings(buyer, buyer, '&as=seller'))).toEqual([]);
    const first = await bookings(lister, lister, '&as=seller&limit=2');
    expect(ids(first)).toEqual(made.slice(0, 2));
    expect(first.body[0]).toMatchObject({
      buyerName: buyer.name,
      phone: form.phone,
      location: form.location,
      paid: false,
    });
    const next = /<\/api(.*)>/.exec(String(first.headers.link))?.[1] ?? '';
    expect(ids(await call<Booking[]>(lister, next))).toEqual(made.slice(2));
    expect(ids(await bookings(admin, lister, '&as=seller'))).toEqual(made);
  });

  it('the list has paid bookings, but no released bookings and expired holds', async () => {
    const buyer = await people.buyer();
    const [deleted, over, paid] = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const { body } = await book(buyer, await shop.make.product(seller.id));
        return String(body.insertedId);
      }),
    );
    await remove(buyer, deleted ?? '');
    await people.pay(paid ?? '', clock.now());
    expect(ids(await bookings(buyer, buyer)).sort()).toEqual([over, paid].sort());
    clock.forward(48 * 60);
    expect(ids(await bookings(buyer, buyer))).toEqual([paid]);
  });

  it('only the user and admins can list bookings, even if the user does not exist', async () => {
    const buyer = await people.buyer();
    const unknown = { ...buyer, email: 'nobody@reprise.test' };
    for (const as of ['buyer', 'seller']) {
      expect((await bookings(buyer, seller, `&as=${as}`)).status).toBe(403);
      expect((await bookings(buyer, unknown, `&as=${as}`)).status).toBe(403);
      expect((await bookings(admin, unknown, `&as=${as}`)).body).toEqual([]);
    }
    expect((await bookings(buyer, { ...buyer, email: buyer.email.toUpperCase() })).status).toBe(
      200,
    );
  });
});

describe('GET /bookings/{id}', () => {
  it('a booking contains the end of its hold and, once paid, the payment', async () => {
    const { id, buyer } = await booked();
    const held = await read(buyer, id);
    expect(held.body.expiresAt).toBe(
      new Date(clock.now().getTime() + 48 * 3_600_000).toISOString(),
    );
    const paidAt = clock.now();
    await people.pay(id, paidAt);
    const { body } = await read(buyer, id);
    expect(body).toMatchObject({
      state: 'paid',
      paid: true,
      transactionId: `tx_${id}`,
      paidAt: paidAt.toISOString(),
    });
    expect(body).not.toHaveProperty('expiresAt');
  });

  it("the buyer of a hold sees the seller's number after ten minutes, seller and admin always", async () => {
    const { id, buyer } = await booked();
    const number = async (as: KnownUser) => (await read(as, id)).body.number;
    expect(await number(buyer)).toBeUndefined();
    expect(await number(seller)).toBe('555-0101');
    clock.forward(10);
    expect(await number(buyer)).toBe('555-0101');
    clock.forward(48 * 60);
    expect(await number(buyer)).toBeUndefined();
    expect(await number(seller)).toBe('555-0101');
    expect(await number(admin)).toBe('555-0101');
  });

  it("the buyer sees the seller's number as soon as the booking is paid", async () => {
    const { id, buyer } = await booked();
    await people.pay(id, clock.now());
    expect((await read(buyer, id)).body.number).toBe('555-0101');
  });

  it("the seller sees the buyer's contact until the hold ends, and for a cancelled sale until it can no longer be disputed", async () => {
    const contact = async (as: KnownUser, id: string) => {
      const { phone, location, buyerEmail } = (await read(as, id)).body;
      return [phone, location, buyerEmail];
    };
    const nothing = ['', '', ''];
    const held = await booked();
    const given = [form.phone, form.location, held.buyer.email];
    expect(await contact(seller, held.id)).toEqual(given);
    await remove(held.buyer, held.id);
    expect(await contact(seller, held.id)).toEqual(nothing);
    expect(await contact(held.buyer, held.id)).toEqual(given);
    expect(await contact(admin, held.id)).toEqual(given);
    const expired = await booked();
    clock.forward(48 * 60);
    expect(await contact(seller, expired.id)).toEqual(nothing);
    const cancelled = await booked();
    await people.pay(cancelled.id, clock.now());
    const payload = { reason: 'It fell' };
    await call(seller, `/bookings/${cancelled.id}/cancel`, { method: 'POST', payload });
    clock.forward(179 * 24 * 60);
    expect(await contact(seller, cancelled.id)).not.toEqual(nothing);
    clock.forward(24 * 60);
    expect(await contact(seller, cancelled.id)).toEqual(nothing);
  });

  it('an expired hold is shown as released, before and after the job has run', async () => {
    const { id, buyer } = await booked();
    clock.forward(48 * 60);
    const before = (await read(buyer, id)).body;
    expect(before).toMatchObject({ state: 'released', releaseReason: 'expired', paid: false });
    await shop.database.sql`
      update bookings set state = 'released', released_at = now(), release_reason = 'expired'
      where id = ${id}`;
    expect((await read(buyer, id)).body).toEqual(before);
  });

  it('a booking is not found by anyone else', async () => {
    const { id } = await booked();
    expect((await read(await people.buyer(), id)).status).toBe(404);
    expect((await read(await people.seller(), id)).status).toBe(404);
  });
});

describe('DELETE /bookings/{id}', () => {
  it('a hold is released once, and its booking can still be read', async () => {
    const { id, buyer, productId } = await booked();
    expect(await remove(buyer, id)).toMatchObject({
      status: 200,
      body: { acknowledged: true, deletedCount: 1 },
    });
    expect(await remove(buyer, id)).toMatchObject({ status: 404, body: { deletedCount: 0 } });
    const { body } = await read(buyer, id);
    expect(body).toMatchObject({ state: 'released', releaseReason: 'cancelled' });
    expect((await book(await people.buyer(), productId)).status).toBe(201);
  });

  it('a paid booking or an expired hold cannot be deleted', async () => {
    const [paid, over] = [await booked(), await booked()];
    await people.pay(paid.id, clock.now());
    const refused = await remove(paid.buyer, paid.id);
    expect(refused).toMatchObject({ status: 409, body: { deletedCount: 0 } });
    clock.forward(48 * 60);
    expect((await remove(over.buyer, over.id)).status).toBe(404);
  });

  it('the buyer and admins can delete a booking; an admin’s deletion is audited and mailed to the buyer', async () => {
    const { id, buyer, productId } = await booked();
    expect((await remove(seller, id)).status).toBe(404);
    expect((await remove(await people.buyer(), id)).status).toBe(404);
    expect((await remove(admin, id)).status).toBe(200);
    const audited = await shop.database.sql`
      select action, actor_id, detail -> 'product' ->> 'id' as product
      from audit_entries where subject_id = ${buyer.id}`;
    expect([...audited]).toEqual([
      { action: 'booking-deleted', actor_id: admin.id, product: productId },
    ]);
    expect(await mailReaders(id)).toEqual(['buyer']);
    const own = await booked();
    await remove(own.buyer, own.id);
    expect(await mailReaders(own.id)).toEqual([]);
  });
});
