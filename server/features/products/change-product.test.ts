import { afterAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/users/audit.ts';
import { createPeople } from '../../testing/people.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

const { list, change, setStatus, picture, read } = selling(() => shop);

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
await shop.catalogue.start();
const [seller, admin] = [await people.seller(), await people.admin()];

const listed = async (given: Record<string, unknown> = {}) =>
  (await list(seller, given)).body.insertedId;
const countCatalogueChanges = async (id: string) =>
  (await shop.database.sql`select from catalogue_changes where product_id = ${id}`).length;

describe('changing a listing', () => {
  it('a change of a listing leaves missing fields unchanged', async () => {
    const id = await listed();
    const before = await read(id, seller);
    const changes = { price: '99', location: ' Porto ', condition: 'Excellent' };
    expect(await change(seller, id, changes)).toEqual({
      status: 200,
      body: { acknowledged: true, modifiedCount: 1 },
    });
    expect(await read(id, seller)).toEqual({
      ...before,
      price: 99,
      location: 'Porto',
      condition: 'Excellent',
    });
  });

  it('a change of a listing removes maker, category and original price when they are sent empty', async () => {
    const id = await listed({ brand: ' Besson ' });
    expect((await read(id)).brand).toBe('Besson');
    await change(seller, id, { brand: ' ', category: '', originalPrice: '' });
    const product = await read(id);
    expect(product).not.toHaveProperty('brand');
    expect(product).not.toHaveProperty('category');
    expect(product).not.toHaveProperty('originalPrice');
  });

  it('a change that puts the lowest offer out of reach is refused, with the field', async () => {
    for (const leastOffer of [120.5, 600]) {
      const refused = await list(seller, { leastOffer });
      expect([refused.status, refused.body.errors[0]?.field]).toEqual([400, 'leastOffer']);
    }
    const id = await listed({ leastOffer: 100 });
    for (const [changes, field] of [
      [{ leastOffer: 120.5 }, 'leastOffer'],
      [{ price: 100 }, 'price'],
      [{ price: 90, leastOffer: 95 }, 'leastOffer'],
    ] as const) {
      const refused = await change(seller, id, changes);
      expect([refused.status, refused.body.errors[0]?.field]).toEqual([400, field]);
    }
    expect((await change(seller, id, { price: 90, leastOffer: 80 })).status).toBe(200);
    expect((await change(seller, id, { price: 70, leastOffer: '' })).status).toBe(200);
  });

  it('a change without a difference reports 0 changes and records no catalogue change', async () => {
    const id = await listed();
    const { name, price, image, images } = await read(id);
    const before = await countCatalogueChanges(id);
    for (const same of [{ name, price }, { image }, { images }, { originalPrice: 300 }]) {
      expect((await change(seller, id, same)).body).toMatchObject({ modifiedCount: 0 });
    }
    expect(await countCatalogueChanges(id)).toBe(before);
    await change(seller, id, { name: 'Cornet' });
    expect(await countCatalogueChanges(id)).toBe(before + 1);
  });

  it('a change of a listing does not change existing bookings', async () => {
    const id = await listed();
    const buyer = await people.buyer();
    const bookingId = await people.book(buyer, id);
    await change(seller, id, { price: 500, name: 'Gilded trumpet', image: await picture() });
    const [booking] = await shop.database.sql`
      select b.price_cents as price, product_name as name, b.image_id = p.image_id as "newImage"
      from bookings b join products p on p.id = b.product_id where b.id = ${bookingId}`;
    expect(booking).toEqual({ price: 12_050, name: 'Student trumpet', newImage: false });
  });

  it('a change without fields, or of fields that only the shop sets, is refused', async () => {
    const id = await listed();
    expect((await change(seller, id, {})).status).toBe(400);
    for (const field of ['status', 'sellerEmail', 'sellerName', 'time']) {
      const { status, body } = await change(seller, id, { [field]: 'x' });
      expect([status, body.errors[0]?.field]).toEqual([400, field]);
      expect(body.modifiedCount).toBe(0);
    }
  });
});

describe('the pictures of a listing', () => {
  const [a, b, c, x] = [0, 1, 2, 3];
  it.each([
    ['image alone replaces the first', { image: x }, [x, b, c]],
    ['image alone that was a later one is not shown twice', { image: b }, [b, c]],
    ['images alone replace all, in their order', { images: [c, x] }, [c, x]],
    ['both replace all, image first', { image: x, images: [a, b] }, [x, a, b]],
    ['image that is also among images comes first', { image: c, images: [a, b, c] }, [c, a, b]],
  ])('%s', async (_title, sent: { image?: number; images?: number[] }, expected) => {
    const all = await Promise.all([picture(), picture(), picture(), picture()]);
    const addresses = (places: number[]) => places.map((place) => all[place]);
    const id = await listed({ image: all[a], images: [all[b], all[c]] });
    const reply = await change(seller, id, {
      ...(sent.image === undefined ? {} : { image: all[sent.image] }),
      ...(sent.images ? { images: addresses(sent.images) } : {}),
    });
    expect(reply.body).toMatchObject({ modifiedCount: 1 });
    const product = await read(id);
    expect(product.images).toEqual(addresses(expected));
    expect(product.image).toBe(product.images[0]);
  });

  it('a listing has one to eight pictures, uploaded here', async () => {
    const image = await picture();
    const id = await listed({ image });
    const many = await Promise.all(Array.from({ length: 8 }, picture));
    for (const [sent, field] of [
      [{ images: [] }, 'images'],
      [{ image, images: many }, 'images'],
      [{ images: [image, 'https://elsewhere.test/a.jpg'] }, 'images.1'],
      [{ image: 'nonsense' }, 'image'],
    ] as const) {
      const { status, body } = await change(seller, id, sent);
      expect([status, body.errors[0]?.field]).toEqual([400, field]);
    }
    expect((await read(id)).images).toEqual([image]);
    expect((await change(seller, id, { images: many })).status).toBe(200);
  });
});

describe('permission to change a listing', () => {
  it('only the seller and admins can change a listing; others get not found', async () => {
    const id = await listed();
    const other = await people.seller();
    const before = await read(id, seller);
    expect((await change(other, id, { name: 'Mine now' })).status).toBe(404);
    expect((await setStatus(other, id, 'advertise')).status).toBe(404);
    expect(await read(id, seller)).toEqual(before);
    expect((await change(admin, id, { name: 'As an admin named it' })).status).toBe(200);
    expect((await setStatus(admin, id, 'advertise')).status).toBe(200);
  });

  it('changes by an admin are audited once each; changes by the seller are not', async () => {
    const id = await listed();
    await change(seller, id, { name: 'One' });
    await change(admin, id, { name: 'Two' });
    await change(admin, id, { name: 'Two' });
    await setStatus(admin, id, 'advertise');
    const reply = await shop.app.inject({ url: '/api/audit', headers: await shop.as(admin) });
    const entries = reply
      .json<AuditEntry[]>()
      .filter(({ subject, action }) => subject._id === seller.id && action === 'product-changed');
    const [advertised, renamed] = entries;
    expect([advertised?.actor?._id, renamed?.actor?._id]).toEqual([admin.id, admin.id]);
    expect([advertised?.product, renamed?.product]).toEqual([
      { _id: id, name: 'Two' },
      { _id: id, name: 'One' },
    ]);
    const [{ count } = { count: 0 }] = await shop.database.sql<{ count: number }[]>`
      select count(*)::int from audit_entries where actor_id = ${seller.id}`;
    expect(count).toBe(0);
  });

  it('a sold or withdrawn product cannot be changed', async () => {
    const sold = (await people.sell(seller)).productId;
    const withdrawn = await listed();
    await shop.database.sql`update products set withdrawn_at = now() where id = ${withdrawn}`;
    for (const [id, status] of [
      [sold, 409],
      [withdrawn, 404],
    ] as const) {
      for (const who of [seller, admin]) {
        expect((await change(who, id, { price: 1 })).status).toBe(status);
        expect((await setStatus(who, id, 'advertise')).status).toBe(status);
      }
    }
  });
});

describe('advertising', () => {
  it('advertising is switched on and off, and reports only real changes', async () => {
    const id = await listed();
    const counts = [];
    for (const status of ['advertise', 'advertise', 'available', 'available']) {
      counts.push((await setStatus(seller, id, status)).body.modifiedCount);
    }
    expect(counts).toEqual([1, 0, 1, 0]);
    expect((await setStatus(seller, id, 'sold')).status).toBe(400);
  });

  it('concurrent requests to advertise end in one of the requested states', async () => {
    const id = await listed();
    const statuses = Array.from({ length: 10 }, (_, turn) =>
      turn % 2 ? 'available' : 'advertise',
    );
    const replies = await Promise.all(
      statuses.map((status, turn) => setStatus(turn % 3 ? seller : admin, id, status)),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const changed = replies.filter(({ body }) => body.modifiedCount === 1).length;
    expect((await read(id)).status).toBe(changed % 2 ? 'advertise' : 'available');
  });

  it('advertising and concurrent changes of other fields do not overwrite each other', async () => {
    const id = await listed();
    await Promise.all([
      change(seller, id, { name: 'Cornet' }),
      change(admin, id, { price: 77 }),
      setStatus(seller, id, 'advertise'),
      change(seller, id, { images: await Promise.all([picture(), picture()]) }),
    ]);
    const product = await read(id);
    expect(product).toMatchObject({ name: 'Cornet', price: 77, status: 'advertise' });
    expect(product.images).toHaveLength(2);
  });
});
