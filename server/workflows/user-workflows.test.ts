import { afterAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import type { AuditEntry } from '#contract/users/audit.ts';
import type { UserExport } from '#contract/users/user-export.ts';
import type { User } from '#contract/users/users.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { apiClient } from '../testing/api-client.ts';
import { createPeople, daysAgo } from '../testing/people.ts';
import { post, testPassword } from '../testing/sign-up.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';

const ask = apiClient(() => shop);

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const admin = await people.admin();

const removeForReason = (id: string, reason = 'They asked us to') =>
  ask(admin, `/users/${id}/removal`, { method: 'POST', payload: { reason } });

describe('verifying a seller', () => {
  it('a verified seller is shown on their products immediately, also to guests with a cached response', async () => {
    const seller = await people.seller();
    const productId = await shop.make.product(seller.id, { status: 'advertise' });
    const page = async () => (await shop.app.inject(`/api/products/${productId}`)).json();
    await shop.catalogue.start();
    expect((await page()).userRole).toBeUndefined();
    const done = await ask(admin, `/users/${seller.id}`, {
      method: 'PUT',
      payload: { email: seller.email },
    });
    expect(done).toMatchObject({ status: 200, body: { acknowledged: true, modifiedCount: 1 } });
    expect((await page()).userRole).toBe('verified');
    const again = await ask(admin, `/users/${seller.id}`, { method: 'PUT', payload: {} });
    expect(again.body).toEqual({ acknowledged: true, modifiedCount: 0 });
  });

  it('a refused verification returns modifiedCount 0', async () => {
    const buyer = await people.buyer();
    const refused = await ask(admin, `/users/${buyer.id}`, { method: 'PUT', payload: {} });
    expect(refused).toMatchObject({ status: 409, body: { modifiedCount: 0 } });
  });
});

describe('the time zone of mails', () => {
  it('a time zone that the server does not know changes nothing and is no fault', async () => {
    const buyer = await people.buyer();
    const change = async (payload: object) => {
      const reply = await ask<User>(buyer, `/users/${buyer.id}`, { method: 'PATCH', payload });
      return [reply.status, reply.body.timeZone];
    };
    expect(await change({ timeZone: 'Mars/Olympus' })).toEqual([200, undefined]);
    expect(await change({ timeZone: 'Asia/Tokyo' })).toEqual([200, 'Asia/Tokyo']);
    expect(await change({ timeZone: 'Mars/Olympus' })).toEqual([200, 'Asia/Tokyo']);
    expect((await change({}))[0]).toBe(400);
  });
});

describe('removing a user', () => {
  it('the access token of a removed user is invalid within two seconds', async () => {
    const buyer = await people.buyer();
    const status = async () => (await ask(buyer, '/summary')).status;
    expect(await status()).toBe(200);
    const done = await ask(admin, `/users/${buyer.id}`, { method: 'DELETE' });
    expect(done.body).toEqual({ acknowledged: true, deletedCount: 1 });
    await expect.poll(status, { timeout: 2_000 }).toBe(401);
    const again = await ask(admin, `/users/${buyer.id}`, { method: 'DELETE' });
    expect(again).toMatchObject({ status: 404, body: { deletedCount: 0 } });
  });

  it('an admin removes a user with an open sale and gets deletedCount 1', async () => {
    const seller = await people.seller();
    const { buyer } = await people.sell(seller);
    const other = await people.seller();
    await people.sell(other);
    const deleted = await ask(admin, `/users/${other.id}`, { method: 'DELETE' });
    expect(deleted.body).toEqual({ acknowledged: true, deletedCount: 1 });
    for (const { id } of [seller, buyer]) {
      const noReason = await removeForReason(id, ' ');
      const errors = [{ field: 'reason', message: 'Give a reason' }];
      expect(noReason).toMatchObject({ status: 400, body: { errors } });
      const done = await removeForReason(id, 'A court ordered it');
      expect(done).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } });
    }
    const { body } = await ask<AuditEntry[]>(admin, '/audit?limit=2');
    const entry = {
      action: 'user-removed',
      actor: { _id: admin.id },
      reason: 'A court ordered it',
    };
    expect(body).toMatchObject([entry, entry]);
  });

  it('an admin who signed in long ago proves who they are before removing a user with open sales', async () => {
    const seller = await people.seller();
    await people.sell(seller);
    const removeAs = async (signedInAt: Date) => {
      const token = await shop.callers.issueToken(admin, { signedInAt });
      const reply = await shop.app.inject({
        method: 'POST',
        url: `/api/users/${seller.id}/removal`,
        headers: { authorization: `Bearer ${token}` },
        payload: { reason: 'They sell what is not theirs' },
      });
      return reply.json();
    };
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    expect(await removeAs(minutesAgo(11))).toMatchObject({
      code: 'recent-sign-in-required',
      deletedCount: 0,
    });
    expect(await removeAs(minutesAgo(9))).toMatchObject({ deletedCount: 1 });
  });

  it('a removed user is shown in the bookings that stay', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    const { bookingId } = await people.sell(seller, new Date(), buyer);
    const read = async () => (await ask<Booking>(admin, `/bookings/${bookingId}`)).body;
    const marks = { buyerRemoved: true, sellerRemoved: true };
    expect(Object.keys(await read())).not.toEqual(expect.arrayContaining(Object.keys(marks)));
    await removeForReason(seller.id);
    const [booking] = (await ask<Booking[]>(buyer, `/bookings?email=${buyer.email}`)).body;
    expect(booking).toMatchObject({ _id: bookingId, sellerRemoved: true });
    await removeForReason(buyer.id);
    expect(await read()).toMatchObject(marks);
  });

  it('a user with an open sale cannot remove themselves and is told why', async () => {
    const seller = await people.seller();
    const { buyer } = await people.sell(seller);
    for (const [user, reason] of [
      [seller, 'the sale is not complete'],
      [buyer, 'to receive what you have paid for'],
    ] as const) {
      const refused = await ask(user, `/users/${user.id}`, { method: 'DELETE' });
      expect(refused).toMatchObject({
        status: 409,
        body: { deletedCount: 0, detail: expect.stringContaining(reason) },
      });
    }
  });

  it('a removal is announced with what it ends and what stays open', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    const removal = async (user: KnownUser) => (await ask(admin, `/users/${user.id}/removal`)).body;
    const nothing = {
      sales: 0,
      purchases: 0,
      returns: 0,
      disputes: 0,
      refunds: 0,
      balances: 0,
    };
    expect(await removal(buyer)).toEqual({
      ends: { products: 0, bookings: 0, orders: 0 },
      open: nothing,
    });
    await shop.make.product(seller.id);
    await people.book(buyer, await shop.make.product(seller.id));
    await people.book(buyer, await shop.make.product(seller.id), daysAgo(3));
    const { bookingId } = await people.sell(seller, new Date(), buyer);
    const { bookingId: complete } = await people.sell(seller, daysAgo(4), buyer);
    await people.complete(seller, complete, daysAgo(3.5));
    await people.requestReturn(buyer, bookingId);
    expect(await removal(seller)).toEqual({
      ends: { products: 3, bookings: 0, orders: 1 },
      open: { ...nothing, sales: 1, returns: 1, balances: 1 },
    });
    expect(await removal(buyer)).toEqual({
      ends: { products: 0, bookings: 1, orders: 0 },
      open: { ...nothing, purchases: 1, returns: 1 },
    });
    await people.decideReturn(seller, bookingId, 'given-back');
    expect(await removal(buyer)).toMatchObject({
      open: { ...nothing, purchases: 1, refunds: 1 },
    });
    const unknown = await ask(admin, `/users/${bookingId}/removal`);
    expect(unknown.status).toBe(404);
  });

  it('the identity of a removed user is deleted: its token and password are refused', async () => {
    const buyer = await people.buyer();
    const { identity, cookie } = await shop.signUp(buyer.email);
    const jwt = { url: `/api/jwt?email=${buyer.email}`, headers: identity };
    expect((await shop.app.inject(jwt)).statusCode).toBe(200);
    await ask(admin, `/users/${buyer.id}`, { method: 'DELETE' });
    expect((await shop.app.inject(jwt)).statusCode).toBe(401);
    const again = await shop.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: identity,
      payload: { name: 'Ada Fife', email: buyer.email, role: 'buyer' },
    });
    expect(again.statusCode).toBe(401);
    const token = await shop.app.inject({ url: '/api/auth/token', headers: { cookie } });
    expect(token.statusCode).toBe(401);
    const signedIn = await post(shop.app, '/sign-in/email', {
      email: buyer.email,
      password: testPassword,
    });
    expect(signedIn.statusCode).toBe(401);
  });

  it('removals are in the audit, newest first', async () => {
    const seller = await people.seller();
    await ask(admin, `/users/${seller.id}`, { method: 'PUT', payload: {} });
    await ask(seller, `/users/${seller.id}`, { method: 'DELETE' });
    const { body } = await ask<AuditEntry[]>(admin, '/audit?limit=2');
    const subject = { _id: seller.id, name: seller.name, email: seller.email };
    expect(body).toMatchObject([
      { action: 'user-removed', subject, actor: { _id: seller.id } },
      { action: 'seller-verified', subject, actor: { _id: admin.id, email: admin.email } },
    ]);
  });
});

