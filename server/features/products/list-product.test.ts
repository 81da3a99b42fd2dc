import { afterAll, describe, expect, it } from 'vitest';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

const { list, picture, read } = selling(() => shop);

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
const seller = await shop.make.user({ role: 'seller', name: 'Sol Reed' });

const pictures = (count: number) => Promise.all(Array.from({ length: count }, picture));

describe('listing a product', () => {
  it('a listed product is on sale immediately, as it was sent, with name, email and time from the shop', async () => {
    const image = await picture();
    const before = Date.now();
    const { status, body } = await list(seller, {
      image,
      sellerName: 'Somebody Else',
      time: '1999-01-01',
      sellerEmail: seller.email,
    });
    expect(status).toBe(201);
    expect(body.acknowledged).toBe(true);
    const product = await read(body.insertedId, seller);
    expect(product).toMatchObject({
      _id: body.insertedId,
      sellerName: 'Sol Reed',
      sellerEmail: seller.email,
      name: 'Student trumpet',
      price: 120.5,
      originalPrice: 300,
      category: 'Brass',
      condition: 'Good',
      number: '555-0101',
      location: 'Leith',
      year: 2015,
      status: 'available',
      image,
      images: [image],
    });
    expect(Date.parse(product.time)).toBeGreaterThanOrEqual(before);
  });

  it('a listed product may leave out category, condition and original price, or send them empty', async () => {
    for (const empty of [undefined, '']) {
      const optional = { category: empty, originalPrice: empty, condition: undefined };
      const { body } = await list(seller, optional);
      const product = await read(body.insertedId);
      expect(product.condition).toBe('Fair');
      expect(product).not.toHaveProperty('category');
      expect(product).not.toHaveProperty('originalPrice');
    }
  });

  it('a listed product accepts the seller’s email as a string or in an object, in any case', async () => {
    const loud = seller.email.toUpperCase();
    expect((await list(seller, { sellerEmail: loud })).status).toBe(201);
    expect((await list(seller, { sellerEmail: { email: loud } })).status).toBe(201);
  });

  it('listing for another person is refused by its field', async () => {
    const other = await shop.make.user({ role: 'seller' });
    const admin = await shop.make.user({ role: 'admin' });
    for (const sender of [other, admin]) {
      const { status, body } = await list(sender, { sellerEmail: seller.email });
      expect(status).toBe(403);
      expect(body.acknowledged).toBe(false);
      expect(body.errors.map(({ field }) => field)).toEqual(['sellerEmail']);
    }
  });

  it('a listed product may not set fields that only the shop sets', async () => {
    for (const field of ['status', 'userRole', 'sellerId', '_id', 'wishlist']) {
      const { status, body } = await list(seller, { [field]: 'sold' });
      expect([status, body.errors[0]?.field]).toEqual([400, field]);
    }
  });
});

describe('the pictures of a listing', () => {
  it('pictures are shown in the seller’s order, the main one first and none twice', async () => {
    const [a = '', b = '', c = ''] = await pictures(3);
    const smaller = b.replace('1600', '480');
    const { body } = await list(seller, { image: a, images: [b, a, smaller, c] });
    const product = await read(body.insertedId);
    expect(product.image).toBe(a);
    expect(product.images).toEqual([a, b, c]);
    expect(product.pictures?.map(({ base, widths }) => [base, widths])).toEqual(
      [a, b, c].map((address) => [
        address.replace(/^https:\/\/shop.test|\/1600.webp$/g, ''),
        [480, 960, 1600],
      ]),
    );
  });

  it('a listing has at most eight pictures, including the main one', async () => {
    const [image, ...others] = await pictures(9);
    expect((await list(seller, { image, images: others.slice(0, 7) })).status).toBe(201);
    const { status, body } = await list(seller, { image, images: others });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: 'images', message: 'Use at most 8 pictures' }]);
  });

  it('all pictures must be uploaded here; the refusal names the one that is not', async () => {
    const [image = '', other = ''] = await pictures(2);
    const unknown = image.replace(/[0-9a-f]{12}\//, '000000000000/');
    for (const [sent, field] of [
      [{ image: 'https://elsewhere.test/a.jpg' }, 'image'],
      [{ image, images: [other, image, unknown] }, 'images.2'],
      [{ image: unknown, images: [other] }, 'image'],
    ] as const) {
      const { status, body } = await list(seller, sent);
      expect([status, body.errors[0]?.field]).toEqual([400, field]);
    }
  });

  it('a picture at a hosting service has an address but no sizes', async () => {
    const [image, further] = await pictures(2);
    const id = (await list(seller, { image, images: [further] })).body.insertedId;
    await shop.database.sql`
      update images set external_url = 'https://i.host.test/x.jpg'
      where id = (select image_id from product_images where product_id = ${id})`;
    const product = await read(id, seller);
    expect(product.images).toEqual([image, 'https://i.host.test/x.jpg']);
    expect(product).not.toHaveProperty('pictures');
  });
});

describe('a listing sent again with its idempotency key', () => {
  const key = (value: string) => ({ 'idempotency-key': value });

  it('a repeated listing is one, also for concurrent requests', async () => {
    const image = await picture();
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => list(seller, { image }, key('at-once'))),
    );
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(sent.map(({ body }) => body.insertedId)).size).toBe(1);
    const listed = await shop.database.sql`
      select from products where seller_id = ${seller.id} and idempotency_key = 'at-once'`;
    expect(listed).toHaveLength(1);
  });

  it('a repeated listing is a new one with another key, from another seller, and without a key', async () => {
    const other = await shop.make.user({ role: 'seller' });
    const sent = [
      await list(seller, {}, key('one')),
      await list(seller, {}, key('two')),
      await list(other, {}, key('one')),
      await list(seller),
      await list(seller),
    ];
    expect(new Set(sent.map(({ body }) => body.insertedId)).size).toBe(5);
  });

  it('a repeated listing with other contents is refused', async () => {
    await list(seller, {}, key('first'));
    const { status, body } = await list(seller, { name: 'Cornet' }, key('first'));
    expect([status, body.acknowledged]).toEqual([422, false]);
  });
});
