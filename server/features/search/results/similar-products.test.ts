import { afterAll, describe, expect, it } from 'vitest';
import type { ListedProduct } from '#contract/products/products.ts';
import type { PriceComparison } from '#contract/products/similar-products.ts';
import { transaction } from '../../../database/transaction.ts';
import { addProduct, addUser } from '../../../testing/builders.ts';
import { createPeople } from '../../../testing/people.ts';
import { createTestShop } from '../../../testing/test-shop.ts';
import { recordCatalogueChange } from '../../products/catalogue-changes.ts';
import type { KnownUser } from '../../users/find-user.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
const { database, make } = shop;
const people = createPeople(database);
const buyer = await make.user();
const sellerId = await addUser(database, { role: 'seller' });

async function get<Reply>(url: string, user: KnownUser | null = buyer): Promise<Reply> {
  // The builders insert rows without a note.
  await transaction(database, async (tx) => recordCatalogueChange(tx, null, new Date()));
  await shop.catalogue.catchUp();
  const reply = await shop.app.inject({
    url: `/api${url}`,
    headers: user ? await shop.as(user) : {},
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Reply>();
}

const similarTo = async (id: string, user: KnownUser | null = buyer) =>
  (await get<ListedProduct[]>(`/products/${id}/similar`, user)).map(({ name }) => name);
const compare = async (id: string, user: KnownUser | null = buyer) =>
  (await get<{ comparison?: PriceComparison }>(`/products/${id}/prices`, user)).comparison;

type Given = Parameters<typeof addProduct>[1];
/** Another seller's product. */
const add = (name: string, given: Given = {}) => addProduct(database, { sellerId, name, ...given });
/** The product whose page is read. */
const own = (name: string, given: Given = {}) => addProduct(database, { name, ...given });

describe('similar products', () => {
  it('similar products are of the same model first, then of the same kind, and never of another kind', async () => {
    const id = await own('Yamaha YAS-280 alto saxophone', { category: 'Woodwind' });
    const woodwind = { category: 'Woodwind' } as const;
    await add('Plain flute', woodwind);
    await add('Tenor saxophone', woodwind);
    await add('Alto saxophone by Yamaha', woodwind);
    await add('YAS 280, little played', woodwind);
    await add('Saxophone stand', { category: 'Percussion' });
    expect(await similarTo(id)).toEqual([
      'YAS 280, little played',
      'Alto saxophone by Yamaha',
      'Tenor saxophone',
    ]);
  });

  it('similar products cost between half as much and twice as much, and the same condition comes first', async () => {
    const id = await own('Mandolin', { priceCents: 40_000, condition: 'Fair' });
    await add('Mandolin for 199', { priceCents: 19_000 });
    await add('Mandolin for 810', { priceCents: 82_000 });
    await add('Mandolin, good', { priceCents: 40_000 });
    await add('Mandolin, fair', { priceCents: 60_000, condition: 'Fair' });
    const found = await similarTo(id);
    expect(found.slice(0, 2)).toEqual(['Mandolin, fair', 'Mandolin, good']);
    expect(found).not.toContain('Mandolin for 199');
    expect(found).not.toContain('Mandolin for 810');
  });

  it('similar products are at most eight, of other sellers and on sale, and not the product itself', async () => {
    const seller = await people.make.user({ role: 'seller' });
    const id = await make.product(seller.id, { name: 'Cornet', category: 'Brass' });
    await make.product(seller.id, { name: 'Cornet of the same seller', category: 'Brass' });
    await add('Cornet withdrawn', { category: 'Brass', withdrawnAt: new Date() });
    const other = await people.make.user({ role: 'seller' });
    const sold = await make.product(other.id, { name: 'Cornet sold', category: 'Brass' });
    await people.pay(await people.book(buyer, sold));
    const brass = { category: 'Brass', kind: 'cornet', priceCents: 12_000 } as const;
    for (let at = 0; at < 10; at += 1) await add(`Cornet ${at}`, brass);
    const found = await similarTo(id);
    expect(found).toHaveLength(8);
    for (const name of found) expect(name).toMatch(/^Cornet \d$/);
    // The page of a sold product still opens, and needs them most.
    expect(await similarTo(sold)).toHaveLength(8);
  });

  it('similar products for guests are the advertised ones, and all when the catalogue is open', async () => {
    const id = await own('Bassoon', { category: 'Woodwind', priceCents: 900_000 });
    const woodwind = { category: 'Woodwind', priceCents: 900_000 } as const;
    await add('Bassoon plain', woodwind);
    await add('Bassoon advertised', { ...woodwind, status: 'advertise' });
    expect(await similarTo(id, null)).toEqual(['Bassoon advertised']);
    expect(await similarTo(id)).toHaveLength(2);
    const open = await createTestShop({ openCatalogue: true });
    try {
      const product = await addProduct(open.database, { name: 'Bassoon' });
      await addProduct(open.database, { name: 'Bassoon plain' });
      const reply = await open.app.inject({ url: `/api/products/${product}/similar` });
      expect(reply.json<ListedProduct[]>()).toHaveLength(1);
    } finally {
      await open.close();
    }
  });

  it('similar products have the wishlist flag for the user who asks, and for no one else', async () => {
    const id = await own('Harpsichord', { category: 'Keyboard' });
    const wished = await add('Harpsichord, French', { category: 'Keyboard' });
    const wisher = await people.buyer();
    await people.wishProduct(wisher, wished);
    const flags = async (user: KnownUser) =>
      (await get<ListedProduct[]>(`/products/${id}/similar`, user)).map(({ wishlist }) => wishlist);
    expect(await flags(wisher)).toEqual(['added']);
    expect(await flags(buyer)).toEqual([undefined]);
  });

  it('similar products are found although the seller has listed the same more often than is looked at', async () => {
    const sellerId = await addUser(database, { role: 'seller' });
    await add('Wexford W-70 concertina');
    const ids: string[] = [];
    for (let count = 0; count < 61; count += 1) {
      ids.push(await own('Wexford W-70 concertina', { sellerId }));
    }
    const found = await get<ListedProduct[]>(`/products/${ids[0]}/similar`, buyer);
    expect(found[0]?.name).toBe('Wexford W-70 concertina');
    expect(ids).not.toContain(found[0]?._id);
  });

  it('similar products come from the cache until the catalogue changes', async () => {
    const seller = await people.make.user({ role: 'seller' });
    const id = await make.product(seller.id, { name: 'Zither' });
    const other = await people.make.user({ role: 'seller' });
    const options = { name: 'Zither', status: 'advertise' } as const;
    const second = await make.product(other.id, options);
    const address = `/products/${id}/similar`;
    const names = await get<ListedProduct[]>(address, null);
    expect(names).toHaveLength(1);
    expect(shop.responseCache.get(`/api${address}`)).toBeDefined();
    const asUser = await shop.as(buyer);
    // A list for a user is cached from its second request on.
    for (let time = 0; time < 2; time += 1) {
      await shop.app.inject({ url: `/api${address}`, headers: asUser });
    }
    expect(shop.personalResponses.get(buyer.id, `/api${address}`)).toBeDefined();
    const removal = { method: 'DELETE', url: `/api/products/${second}` } as const;
    await shop.app.inject({ ...removal, headers: await shop.as(other) });
    await shop.catalogue.catchUp();
    expect(shop.responseCache.get(`/api${address}`)).toBeUndefined();
    expect(shop.personalResponses.get(buyer.id, `/api${address}`)).toBeUndefined();
    expect(await get(address, null)).toEqual([]);
  });

  it('a listing that is off sale has similar ones and no prices, and an unknown one has neither', async () => {
    await add('Viola, good case', { category: 'String' });
    const withdrawn = await own('Viola', { category: 'String', withdrawnAt: new Date() });
    expect(await similarTo(withdrawn)).toEqual(['Viola, good case']);
    const unknown = '01900000-0000-7000-8000-00000000dead';
    for (const path of [`${withdrawn}/prices`, `${unknown}/prices`, `${unknown}/similar`]) {
      const reply = await shop.app.inject({ url: `/api/products/${path}` });
      expect(reply.statusCode, path).toBe(404);
    }
  });
});

describe('products by their ids', () => {
  it('products come in the order of their ids, without those that are sold, withdrawn or unknown', async () => {
    const [first, second] = [await add('First'), await add('Second')];
    const withdrawn = await add('Gone', { withdrawnAt: new Date() });
    const { productId: sold } = await people.sell(await people.make.user({ role: 'seller' }));
    const unknown = '018c0000-0000-7000-8000-000000000000';
    const ids = [second, withdrawn, sold, unknown, first, second];
    for (const user of [null, buyer]) {
      const found = await get<ListedProduct[]>(`/products/by-id?ids=${ids.join()}`, user);
      expect(found.map(({ _id }) => _id)).toEqual([second, first]);
      expect(found.map(({ number }) => number)).toEqual([undefined, undefined]);
    }
  });

  it('too many or invalid ids are refused, with the field', async () => {
    const id = '018c0000-0000-7000-8000-000000000000';
    for (const query of ['', '?ids=', '?ids=1', `?ids=${Array(13).fill(id).join()}`]) {
      const reply = await shop.app.inject({ url: `/api/products/by-id${query}` });
      expect(reply.statusCode, query).toBe(400);
      expect(reply.json().errors[0].field).toBe('ids');
    }
  });
});

describe('the comparison of a price', () => {
  const trumpet = { category: 'Brass', condition: 'Good' } as const;

  it('the comparison of a price is missing while there are fewer than five similar products', async () => {
    const id = await own('Theremin', { priceCents: 50_000 });
    for (const price of [100, 200, 300, 400]) {
      await add(`Theremin ${price}`, { priceCents: price * 100 });
    }
    expect(await compare(id)).toBeUndefined();
    await add('Theremin 500', { priceCents: 50_000 });
    expect(await compare(id)).toMatchObject({ count: 5, median: 300, place: 'above most' });
  });

  it('the comparison of a price has sold and offered prices of similar products, for guests as well', async () => {
    const id = await own('Sousaphone', { ...trumpet, priceCents: 20_000 });
    for (const price of [200, 300, 400]) {
      await add(`Sousaphone ${price}`, { ...trumpet, priceCents: price * 100 });
    }
    for (let at = 0; at < 2; at += 1) {
      const { id: seller } = await people.make.user({ role: 'seller' });
      const sold = await make.product(seller, { name: 'Sousaphone', price: 120.5 });
      await people.pay(await people.book(buyer, sold));
      // The price as it was booked counts.
      await database.sql`update products set price_cents = 1 where id = ${sold}`;
    }
    const comparison = await compare(id, null);
    expect(comparison).toMatchObject({
      match: 'kind',
      kind: 'sousaphone',
      condition: 'Good',
      count: 5,
      sold: 2,
      onSale: 3,
      lowest: 120.5,
      lowerQuartile: 120.5,
      median: 200,
      upperQuartile: 300,
      highest: 400,
      place: 'about usual',
    });
    expect(await compare(id)).toEqual(comparison);
  });

  it('the comparison of a price prefers the same model to the same kind', async () => {
    const id = await own('Orinami KX-5 theremin', { category: 'Keyboard', priceCents: 10_000 });
    for (const price of [1000, 1100, 1200, 1300, 1400]) {
      await add(`KX5 number ${price}`, { category: 'Keyboard', priceCents: price * 100 });
    }
    for (const price of [100, 110, 120, 130, 140]) {
      await add(`Theremin ${price}`, { category: 'Keyboard', priceCents: price * 100 });
    }
    expect(await compare(id)).toMatchObject({ match: 'model', median: 1200, place: 'below most' });
  });

  it('the comparison of a price uses the same condition when there are enough, and says so otherwise', async () => {
    const id = await own('Bouzouki', { condition: 'Fair', priceCents: 30_000 });
    for (const price of [300, 310, 320]) {
      await add(`Bouzouki ${price}`, { condition: 'Fair', priceCents: price * 100 });
    }
    for (const price of [600, 610]) {
      await add(`Bouzouki ${price}`, { condition: 'Excellent', priceCents: price * 100 });
    }
    const mixed = await compare(id);
    expect(mixed?.condition).toBeUndefined();
    expect(mixed?.conditions).toEqual([
      { condition: 'Excellent', count: 2 },
      { condition: 'Good', count: 0 },
      { condition: 'Fair', count: 3 },
    ]);
    for (const price of [330, 340]) {
      await add(`Bouzouki ${price}`, { condition: 'Fair', priceCents: price * 100 });
    }
    expect(await compare(id)).toMatchObject({ condition: 'Fair', count: 5, highest: 340 });
  });

  it('the comparison of a price leaves out the same seller, and prices far from all others', async () => {
    const seller = await addUser(database, { role: 'seller' });
    const id = await addProduct(database, { sellerId: seller, name: 'Lute', priceCents: 30_000 });
    for (let at = 0; at < 5; at += 1) {
      await addProduct(database, { sellerId: seller, name: `Lute ${at}`, priceCents: 90_000 });
    }
    expect(await compare(id)).toBeUndefined();
    for (const price of [290, 300, 310, 320, 330]) {
      await add(`Lute ${price}`, { priceCents: price * 100 });
    }
    await add('Lute, make me an offer', { priceCents: 100_000_000 });
    expect(await compare(id)).toMatchObject({ count: 5, highest: 330, place: 'about usual' });
  });

  it('a seller gets the comparison before listing, by name, category, condition and price', async () => {
    const seller = await people.make.user({ role: 'seller' });
    for (const price of [100, 200, 300, 400, 500]) {
      await add(`Glockenspiel ${price}`, { category: 'Percussion', priceCents: price * 100 });
    }
    const query = new URLSearchParams({ name: 'Old glockenspiel', category: 'Percussion' });
    const read = () =>
      get<{ comparison?: PriceComparison }>(`/prices?${query}`, seller).then((r) => r.comparison);
    const comparison = await read();
    expect(comparison).toMatchObject({ match: 'kind', kind: 'glockenspiel', median: 300 });
    expect(comparison?.place).toBeUndefined();
    query.set('price', '50');
    expect((await read())?.place).toBe('below most');
    query.set('category', 'Brass');
    expect(await read()).toBeUndefined();
  });
});

describe('products whose seller says kind, maker and model', () => {
  const guitar = { kind: 'electric-guitar', category: 'String', priceCents: 60_000 } as const;
  const fender = { brand: 'Fender', brandNormal: 'fender' } as const;

  it('similar ones are of the same model, then of the maker, then of the kind, and never of another kind', async () => {
    const id = await own('Sunburst, little played', { ...guitar, ...fender, model: 'Telecaster' });
    await add('A guitar, black', { ...guitar });
    await add('A guitar, white', { ...guitar, ...fender, model: 'Jaguar' });
    await add('Sunburst, much played', { ...guitar, ...fender, model: 'Telecaster Deluxe' });
    await add('Telecaster in its name, a bass', { ...guitar, kind: 'bass-guitar' });
    expect(await similarTo(id)).toEqual([
      'Sunburst, much played',
      'A guitar, white',
      'A guitar, black',
    ]);
  });

  it('the comparison of a price falls back from the model to the maker, and then to the kind', async () => {
    const flute = { kind: 'flute', category: 'Woodwind' } as const;
    const pearl = { brand: 'Pearl', brandNormal: 'pearl' } as const;
    const id = await own('For sale', { ...flute, ...pearl, model: 'Quantz', priceCents: 50_000 });
    for (const price of [100, 110, 120, 130, 140]) {
      await add(`Cheap ${price}`, { ...flute, priceCents: price * 100 });
    }
    expect(await compare(id)).toMatchObject({
      match: 'kind',
      kind: 'Flute and piccolo',
      median: 120,
    });
    for (const price of [400, 410, 420, 430, 440]) {
      await add(`Better ${price}`, {
        ...flute,
        ...pearl,
        model: 'Cantabile',
        priceCents: price * 100,
      });
    }
    expect(await compare(id)).toMatchObject({ match: 'maker', median: 420 });
    for (const price of [500, 510, 520, 530, 540]) {
      await add(`Same ${price}`, {
        ...flute,
        ...pearl,
        model: 'Quantz 665',
        priceCents: price * 100,
      });
    }
    expect(await compare(id)).toMatchObject({ match: 'model', median: 520 });
  });

  it('a seller gets the comparison before listing by kind, maker and model, whatever the name is', async () => {
    const seller = await people.make.user({ role: 'seller' });
    const query = new URLSearchParams({
      name: 'Hardly used',
      kind: 'flute',
      brand: 'Pearl',
      model: 'Quantz',
    });
    const reply = await get<{ comparison?: PriceComparison }>(`/prices?${query}`, seller);
    expect(reply.comparison).toMatchObject({ match: 'model', lowest: 500, highest: 540 });
  });
});
