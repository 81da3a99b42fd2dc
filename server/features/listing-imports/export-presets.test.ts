import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setShopZones } from '#contract/delivery/shop-zones.ts';
import type { ListingImport } from '#contract/imports/listing-imports.ts';
import { addImage } from '../../testing/builders.ts';
import { counts, importing } from '../../testing/importing.ts';
import { createPeople } from '../../testing/people.ts';
import { addressOf, selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
beforeEach(() =>
  setShopZones([
    { id: 'home', name: 'Inland' },
    { id: 'abroad', name: 'Beyond' },
    { id: 'world', name: 'World' },
  ]),
);
afterEach(() => setShopZones(undefined));
const who = createPeople(shop.database);
const { list } = selling(() => shop);
const { upload, run, send } = importing(() => shop);

const fixture = (system: string) =>
  readFile(new URL(`fixtures/${system}.csv`, import.meta.url), 'utf8');

/** A seller who has listed before, so that telephone and place are known. */
async function dealer(): Promise<KnownUser> {
  const seller = await who.seller();
  await list(seller, { number: '+32470123456', location: 'Ghent' });
  return seller;
}

/** Uploads the file and imports it as it is proposed, but with a picture that need not be fetched. */
async function importedAsProposed(seller: KnownUser, system: string) {
  const { body } = await upload(seller, await fixture(system));
  const pictures = { value: addressOf(await addImage(shop.database)) };
  const mapped = await send(seller, 'PUT', body._id, { mapping: { ...body.mapping, pictures } });
  expect(mapped.status, mapped.text).toBe(200);
  const checked = await run(seller, body._id, 'check');
  await run(seller, body._id, 'import');
  const listed = await shop.database.sql<Record<string, unknown>[]>`
    select e.external_id as id, p.name, p.brand, p.model, p.kind, p.category, p.condition, p.playing_state as state,
      p.price_cents as price, p.made_year as year, p.made_sure as sure, p.takes_offers as offers, p.description,
      p.phone, p.location, p.purchase_year as bought, (
        select json_object_agg(zone_id, price_cents) from shipping_prices where product_id = p.id
      ) as shipping
    from external_ids e join products p on p.id = e.product_id
    where e.seller_id = ${seller.id} order by p.id`;
  return { proposed: body, checked, listed };
}

const refusals = ({ refusals: rows }: ListingImport) =>
  rows.map(({ row, errors }) => [row, ...errors.map(({ message }) => message)]);

describe('files of other programs', () => {
  it('an export of Reverb is listed as it is proposed, with all of its picture columns', async () => {
    const { proposed, checked, listed } = await importedAsProposed(await dealer(), 'reverb');
    expect(proposed).toMatchObject({
      system: 'reverb',
      mapping: {
        made: { column: 'year' },
        purchase_year: { value: String(new Date().getUTCFullYear()) },
        phone: { value: '+32470123456' },
        location: { value: 'Ghent' },
        pictures: {
          column: 'product_image_1',
          further: ['product_image_2', 'product_image_3'],
        },
      },
    });
    expect(proposed.values).toMatchObject([
      {
        field: 'condition',
        column: 'condition',
        isWhole: true,
        said: [
          { value: 'B-Stock', count: 1, means: { condition: 'Excellent' } },
          { value: 'Excellent', means: { condition: 'Excellent' } },
          { value: 'Mint', means: { condition: 'Excellent' } },
          { value: 'Non Functioning', means: { condition: 'Fair', playing_state: 'repair' } },
          { value: 'Very Good', means: { condition: 'Good' } },
        ],
      },
      { field: 'category', column: 'categories' },
    ]);
    const category = (text: string) =>
      proposed.values[1]?.said.find(({ value }) => value === text)?.means;
    expect(category('Electric Guitars / Solid Body')).toEqual({
      kind: 'electric-guitar',
      category: 'String',
    });
    expect(category('Pro Audio / Power Conditioners')).toBeUndefined();
    expect(checked.notices).toEqual([
      { notice: 'shipping-first-zone', count: 3, row: 1 },
      { notice: 'html', count: 2, row: 1 },
      { notice: 'category-unknown', count: 1, row: 3 },
      { notice: 'kind-unknown', count: 1, row: 3 },
    ]);
    expect(checked.counts).toEqual(counts(4, 0, 0, 1));
    expect(refusals(checked)).toEqual([
      [5, 'It is not on sale where the file is from: the column state says “sold”'],
    ]);
    expect(listed).toMatchObject([
      {
        id: 'GTR-101',
        brand: 'Fender',
        model: 'Stratocaster',
        kind: 'electric-guitar',
        category: 'String',
        condition: 'Good',
        price: 245_000,
        year: 1970,
        sure: 'decade',
        shipping: { home: 4_500 },
        description: 'All original.\n\n- Maple neck\n- Staggered pickups',
      },
      {
        kind: 'tenor-saxophone',
        category: 'Woodwind',
        year: 1968,
        sure: 'exact',
        offers: false,
        description: 'Played daily. Video [https://example.com/video]',
        shipping: { home: 0 },
      },
      {
        name: 'Vox AC30 Top Boost',
        condition: 'Fair',
        state: 'repair',
        year: 1980,
        sure: 'decade',
      },
      { kind: 'synthesizer', category: 'Keyboard', condition: 'Excellent' },
    ]);
  });

  it('an export of WooCommerce has its regular prices, plain texts, and neither drafts nor parents of variations', async () => {
    const { proposed, checked, listed } = await importedAsProposed(await dealer(), 'woocommerce');
    expect(proposed).toMatchObject({
      system: 'woocommerce',
      mapping: {
        price: { column: 'Regular price', further: ['Sale price'] },
        category: { column: 'Categories' },
        external_id: { column: 'SKU' },
      },
    });
    expect(refusals(checked)).toEqual([
      [3, 'Resale Price is Required'],
      [4, 'It is not on sale where the file is from: the column Published says “0”'],
    ]);
    expect(listed).toMatchObject([
      {
        id: 'TRP-1',
        kind: 'trumpet',
        category: 'Brass',
        price: 145_000,
        description: 'Bach 37, silver plated.\n\nValves in fine order & tight.',
      },
      {
        name: 'Violin, Mittenwald – around 1900',
        kind: 'violin',
        category: 'String',
        price: 320_000,
        description: 'Warm tone.',
      },
    ]);
  });

  it('an export of Shopify has one row for a product with several pictures', async () => {
    const { proposed, checked, listed } = await importedAsProposed(await dealer(), 'shopify');
    expect(proposed).toMatchObject({ system: 'shopify', rowCount: 3 });
    const at = proposed.columns.indexOf('Image Src');
    expect(proposed.examples[0]?.[at]?.split('\n').map((url) => url.slice(-8))).toEqual([
      'lp-1.jpg',
      'lp-2.jpg',
      'lp-3.jpg',
    ]);
    expect(checked.counts).toEqual(counts(2, 0, 0, 1));
    expect(listed).toMatchObject([
      {
        id: 'LP-59',
        brand: 'Gibson',
        kind: 'electric-guitar',
        price: 199_900,
        description: 'Les Paul\n\nRe-fretted in 2019.\nNew case.',
      },
      { id: 'CEL-1', kind: 'cello', category: 'String', description: 'With bow & soft case.' },
    ]);
  });

  it('an export of eBay has its prices without the sign, and refuses those of another currency', async () => {
    const { proposed, checked, listed } = await importedAsProposed(await dealer(), 'ebay');
    expect(proposed).toMatchObject({ system: 'ebay', delimiter: ';' });
    expect(refusals(checked)).toEqual([[3, 'This is an amount in EUR; this shop sells in USD']]);
    expect(listed).toMatchObject([
      { id: 'TR-8', kind: 'trumpet', category: 'Brass', condition: 'Good', price: 38_000 },
      { id: 'ACC-1', category: 'Keyboard', condition: 'Fair', state: 'parts', price: 9_000 },
    ]);
  });

  it('a second import of the same export changes nothing', async () => {
    const seller = await dealer();
    for (const system of ['reverb', 'shopify']) {
      await importedAsProposed(seller, system);
      const { checked } = await importedAsProposed(seller, system);
      expect(checked.counts, system).toMatchObject({ created: 0, changed: 0 });
    }
  });

  it('a choice of the seller for a value counts more than what the shop reads, and is kept for the next file', async () => {
    const seller = await dealer();
    const { body } = await upload(seller, await fixture('reverb'));
    const pictures = { value: addressOf(await addImage(shop.database)) };
    const values = [{ said: 'Mint', means: { condition: 'Fair', playing_state: 'ready' } }];
    const mapping = {
      ...body.mapping,
      pictures,
      condition: { column: 'condition', values },
    };
    const mapped = await send(seller, 'PUT', body._id, { mapping });
    expect(mapped.status, mapped.text).toBe(200);
    await run(seller, body._id, 'check');
    await run(seller, body._id, 'import');
    const [juno] = await shop.database.sql`
      select condition, playing_state as state from products
      where seller_id = ${seller.id} and name like 'Roland%'`;
    expect(juno).toEqual({ condition: 'Fair', state: 'ready' });
    const next = await upload(seller, await fixture('reverb'));
    expect(next.body.mapping.condition).toEqual({ column: 'condition', values });
  });
});

describe('the values of a column', () => {
  it('a column with many values shows the most frequent 60, and says that there are more', async () => {
    const seller = await dealer();
    const rows = Array.from(
      { length: 100 },
      (_, at) => `${at},Horn ${at},10,Good,State ${at % 70}`,
    );
    const { body } = await upload(
      seller,
      ['SKU,Title,Price,Details,Condition', ...rows].join('\n'),
    );
    const [condition] = body.values;
    expect(condition).toMatchObject({ field: 'condition', isWhole: false });
    expect(condition?.said).toHaveLength(60);
    expect(condition?.said[0]).toEqual({ value: 'State 0', count: 2 });
  });

  it('a row with more than eight pictures is listed with eight, and the check says so', async () => {
    const seller = await dealer();
    const pictures = Array.from(
      { length: 10 },
      (_, at) => `https://pictures.example.com/${at}.jpg`,
    );
    const names = pictures.map((_, at) => `Image ${at + 1}`);
    const text = [
      ['SKU', 'Title', 'Price', 'Details', ...names].join(','),
      ['1', 'Horn', '10', 'Good', ...pictures].join(','),
    ].join('\n');
    const { body } = await upload(seller, text);
    expect(body.mapping.pictures).toEqual({ column: 'Image 1', further: names.slice(1) });
    await send(seller, 'PUT', body._id, { mapping: body.mapping });
    const checked = await run(seller, body._id, 'check');
    expect([checked.counts, checked.notices]).toEqual([
      counts(1, 0, 0, 0),
      [{ notice: 'more-pictures', count: 1, row: 1 }],
    ]);
  });
});
