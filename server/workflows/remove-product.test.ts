import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import type { AuditEntry } from '#contract/users/audit.ts';
import { systemClock } from '../core/clock.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { sendMails } from '../jobs/outbox/send-mails.ts';
import type { Mail } from '../providers/mail/port.ts';
import { apiClient } from '../testing/api-client.ts';
import { createPeople } from '../testing/people.ts';
import { servedPictures } from '../testing/served-pictures.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const ask = apiClient(() => shop);
const people = createPeople(shop.database);
const admin = await people.admin();
const sent: Mail[] = [];
const mail = {
  name: 'in memory',
  send: async (one: Mail) => void sent.push(one),
  close: async () => undefined,
};
const deps = {
  database: shop.database,
  identity: {},
  mail,
  clock: systemClock,
  origin: () => 'https://shop.test',
  imageHost: servedPictures,
  saleCodes: shop.saleCodes,
  alertLinks: shop.alertLinks,
};
beforeEach(async () => {
  await shop.database.sql`delete from queued_mails`;
  sent.length = 0;
});

const reason = 'This is not an instrument.';
const remove = (by: KnownUser, id: string, payload: object = { reason }) =>
  ask(by, `/products/${id}/removal`, { method: 'POST', payload });

describe('an admin who removes a product', () => {
  it('an admin’s removal takes the product off sale and mails the seller the reason, and the buyer that the hold ended', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    const productId = await shop.make.product(seller.id, { name: 'Drum' });
    await people.book(buyer, productId);
    await shop.database.sql`delete from queued_mails`;
    const removed = await remove(admin, productId);
    expect(removed).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } });
    expect((await ask(admin, `/products/${productId}`)).status).toBe(404);
    await sendMails(deps);
    expect(sent.map(({ to }) => to).sort()).toEqual([buyer.email, seller.email].sort());
    const toSeller = sent.find(({ to }) => to === seller.email);
    expect(toSeller).toMatchObject({
      subject: 'Drum was taken off sale',
      text: expect.stringContaining(reason),
      html: expect.stringContaining(reason),
    });
    await sendMails(deps);
    expect(sent).toHaveLength(2);
  });

  it('a second removal says that it is gone, and a stranger’s that it is not theirs', async () => {
    const seller = await people.seller();
    const productId = await shop.make.product(seller.id);
    await remove(admin, productId);
    const detail = 'There is no such instrument on sale. It may have been removed already.';
    expect(await remove(admin, productId)).toMatchObject({ status: 404, body: { detail } });
    const deleted = (by: KnownUser) => ask(by, `/products/${productId}`, { method: 'DELETE' });
    expect(await deleted(admin)).toMatchObject({ status: 404, body: { detail } });
    expect(await deleted(await people.seller())).toMatchObject({
      status: 404,
      body: { detail: 'You have no such instrument' },
    });
  });

  it('an admin’s removal is in the audit with the reason', async () => {
    const seller = await people.seller();
    const productId = await shop.make.product(seller.id);
    await remove(admin, productId);
    const { body } = await ask<AuditEntry[]>(admin, '/audit?limit=1');
    expect(body).toMatchObject([
      {
        action: 'product-withdrawn',
        subject: { _id: seller.id },
        product: { _id: productId },
        reason,
      },
    ]);
  });

  it('an admin’s removal needs a reason, and a sold product cannot be removed', async () => {
    const seller = await people.seller();
    const productId = await shop.make.product(seller.id);
    for (const payload of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }]) {
      expect(await remove(admin, productId, payload)).toMatchObject({
        status: 400,
        body: { deletedCount: 0 },
      });
    }
    const sale = await people.sell(seller);
    expect((await remove(admin, sale.productId)).status).toBe(409);
    expect((await remove(admin, productId)).status).toBe(200);
    expect((await remove(admin, productId)).status).toBe(404);
  });

  it('no one gets a mail when the seller is removed before it is sent', async () => {
    const seller = await people.seller();
    await remove(admin, await shop.make.product(seller.id));
    await people.remove(admin, seller);
    await sendMails(deps);
    expect(sent).toEqual([]);
  });
});

it('an admin who removes a booking tells the buyer why, in the name of the shop', async () => {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const id = await people.book(buyer, await shop.make.product(seller.id));
  await shop.database.sql`delete from queued_mails`;
  const declined = await ask(admin, `/bookings/${id}/decline`, {
    method: 'POST',
    payload: { reason },
  });
  expect(declined.status).toBe(200);
  await sendMails(deps);
  expect(sent).toMatchObject([
    {
      to: buyer.email,
      text: expect.stringContaining(`The shop has deleted the booking: “${reason}”`),
    },
  ]);
  const { body } = await ask<AuditEntry[]>(admin, '/audit?limit=1');
  expect(body).toMatchObject([{ action: 'booking-deleted', reason }]);
});

describe('the lists of admins', () => {
  it('admins find products by name and seller, including sold ones', async () => {
    const seller = await shop.make.user({ role: 'seller', name: 'Quirina Zott' });
    const names = ['Ophicleide, brass', 'Serpent'];
    const [newer, older] = [
      await shop.make.product(seller.id, { name: names[1] ?? '' }),
      await shop.make.product(seller.id, { name: names[0] ?? '' }),
    ].reverse();
    const { productId: sold } = await people.sell(seller);
    const found = async (search: string) =>
      (await ask<ListedProduct[]>(admin, `/products/all?search=${search}`)).body.map(
        ({ _id }) => _id,
      );
    expect(await found('ophicl')).toEqual([newer]);
    expect(await found('quirina+zott')).toEqual([sold, newer, older]);
    expect(await found(seller.email)).toEqual([sold, newer, older]);
    expect(await found('nothinglikethis')).toEqual([]);
    await remove(admin, newer ?? '');
    expect(await found('quirina')).toEqual([sold, older]);
    const all = await ask<ListedProduct[]>(admin, '/products/all?limit=2');
    expect(all.body).toHaveLength(2);
    expect(all.headers.link).toContain('rel="next"');
  });

  it('admins find bookings by product, buyer and seller, in any state, and of removed sellers', async () => {
    const seller = await shop.make.user({ role: 'seller', name: 'Bartholo Wick' });
    const buyer = await shop.make.user({ name: 'Xenia Poole' });
    const productId = await shop.make.product(seller.id, { name: 'Hurdygurdy' });
    const released = await people.book(buyer, productId);
    await ask(admin, `/bookings/${released}`, { method: 'DELETE' });
    const { bookingId: paid } = await people.sell(seller, new Date(), buyer);
    const found = async (search: string) =>
      (await ask<Booking[]>(admin, `/bookings/all?search=${search}`)).body.map(({ _id }) => _id);
    expect(await found('hurdy')).toEqual([released]);
    expect(await found('xenia')).toEqual([paid, released]);
    expect(await found('bartholo')).toEqual([paid, released]);
    await people.remove(admin, seller);
    expect(await found('wick')).toEqual([paid, released]);
    expect(await found('nothinglikethis')).toEqual([]);
  });
});
