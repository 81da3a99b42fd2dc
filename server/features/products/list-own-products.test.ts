import { afterAll, describe, expect, it } from 'vitest';
import type { ListedProduct } from '#contract/products/products.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
await shop.catalogue.start();

async function get(url: string, user?: KnownUser) {
  const headers = user ? await shop.as(user) : {};
  return shop.app.inject({ url: `/api${url}`, headers });
}

async function ownList(seller: KnownUser, query = '') {
  return (await get(`/products?email=${seller.email}${query}`, seller)).json<ListedProduct[]>();
}

describe('the list of own products', () => {
  it('the list of own products says whether a product is booked: not after the hold expired, and not when it is sold', async () => {
    const seller = await people.seller();
    const [free, held, late] = await Promise.all([1, 2, 3].map(() => shop.make.product(seller.id)));
    await people.book(await people.buyer(), held ?? '');
    await people.book(await people.buyer(), late ?? '', new Date(Date.now() - 49 * 3_600_000));
    const { productId: sold } = await people.sell(seller);
    const booked = new Map((await ownList(seller)).map((one) => [one._id, one.booked]));
    expect([free, held, late, sold].map((id) => booked.get(id ?? ''))).toEqual([
      ...[false, true, false, false],
    ]);
  });

  it('no other list says whether a product is booked', async () => {
    const seller = await people.seller();
    const id = await shop.make.product(seller.id, { status: 'advertise', category: 'Woodwind' });
    await people.book(await people.buyer(), id);
    await shop.catalogue.catchUp();
    for (const url of ['/products?status=advertise', '/category/Woodwind']) {
      const listed = (await get(url, await people.buyer())).json<ListedProduct[]>();
      const shown = listed.find(({ _id }) => _id === id);
      expect(shown).toBeDefined();
      expect(shown).not.toHaveProperty('booked');
    }
  });

  it('the list of own products is searched by the beginnings of words, in any order, across punctuation', async () => {
    const seller = await people.seller();
    const names = ['Larkmoor Studio Bb Trumpet', 'Drum/cymbal set', 'Čembalo 1958', 'Trompette'];
    for (const name of names) await shop.make.product(seller.id, { name });
    const found = async (search: string) =>
      (await ownList(seller, `&search=${encodeURIComponent(search)}`)).map(({ name }) => name);
    expect(await found('tru lark')).toEqual([names[0]]);
    expect(await found('CYMBAL')).toEqual([names[1]]);
    expect(await found('čemb 19')).toEqual([names[2]]);
    expect(await found('tr')).toEqual([names[3], names[0]]);
    expect(await found("!!! ' & | :*")).toHaveLength(4);
    expect(await found('moor')).toEqual([]);
    expect(
      (await get(`/products?email=${seller.email}&search=${'x'.repeat(121)}`, seller)).statusCode,
    ).toBe(400);
  });

  it('the list of own products can be limited to unsold ones without a category', async () => {
    const seller = await people.seller();
    const without = { category: undefined };
    const named = (name: string, more: object) => shop.make.product(seller.id, { name, ...more });
    await named('Oboe', without);
    const { productId } = await people.sell(seller);
    await shop.database.sql`update products set category = null where id = ${productId ?? ''}`;
    await named('Bassoon', {});
    const names = async (search: string) => (await ownList(seller, search)).map(({ name }) => name);
    expect(await names('&without=category')).toEqual(['Oboe']);
    expect(await names('')).toHaveLength(3);
    const wrong = await get(`/products?email=${seller.email}&without=price`, seller);
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().errors[0].field).toBe('without');
  });

  it('the list of own products can be searched and paged together', async () => {
    const seller = await people.seller();
    for (const number of [1, 2, 3]) {
      await shop.make.product(seller.id, { name: `Flute ${number}` });
      await shop.make.product(seller.id, { name: `Harp ${number}` });
    }
    const first = await get(`/products?email=${seller.email}&search=flute&limit=2`, seller);
    const next = /<\/api([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await get(next, seller);
    expect(
      [...first.json<ListedProduct[]>(), ...second.json<ListedProduct[]>()].map(nameOf),
    ).toEqual([...['Flute 3', 'Flute 2', 'Flute 1']]);
    expect(second.headers.link).toBeUndefined();
  });
});

const nameOf = ({ name }: ListedProduct) => name;

describe('more products of a seller', () => {
  const more = async (id: string, query = '') =>
    (await get(`/products/${id}/more${query}`)).json<ListedProduct[]>().map(nameOf);

  it('more products of a seller are the other unsold ones, newest first, and none of other sellers', async () => {
    const [seller, other] = [await people.seller(), await people.seller()];
    const id = await shop.make.product(seller.id, { name: 'Shown' });
    await shop.make.product(seller.id, { name: 'Plain' });
    await shop.make.product(seller.id, { name: 'Advertised', status: 'advertise' });
    await shop.make.product(other.id, { name: 'Elsewhere' });
    const sold = (await people.sell(seller)).productId;
    await shop.catalogue.catchUp();
    expect(await more(id)).toEqual(['Advertised', 'Plain']);
    expect(await more(sold)).toEqual(['Advertised', 'Plain', 'Shown']);
    expect(await more(id, '?limit=1')).toEqual(['Advertised']);
  });

  it('more products of a seller are cached for guests, and fresh after any change', async () => {
    const seller = await people.seller();
    const id = await shop.make.product(seller.id, { name: 'Shown' });
    await shop.catalogue.catchUp();
    expect(await more(id)).toEqual([]);
    expect(shop.responseCache.get(`/api/products/${id}/more`)).toBeDefined();
    await shop.make.product(seller.id, { name: 'New' });
    await shop.catalogue.catchUp();
    expect(await more(id)).toEqual(['New']);
  });

  it('more products of the seller of an unknown product are not found', async () => {
    const { statusCode } = await get('/products/01900000-0000-7000-8000-000000000000/more');
    expect(statusCode).toBe(404);
  });
});