describe('changing a user', () => {
  it('a change returns the changed user', async () => {
    const buyer = await people.buyer();
    const payload = { name: ' Flora Finch ' };
    const { body } = await ask(buyer, `/users/${buyer.id}`, { method: 'PATCH', payload });
    expect(body).toMatchObject({ _id: buyer.id, name: 'Flora Finch', role: 'buyer' });
  });

  it('the page of a seller shows their introduction until it is emptied or they are removed', async () => {
    const seller = await people.seller();
    const change = (payload: object) =>
      ask<User>(seller, `/users/${seller.id}`, { method: 'PATCH', payload });
    const page = async () => (await shop.app.inject(`/api/sellers/${seller.id}`)).json();
    const said = {
      about: 'Brass since 1987.\nPacked in foam.',
      town: 'Leith',
      spoken: ['en', 'gd'],
    };
    expect(await change({ ...said, spoken: ['en', 'gd', 'en'] })).toMatchObject({ body: said });
    expect(await page()).toMatchObject(said);
    await change({ name: 'Brass & Co' });
    expect(await page()).toMatchObject({ ...said, name: 'Brass & Co' });
    await change({ about: ' ', town: '', spoken: [] });
    for (const field of ['about', 'town', 'spoken']) expect(await page()).not.toHaveProperty(field);
    await change(said);
    await removeForReason(seller.id);
    const [row] = await shop.database.sql`
      select about, town, spoken from users where id = ${seller.id}`;
    expect(row).toEqual({ about: null, town: null, spoken: null });
  });

  it.each([
    ['about', 'x'.repeat(301)],
    ['town', 'x'.repeat(81)],
    ['spoken', ['no language']],
    ['spoken', Array.from({ length: 11 }, (_, index) => `x${String.fromCharCode(97 + index)}`)],
  ])('the field %s refuses what is too long and what is no language', async (field, value) => {
    const seller = await people.seller();
    const payload = { [field]: value };
    const reply = await ask<{ errors: { field: string }[] }>(seller, `/users/${seller.id}`, {
      method: 'PATCH',
      payload,
    });
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0]?.field).toMatch(new RegExp(`^${field}`));
  });

  it('a change of role or email, or an empty one, is refused', async () => {
    const buyer = await people.buyer();
    for (const payload of [{ role: 'admin' }, { email: 'x@x.test' }, {}, { name: ' ' }]) {
      const { status } = await ask(buyer, `/users/${buyer.id}`, { method: 'PATCH', payload });
      expect(status).toBe(400);
    }
  });
});

