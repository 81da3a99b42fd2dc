import { afterAll, describe, expect, it } from 'vitest';
import type { ListedProduct, SingleProduct } from '#contract/products/products.ts';
import { transaction } from '../../database/transaction.ts';
import { addBooking } from '../../testing/builders.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { bookItem } from '../bookings/book-item.ts';
import type { KnownUser } from '../users/find-user.ts';
import { changeProductStatus } from './change-product.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
const seller = await shop.make.user({ role: 'seller', name: 'Sol Reed', verifiedAt: new Date() });
const buyer = await shop.make.user();

const get = async (url: string, user?: KnownUser) =>
  shop.app.inject({ url, headers: user ? await shop.as(user) : {} });

async function sell(productId: string): Promise<string> {
  const bookingId = await addBooking(shop.database, {
    productId,
    sellerId: seller.id,
    buyerId: buyer.id,
    state: 'paid',
    paidAt: new Date(),
  });
  await shop.database.sql`
    update products set status = 'sold', sold_booking_id = ${bookingId} where id = ${productId}`;
  return productId;
}

describe('the advertised products', () => {
  it('advertised products are listed newest first, without those that are only available or sold', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
    const first = await shop.make.product(seller.id, { status: 'advertise', at: at(1) });
    const plain = await shop.make.product(seller.id, { at: at(2) });
    const sold = await sell(await shop.make.product(seller.id, { status: 'advertise', at: at(2) }));
    const last = await shop.make.product(seller.id, { status: 'advertise', at: at(3) });
    await shop.catalogue.catchUp();
    const reply = await get('/api/products?status=advertise');
    expect(reply.statusCode).toBe(200);
    const ids = reply.json<ListedProduct[]>().map(({ _id }) => _id);
    expect(ids.filter((id) => [first, plain, sold, last].includes(id))).toEqual([last, first]);
  });

  it('advertised products have the fields of the specification, without the phone', async () => {
    const id = await shop.make.product(seller.id, {
      status: 'advertise',
      name: 'Tenor saxophone',
      price: 1250.75,
      originalPrice: 3100,
      category: 'Woodwind',
      condition: 'Excellent',
      year: 2019,
    });
    await shop.catalogue.catchUp();
    const reply = await get('/api/products?status=advertise');
    const product = reply.json<ListedProduct[]>().find(({ _id }) => _id === id);
    expect(product).toMatchObject({
      sellerName: 'Sol Reed',
      sellerEmail: { email: seller.email },
      name: 'Tenor saxophone',
      price: 1250.75,
      originalPrice: 3100,
      category: 'Woodwind',
      condition: 'Excellent',
      location: 'Leith',
      year: 2019,
      status: 'advertise',
      userRole: 'verified',
    });
    expect(product).not.toHaveProperty('number');
    expect(product).not.toHaveProperty('wishlist');
    expect(product?.image).toMatch(/^https:\/\/shop\.test\/pictures\/.+\/1600\.webp$/);
  });

  it('advertised products come in pages without gaps or repeats', async () => {
    const added = await Promise.all(
      Array.from({ length: 5 }, () => shop.make.product(seller.id, { status: 'advertise' })),
    );
    await shop.catalogue.catchUp();
    const seen: string[] = [];
    let url: string | undefined = '/api/products?status=advertise&limit=2';
    while (url) {
      const reply = await get(url);
      const page = reply.json<ListedProduct[]>();
      expect(page.length).toBeLessThanOrEqual(2);
      seen.push(...page.map(({ _id }) => _id));
      url = /<([^>]+)>; rel="next"/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual([...seen].sort().reverse());
    expect(seen).toEqual(expect.arrayContaining(added));
  });
});

describe('a list without a limit', () => {
  it('a list without a limit has the newest hundred, and names the next page when there are more', async () => {
    const other = await shop.make.user({ role: 'seller' });
    const names = Array.from({ length: 101 }, (_, n) => `Fife ${n}`);
    for (const name of names) await shop.make.product(other.id, { name, status: 'advertise' });
    await shop.catalogue.catchUp();
    const lists = {
      [`/api/products?email=${other.email}`]: other,
      '/api/products?status=advertise': undefined,
    };
    for (const [url, user] of Object.entries(lists)) {
      const reply = await get(url, user);
      const shown = reply.json<ListedProduct[]>().map(({ name }) => name);
      expect(shown).toEqual(names.slice(1).reverse());
      const next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link))?.[1] ?? '';
      const rest = await get(next, user);
      expect(rest.json<ListedProduct[]>()[0]?.name).toBe(names[0]);
    }
    const own = await get(`/api/products?email=${other.email}&limit=24`, other);
    expect(own.json()).toHaveLength(24);
  });

  it('a list without a limit is cached under the address that clients use', async () => {
    for (const query of ['status=advertise', 'status=advertise&limit=24']) {
      await get(`/api/products?${query}`);
      expect(shop.responseCache.get(`/api/products?${query}`)).toBeDefined();
    }
  });
});

