import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedProduct } from '#contract/products/products.ts';
import type { SellerProfile } from '#contract/products/sellers.ts';
import { connectionOptions } from '../../database/connection-options.ts';
import { Pool } from '../../database/pool.ts';
import { type Sql, sqlOn } from '../../database/sql.ts';
import { addImage, addUser } from '../../testing/builders.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { listSellerProducts, readSeller } from './read-seller.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
  await shop.catalogue.start();
});
afterAll(() => shop.close());

async function get(address: string, user?: KnownUser) {
  const headers = user ? await shop.as(user) : {};
  return shop.app.inject({ url: `/api${address}`, headers });
}
const profileOf = async (id: string, user?: KnownUser) =>
  (await get(`/sellers/${id}`, user)).json<SellerProfile>();
const namesOf = (list: readonly ListedProduct[]) => list.map(({ name }) => name);
const namesOnSale = async (id: string, user?: KnownUser, query = '') =>
  namesOf((await get(`/sellers/${id}/products${query}`, user)).json<ListedProduct[]>());

/** A seller with something advertised, something plain, something sold and something withdrawn. */
async function sellerWithListings() {
  const seller = await people.make.user({ role: 'seller', name: 'Ada Marsh' });
  const { make } = people;
  await make.product(seller.id, { name: 'Oldest', status: 'advertise' });
  await make.product(seller.id, { name: 'Plain' });
  await make.product(seller.id, { name: 'Advertised', status: 'advertise' });
  const { productId: sold, buyer } = await people.sell(seller);
  const withdrawn = await make.product(seller.id, { name: 'Withdrawn' });
  await shop.database.sql`update products set withdrawn_at = now() where id = ${withdrawn}`;
  await shop.catalogue.catchUp();
  return { seller, sold, buyer };
}

describe('the profile of a seller', () => {
  it('the profile of a seller has the name, the time of registration, and what is on sale and sold', async () => {
    const { seller, sold } = await sellerWithListings();
    expect(await profileOf(seller.id)).toEqual({
      _id: seller.id,
      name: 'Ada Marsh',
      memberSince: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      onSale: { count: 3, isExact: true },
      sold: { count: 1, isExact: true },
      soldLately: [
        expect.objectContaining({ _id: sold, soldAt: expect.stringMatching(/Z$/), daysOnSale: 0 }),
      ],
      isLimited: true,
    });
    expect(await profileOf(seller.id, await people.buyer())).toMatchObject({ isLimited: false });
  });

  it('each product names the profile of its seller, even a sold one, until the seller is removed', async () => {
    const { seller, sold } = await sellerWithListings();
    const idOf = async (id: string) => (await get(`/products/${id}`)).json().sellerId;
    expect(await idOf(sold)).toBe(seller.id);
    const listed = (await get(`/sellers/${seller.id}/products`)).json<ListedProduct[]>();
    expect(listed.map(({ sellerId }) => sellerId)).toEqual([seller.id, seller.id]);
    await people.remove(await people.admin(), seller);
    await shop.catalogue.catchUp();
    expect(await idOf(sold)).toBeUndefined();
  });

  it('there is no profile for an unknown id, a buyer, an admin who sells nothing, and a removed seller', async () => {
    const admin = await people.admin();
    const removed = await people.seller();
    await people.remove(admin, removed);
    const unknown = '01900000-0000-7000-8000-000000000000';
    for (const id of [unknown, (await people.buyer()).id, admin.id, removed.id]) {
      for (const address of [`/sellers/${id}`, `/sellers/${id}/products`]) {
        const reply = await get(address);
        expect([reply.statusCode, reply.json().detail]).toEqual([404, 'There is no such seller']);
      }
    }
    expect((await get('/sellers/unknown')).statusCode).toBe(400);
    await people.make.product(admin.id);
    expect((await profileOf(admin.id)).onSale.count).toBe(1);
  });

  it('the profile counts to a thousand, and says when there are more', async () => {
    const seller = await people.seller();
    const imageId = await addImage(shop.database);
    await addPlainProducts({ sellerId: seller.id, imageId, count: 1_000 });
    const exact = await readSeller(readerOf(shop.database.sql), seller.id);
    expect(exact.onSale).toEqual({ count: 1_000, isExact: true });
    await people.make.product(seller.id);
    const more = await readSeller(readerOf(shop.database.sql), seller.id);
    expect(more.onSale).toEqual({ count: 1_000, isExact: false });
  });
});

