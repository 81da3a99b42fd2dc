import { afterAll, describe, expect, it } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import { builtInBrands as brands } from '#contract/instruments/brands.ts';
import { builtInInstruments as instruments } from '#contract/instruments/kinds.ts';
import { transaction } from '../../../database/transaction.ts';
import { addProduct } from '../../../testing/builders.ts';
import { createTestShop } from '../../../testing/test-shop.ts';
import { brandId, findBrand } from '../../instruments/find-brand.ts';
import { recordCatalogueChange } from '../../products/catalogue-changes.ts';

const shop = await createTestShop({ openCatalogue: true });
afterAll(() => shop.close());
await shop.catalogue.start();
const { database } = shop;

const get = (url: string) => shop.app.inject({ url });
async function browse(query: string) {
  const reply = await get(`/api/instruments?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<CallReply<'browseInstruments'>>();
}
const names = (of: readonly { name: string }[]) => of.map(({ name }) => name);

const add = (kind: string, brand?: string, given: Parameters<typeof addProduct>[1] = {}) =>
  addProduct(database, {
    name: `Some ${kind}`,
    kind,
    category: instruments.kinds.find((one) => one.kind === kind)?.category ?? null,
    ...(brand && { brand, brandNormal: brand.toLowerCase().replaceAll(/[^a-zäöü]/g, '') }),
    ...given,
  });

await add('trumpet', 'Yamaha', { priceCents: 50_000 });
await add('trumpet', 'Bach', { priceCents: 60_000 });
await add('trumpet', 'Vincent Bach', { priceCents: 70_000 });
await add('cornet', 'Nobody & Sons');
await add('trombone', 'Yamaha', { withdrawnAt: new Date() });
await add('flute', 'Yamaha');

describe('the page of instruments', () => {
  it('a kind has what to look for, and the makers and other kinds of its category on sale', async () => {
    const { kind, kinds, makers, maker } = await browse('kind=trumpet&language=en');
    expect(kind).toMatchObject({ id: 'trumpet', name: 'Trumpet', category: 'Brass' });
    expect(kind?.lookFor[0]).toBe('Do all valves move freely and come back by themselves?');
    expect(makers).toEqual([
      { id: 'bach', name: 'Bach' },
      { id: 'yamaha', name: 'Yamaha' },
    ]);
    expect(names(kinds)).toEqual(['Cornet']);
    expect(maker).toBeUndefined();
  });

  it('a maker has the kinds of theirs on sale, also where a listing has another of their names', async () => {
    const yamaha = await browse('maker=yamaha');
    expect(yamaha.maker).toEqual({ id: 'yamaha', name: 'Yamaha' });
    expect(names(yamaha.kinds)).toEqual(['Trumpet', 'Flute and piccolo']);
    expect(names((await browse('maker=Vincent%20Bach')).kinds)).toEqual(['Trumpet']);
    const search = await get('/api/search?kind=trumpet&brand=Bach');
    expect(search.json().total.count).toBe(2);
  });

  it('a kind of one maker has the other makers of the kind, and the other kinds of the maker', async () => {
    const { kinds, makers } = await browse('kind=Trumpet&maker=yamaha');
    expect(names(makers)).toEqual(['Bach']);
    expect(names(kinds)).toEqual(['Flute and piccolo']);
  });

  it('a category has its kinds on sale, and without anything all kinds are listed', async () => {
    expect(names((await browse('category=Brass&language=en')).kinds)).toEqual([
      'Trumpet',
      'Cornet',
    ]);
    expect(names((await browse('language=en')).kinds)).toEqual([
      'Trumpet',
      'Cornet',
      'Flute and piccolo',
    ]);
  });

  it('an unknown kind or maker gets 404, and one that nobody sells is empty', async () => {
    expect((await get('/api/instruments?kind=kazoo')).statusCode).toBe(404);
    expect((await get('/api/instruments?maker=Nobody')).statusCode).toBe(404);
    expect((await browse('kind=tuba')).makers).toEqual([]);
  });

  it('the prices are those of the maker where five are known, and else those of the kind', async () => {
    expect((await browse('kind=trumpet')).prices).toBeUndefined();
    for (const price of [800, 900]) await add('trumpet', 'Bach', { priceCents: price * 100 });
    await transaction(database, (tx) => recordCatalogueChange(tx, null, new Date()));
    await shop.catalogue.catchUp();
    expect((await browse('kind=trumpet')).prices).toMatchObject({
      match: 'kind',
      count: 5,
      lowest: 500,
      highest: 900,
    });
    expect((await browse('kind=trumpet&maker=bach')).prices).toMatchObject({ match: 'kind' });
    await add('trumpet', 'Bach', { priceCents: 100_000 });
    await transaction(database, (tx) => recordCatalogueChange(tx, null, new Date()));
    await shop.catalogue.catchUp();
    expect((await browse('kind=trumpet&maker=bach')).prices).toMatchObject({
      match: 'maker',
      count: 5,
      lowest: 600,
      highest: 1_000,
    });
    expect((await browse('maker=bach')).prices).toBeUndefined();
  });

  it('the sitemap has the pages with something on sale, and none where guests may not see it', async () => {
    expect((await get('/sitemap.xml')).body).toContain('/sitemap-instruments.xml');
    const { body } = await get('/sitemap-instruments.xml');
    expect(
      [...body.matchAll(/<loc>https:\/\/shop\.test(.*?)<\/loc>/g)].map(([, path]) => path),
    ).toEqual([
      '/instruments',
      '/instruments/categories/brass',
      '/instruments/categories/woodwind',
      '/instruments/trumpet',
      '/instruments/cornet',
      '/instruments/flute',
      '/instruments/makers/bach',
      '/instruments/makers/yamaha',
      '/instruments/trumpet/bach',
      '/instruments/trumpet/yamaha',
      '/instruments/flute/yamaha',
    ]);
    const closed = await createTestShop();
    try {
      const reply = await closed.app.inject({ url: '/sitemap-instruments.xml' });
      expect(reply.statusCode).toBe(404);
      const index = await closed.app.inject({ url: '/sitemap.xml' });
      expect(index.body).not.toContain('instruments');
    } finally {
      await closed.close();
    }
  });

  it('the address of a maker is one of a kind, and no kind has the name of a group of pages', () => {
    const ids = brands.map(brandId);
    expect(new Set(ids).size).toBe(brands.length);
    for (const brand of brands) expect(findBrand(brandId(brand)), brand.name).toBe(brand);
    expect(ids.filter((id) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))).toEqual([]);
    const kinds = instruments.kinds.map(({ kind }) => kind);
    expect(kinds).not.toContain('makers');
    expect(kinds).not.toContain('categories');
  });
});