it('the summary counts the caller’s own bookings and products, and users for admins', async () => {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  await people.sell(seller);
  const [held, lapsed] = [await shop.make.product(seller.id), await shop.make.product(seller.id)];
  await people.book(buyer, held);
  await people.book(buyer, lapsed, daysAgo(3));
  expect((await ask(seller, '/summary')).body).toEqual({
    buying: { booked: 0, toPay: 0, paid: 0 },
    selling: { onSale: 2, booked: 1, sold: 1 },
  });
  expect((await ask(buyer, '/summary')).body).toEqual({
    buying: { booked: 1, toPay: 1, paid: 0 },
  });
  const before = (await ask<{ people: Record<string, number> }>(admin, '/summary')).body.people;
  await people.verify(admin, seller);
  await people.buyer();
  const after = (await ask<{ people: Record<string, number> }>(admin, '/summary')).body.people;
  expect(after).toEqual({
    buyers: Number(before.buyers) + 1,
    sellers: before.sellers,
    toVerify: Number(before.toVerify) - 1,
  });
});

describe('the export', () => {
  it('the export contains the user’s own records, and nothing about their buyers', async () => {
    const [seller, other] = [await people.seller(), await people.seller()];
    const { buyer, productId, bookingId } = await people.sell(seller);
    await people.book(seller, await shop.make.product(other.id, { name: 'Cello' }));
    const { status, body } = await ask<UserExport>(seller, `/users/${seller.id}/export`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { _id: seller.id },
      products: [{ _id: productId, price: 120.5, number: '555-0101', status: 'sold' }],
      bookings: [{ name: 'Cello', price: 120.5, phone: '555-0199', state: 'held' }],
      sales: [{ _id: bookingId, productId, state: 'paid' }],
      payments: [],
    });
    expect(JSON.stringify(body)).not.toContain(buyer.email);
    const theirs = await ask<UserExport>(buyer, `/users/${buyer.id}/export`);
    expect(theirs.body.payments).toMatchObject([{ bookingId, price: 120.5, state: 'recorded' }]);
  });

  it('the export contains why a booking ended and how a return was decided', async () => {
    const [buyer, seller] = [await people.buyer(), await people.seller()];
    const { bookingId } = await people.sell(seller, new Date(), buyer);
    await people.requestReturn(buyer, bookingId);
    await people.decideReturn(seller, bookingId, 'contested');
    const released = await people.book(buyer, await shop.make.product(seller.id));
    await ask(buyer, `/bookings/${released}`, { method: 'DELETE' });
    const { body } = await ask<UserExport>(buyer, `/users/${buyer.id}/export`);
    expect(body.bookings).toMatchObject([
      { _id: released, state: 'released', releaseReason: 'cancelled' },
      { _id: bookingId, state: 'paid' },
    ]);
    expect(body.returns).toMatchObject([
      { bookingId, state: 'contested', decidedAt: expect.any(String) },
    ]);
  });

  it('the export contains the watched products, and the note of a seller who declined a booking', async () => {
    const [buyer, holder, seller] = [
      await people.buyer(),
      await people.buyer(),
      await people.seller(),
    ];
    const watched = await shop.make.product(seller.id, { name: 'Viola' });
    await people.book(holder, watched);
    const alert = await ask(buyer, `/products/${watched}/alert`, { method: 'PUT' });
    expect(alert.status).toBe(200);
    const declined = await people.book(buyer, await shop.make.product(seller.id));
    const payload = { reason: 'It fell down the stairs' };
    await ask(seller, `/bookings/${declined}/decline`, { method: 'POST', payload });
    const { body } = await ask<UserExport>(buyer, `/users/${buyer.id}/export`);
    expect(body.alerts).toMatchObject([{ productId: watched, name: 'Viola' }]);
    expect(body.bookings).toMatchObject([
      { _id: declined, releaseReason: 'declined', releaseNote: payload.reason },
    ]);
  });
});