describe('one product', () => {
  it('a product has the seller’s email as a string, and the time of the seller’s registration', async () => {
    const id = await shop.make.product(seller.id);
    const product = (await get(`/api/products/${id}`)).json<SingleProduct>();
    expect(product.sellerEmail).toBe(seller.email);
    expect(Date.parse(product.sellerSince)).toBeLessThanOrEqual(Date.now());
  });

  it('only the seller, admins and the buyer who holds it see the phone of a product', async () => {
    const id = await shop.make.product(seller.id, { price: 80 });
    const admin = await shop.make.user({ role: 'admin' });
    const stranger = await shop.make.user();
    const phoneFor = async (user?: KnownUser) =>
      (await get(`/api/products/${id}`, user)).json<SingleProduct>().number;
    const request = { productId: id, price: 80, phone: '555 0199', location: 'the pier' };
    const hold = (at: Date) =>
      transaction(shop.database, (tx) => bookItem(tx, buyer, request, { at, holdHours: 48 }));

    expect(await phoneFor(buyer)).toBeUndefined();
    await hold(new Date(Date.now() - 10 * 60_000));
    expect(await phoneFor(buyer)).toBe('555-0101');
    expect(await phoneFor(seller)).toBe('555-0101');
    expect(await phoneFor(admin)).toBe('555-0101');
    expect(await phoneFor(stranger)).toBeUndefined();
    expect(await phoneFor()).toBeUndefined();

    await shop.database.sql`update bookings set hold_expires_at = now() - interval '1 second'
      where product_id = ${id}`;
    expect(await phoneFor(buyer)).toBeUndefined();
  });

  it('a withdrawn or unknown product or an invalid id is refused with a problem', async () => {
    const id = await shop.make.product(seller.id);
    await shop.database.sql`update products set withdrawn_at = now() where id = ${id}`;
    for (const [path, status] of [
      [id, 404],
      ['01900000-0000-7000-8000-000000000000', 404],
      ['trumpet', 400],
    ] as const) {
      const reply = await get(`/api/products/${path}`);
      expect(reply.statusCode).toBe(status);
      expect(reply.headers['content-type']).toContain('application/problem+json');
      expect(reply.json()).toMatchObject({ status, requestId: expect.any(String) });
    }
  });
});

describe('a category', () => {
  it('a category lists its unsold products, for signed-in users', async () => {
    const id = await shop.make.product(seller.id, { category: 'Percussion' });
    const other = await shop.make.product(seller.id, { category: 'Keyboard' });
    const sold = await sell(await shop.make.product(seller.id, { category: 'Percussion' }));
    const ids = (await get('/api/category/Percussion', buyer))
      .json<ListedProduct[]>()
      .map(({ _id }) => _id);
    expect(ids).toContain(id);
    expect(ids).not.toContain(other);
    expect(ids).not.toContain(sold);
    expect((await get('/api/category/Percussion')).statusCode).toBe(401);
  });

  it('an unknown category is not found', async () => {
    const reply = await get('/api/category/Theremin', buyer);
    expect(reply.statusCode).toBe(404);
    expect(reply.json().detail).toBe('There is no category Theremin');
  });

  it('a category marks products on the caller’s wishlist, for the caller only', async () => {
    const id = await shop.make.product(seller.id, { category: 'Brass' });
    const friend = await shop.make.user();
    await shop.database.sql`insert into wishlist_items (id, user_id, product_id, created_at)
      values (gen_random_uuid(), ${buyer.id}, ${id}, now())`;
    const flagFor = async (user: KnownUser) =>
      (await get('/api/category/Brass', user)).json<ListedProduct[]>().find(({ _id }) => _id === id)
        ?.wishlist;
    expect(await flagFor(buyer)).toBe('added');
    expect(await flagFor(friend)).toBeUndefined();
  });
});

describe('a sold product', () => {
  it('a sold product can still be read, and stays in its seller’s list', async () => {
    const id = await sell(await shop.make.product(seller.id));
    expect((await get(`/api/products/${id}`)).json<SingleProduct>().status).toBe('sold');
    const own = await get(`/api/products?email=${seller.email}&limit=100`, seller);
    expect(own.json<ListedProduct[]>().map(({ _id }) => _id)).toContain(id);
  });
});

describe('listing a product or changing its status', () => {
  it('a new product or status records a catalogue change', async () => {
    const countCatalogueChanges = async (id: string) =>
      (await shop.database.sql`select from catalogue_changes where product_id = ${id}`).length;
    const id = await shop.make.product(seller.id);
    expect(await countCatalogueChanges(id)).toBe(1);
    await transaction(shop.database, (tx) =>
      changeProductStatus(tx, seller, { id, status: 'advertise' }, new Date()),
    );
    expect(await countCatalogueChanges(id)).toBe(2);
  });

  it('only the seller and admins can change the status, and not of a sold product', async () => {
    const id = await shop.make.product(seller.id);
    const stranger = await shop.make.user({ role: 'seller' });
    const admin = await shop.make.user({ role: 'admin' });
    const advertise = (who: KnownUser) =>
      transaction(shop.database, (tx) =>
        changeProductStatus(tx, who, { id, status: 'advertise' }, new Date()),
      ).then(
        () => 'done',
        (error) => error.code,
      );
    expect(await advertise(stranger)).toBe('not-found');
    expect(await advertise(admin)).toBe('done');
    await sell(id);
    expect(await advertise(seller)).toBe('conflict');
    expect(await advertise(stranger)).toBe('not-found');
  });
});
