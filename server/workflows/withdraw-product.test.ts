import { afterAll, describe, expect, it } from 'vitest';
import type { ListedProduct } from '#contract/products/products.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { createPeople } from '../testing/people.ts';
import { selling } from '../testing/selling.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';

const { list, withdraw, setStatus, change, picture } = selling(() => shop);

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
await shop.catalogue.start();
const seller = await people.seller();

const listed = async (given: Record<string, unknown> = {}) =>
  (await list(seller, given)).body.insertedId;

async function get(url: string, user?: KnownUser) {
  return shop.app.inject({ url, headers: user ? await shop.as(user) : {} });
}

const idsAt = async (url: string, user?: KnownUser) =>
  (await get(url, user)).json<ListedProduct[]>().map(({ _id }) => _id);

const bookingOf = async (id: string) =>
  (
    await shop.database.sql`
      select state, release_reason as reason from bookings where id = ${id}`
  )[0];

const mailsAbout = (bookingId: string) => shop.database.sql`
  select kind, reader from queued_mails where subject_id = ${bookingId} and kind = 'hold-expired'`;

describe('a withdrawn product', () => {
  it('a withdrawn product is missing from every list, its page, its seller’s other products and the sitemap', async () => {
    const beside = await listed();
    const id = await listed({ category: 'Keyboard' });
    await setStatus(seller, id, 'advertise');
    const lists: [string, KnownUser?][] = [
      ['/api/products?status=advertise'],
      ['/api/category/Keyboard', seller],
      [`/api/products?email=${seller.email}&limit=100`, seller],
      [`/api/products/${beside}/more`],
    ];
    for (const [url, user] of lists) expect(await idsAt(url, user)).toContain(id);
    expect((await get(`/api/products/${id}`)).statusCode).toBe(200);

    expect(await withdraw(seller, id)).toEqual({
      status: 200,
      body: { acknowledged: true, deletedCount: 1 },
    });
    for (const [url, user] of lists) expect(await idsAt(url, user)).not.toContain(id);
    for (const path of [`/api/products/${id}`, `/api/products/${id}/more`]) {
      expect((await get(path)).statusCode).toBe(404);
      expect((await get(path, seller)).statusCode).toBe(404);
    }
    const [, part] = /(sitemap-[0-9a-f-]+\.xml)/.exec((await get('/sitemap.xml')).body) ?? [];
    const sitemap = (await get(`/${part}`)).body;
    expect(sitemap).toContain(beside);
    expect(sitemap).not.toContain(id);
  });

  it('the booking of a withdrawn product is released, with the reason and one mail to the buyer', async () => {
    const id = await listed();
    const bookingId = await people.book(await people.buyer(), id);
    await withdraw(seller, id);
    expect(await bookingOf(bookingId)).toEqual({ state: 'released', reason: 'withdrawn' });
    expect(await mailsAbout(bookingId)).toEqual([{ kind: 'hold-expired', reader: 'buyer' }]);
  });

  it('an expired hold of a withdrawn product is released as expired', async () => {
    const id = await listed();
    const longAgo = new Date(Date.now() - 49 * 3_600_000);
    const bookingId = await people.book(await people.buyer(), id, longAgo);
    await withdraw(seller, id);
    expect(await bookingOf(bookingId)).toEqual({ state: 'released', reason: 'expired' });
    expect(await mailsAbout(bookingId)).toHaveLength(1);
  });

  it('a later charge for a withdrawn product is refunded', async () => {
    const id = await listed();
    const bookingId = await people.book(await people.buyer(), id);
    await withdraw(seller, id);
    await people.pay(bookingId);
    const [payment] = await shop.database.sql`
      select state from payments where booking_id = ${bookingId}`;
    expect(payment).toEqual({ state: 'refund-due' });
  });

  it('a withdrawn product remains as a row with its first picture, and on the wishlists', async () => {
    const id = await listed({ images: [await picture()] });
    const friend = await people.buyer();
    await shop.database.sql`insert into wishlist_items (id, user_id, product_id, created_at)
      values (gen_random_uuid(), ${friend.id}, ${id}, now())`;
    await withdraw(seller, id);
    const [row] = await shop.database.sql`
      select p.name, p.image_id is not null as shown,
        (select count(*)::int from product_images where product_id = p.id) as further,
        (select count(*)::int from wishlist_items where product_id = p.id) as wishes
      from products p where p.id = ${id}`;
    expect(row).toEqual({ name: 'Student trumpet', shown: true, further: 0, wishes: 1 });
  });

  it('a withdrawn product cannot be withdrawn, changed or advertised again', async () => {
    const id = await listed();
    await withdraw(seller, id);
    const again = await withdraw(seller, id);
    expect([again.status, again.body.deletedCount]).toEqual([404, 0]);
    expect((await change(seller, id, { name: 'Back' })).status).toBe(404);
    expect((await setStatus(seller, id, 'advertise')).status).toBe(404);
  });
});

describe('withdrawing', () => {
  it('the seller and admins can withdraw a product, and an admin’s change is in the audit', async () => {
    const [other, admin] = [await people.seller(), await people.admin()];
    const id = await listed();
    const refused = await withdraw(other, id);
    expect([refused.status, refused.body.deletedCount]).toEqual([404, 0]);
    expect((await withdraw(admin, id)).status).toBe(200);
    const entries = await shop.database.sql`
      select action, subject_id as subject, detail -> 'product' ->> 'id' as product
      from audit_entries where actor_id = ${admin.id}`;
    expect(entries).toEqual([{ action: 'product-withdrawn', subject: seller.id, product: id }]);
  });

  it('a sold product cannot be withdrawn', async () => {
    const { productId } = await people.sell(seller);
    const { status, body } = await withdraw(seller, productId);
    expect([status, body.deletedCount, body.detail]).toEqual([409, 0, 'This instrument is sold']);
    expect((await get(`/api/products/${productId}`)).statusCode).toBe(200);
  });
});