describe('the listings of a seller', () => {
  it('the listings of a seller are the advertised ones for guests, and all unsold ones for users, newest first', async () => {
    const { seller } = await sellerWithListings();
    expect(await namesOnSale(seller.id)).toEqual(['Advertised', 'Oldest']);
    const all = ['Advertised', 'Plain', 'Oldest'];
    expect(await namesOnSale(seller.id, await people.buyer())).toEqual(all);
    expect(await namesOnSale(seller.id, seller)).toEqual(all);
    expect(await namesOnSale(seller.id, await people.admin())).toEqual(all);
  });

  it('guests of an open catalogue see all listings of a seller', async () => {
    const open = await createTestShop({ openCatalogue: true });
    try {
      const seller = await open.make.user({ role: 'seller' });
      await open.make.product(seller.id, { name: 'Plain' });
      const read = async (path: string) =>
        (await open.app.inject({ url: `/api/sellers/${seller.id}${path}` })).json();
      expect(namesOf(await read('/products'))).toEqual(['Plain']);
      expect(await read('')).toMatchObject({ isLimited: false });
    } finally {
      await open.close();
    }
  });

  it('the listings of a seller are read in pages, across advertised ones and others', async () => {
    const { seller } = await sellerWithListings();
    const buyer = await people.buyer();
    const first = await get(`/sellers/${seller.id}/products?limit=2`, buyer);
    const next = /<\/api([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await get(next, buyer);
    expect(namesOf(first.json())).toEqual(['Advertised', 'Plain']);
    expect(namesOf(second.json())).toEqual(['Oldest']);
    expect(second.headers.link).toBeUndefined();
  });

  it('the listings of a seller have the caller’s own wish, and not that of others', async () => {
    const { seller } = await sellerWithListings();
    const [wisher, other] = [await people.buyer(), await people.buyer()];
    const [product] = (await get(`/sellers/${seller.id}/products`)).json<ListedProduct[]>();
    await people.wishProduct(wisher, product?._id ?? '');
    await shop.catalogue.catchUp();
    const wishes = async (user?: KnownUser) =>
      (await get(`/sellers/${seller.id}/products`, user))
        .json<ListedProduct[]>()
        .map(({ wishlist }) => wishlist);
    expect(await wishes(wisher)).toEqual(['added', undefined, undefined]);
    expect(await wishes(other)).toEqual([undefined, undefined, undefined]);
    expect(await wishes()).toEqual([undefined, undefined]);
  });
});

describe('private data of the seller and buyers', () => {
  it('only the seller and admins see email and phone in the profile and the list', async () => {
    const { seller, buyer } = await sellerWithListings();
    const other = await people.buyer();
    // What the seller sees is made first, so that it would be found in a cache that others share.
    for (const viewer of [seller, undefined, other, undefined, other, buyer]) {
      for (const path of ['', '/products', '/products?limit=1']) {
        const { body, statusCode } = await get(`/sellers/${seller.id}${path}`, viewer);
        expect(statusCode).toBe(200);
        if (viewer === seller) continue;
        for (const secret of [seller.email, '555-0101', '555-0199', buyer.email, buyer.id]) {
          expect(body).not.toContain(secret);
        }
      }
    }
    for (const viewer of [seller, await people.admin()]) {
      const { body } = await get(`/sellers/${seller.id}/products`, viewer);
      expect(body).toContain(seller.email);
      expect(body).toContain('555-0101');
    }
  });
});

describe('the cached page of a seller', () => {
  const isCached = (id: string) => shop.responseCache.get(`/api/sellers/${id}`) !== undefined;

  it('the cached page of a seller is fresh after a sale, a listing, a new name and the verification', async () => {
    const { seller } = await sellerWithListings();
    // Notices of the change before may still arrive, and keep a page from being cached.
    const cache = () =>
      expect
        .poll(async () => {
          await profileOf(seller.id);
          return isCached(seller.id);
        })
        .toBe(true);
    const fresh = async () => {
      await shop.catalogue.catchUp();
      const profile = await profileOf(seller.id);
      await cache();
      return profile;
    };
    await cache();
    await people.sell(seller);
    expect((await fresh()).sold.count).toBe(2);
    await people.make.product(seller.id, { status: 'advertise', name: 'Newest' });
    expect((await fresh()).onSale.count).toBe(4);
    expect((await namesOnSale(seller.id))[0]).toBe('Newest');
    await people.verify(await people.admin(), seller);
    expect((await fresh()).userRole).toBe('verified');
    const changed = await shop.app.inject({
      method: 'PATCH',
      url: `/api/users/${seller.id}`,
      headers: await shop.as(seller),
      payload: { name: 'Flora Finch' },
    });
    expect(changed.statusCode).toBe(200);
    expect((await profileOf(seller.id)).name).toBe('Flora Finch');
  });

  it('the cached page of a removed seller is dropped even if nothing was on sale', async () => {
    const seller = await people.seller();
    const { bookingId } = await people.sell(seller);
    await people.complete(seller, bookingId);
    await shop.catalogue.catchUp();
    await profileOf(seller.id);
    expect(isCached(seller.id)).toBe(true);
    await people.remove(await people.admin(), seller);
    await shop.catalogue.catchUp();
    expect((await get(`/sellers/${seller.id}`)).statusCode).toBe(404);
  });
});

it('the page of a seller with thousands of listings reads a page of them, through indexes', async () => {
  const sellerId = await addUser(shop.database, { role: 'seller' });
  const imageId = await addImage(shop.database);
  await addPlainProducts({ sellerId, imageId, count: 3_000 });
  await shop.database.sql`analyze products`;
  const pool = new Pool(connectionOptions(shop.database.url, 1));
  try {
    const nodes: PlanNode[] = [];
    const sql = sqlOn({
      async run({ text, values }) {
        const explain = `explain (analyze, timing off, format json) ${text}`;
        const { rows } = await pool.run({ text: explain, values });
        nodes.push(...everyNode(rows[0]['QUERY PLAN'][0].Plan));
        return pool.run({ text, values });
      },
    });
    const reader = readerOf(sql);
    const range = { sellerId, count: 25, before: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
    await readSeller(reader, sellerId);
    await listSellerProducts(reader, null, { ...range, onlyAdvertised: true });
    await listSellerProducts(reader, null, { ...range, onlyAdvertised: false });
    const ofProducts = nodes.filter((node) => node['Relation Name'] === 'products');
    expect(ofProducts.length).toBeGreaterThan(4);
    expect(ofProducts.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    const rowsRead = (node: PlanNode) =>
      (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    expect(Math.max(...ofProducts.map(rowsRead))).toBeLessThanOrEqual(1_001);
  } finally {
    await pool.close(100);
  }
});

const readerOf = (sql: Sql) => ({ sql, pictureOf: () => ({ url: '', picture: undefined }) });

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}
const everyNode = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(everyNode)];

/** Many products that are on sale and not advertised, in one statement. */
async function addPlainProducts({
  sellerId,
  imageId,
  count,
}: {
  sellerId: string;
  imageId: string;
  count: number;
}): Promise<void> {
  await shop.database.sql`
    insert into products (id, seller_id, name, price_cents, condition, phone, location, description, purchase_year,
      image_id, status, created_at)
    select gen_random_uuid(), ${sellerId}, 'Kazoo', 1000, 'Good', '555', 'Leith', 'Plays well.', 2015, ${imageId},
      'available', now()
    from generate_series(1, ${count})`;
}
