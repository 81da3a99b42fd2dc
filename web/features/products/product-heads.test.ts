import { describe, expect, test } from 'vitest';
import { setShopZones } from '#contract/delivery/shop-zones.ts';
import type { ShownKind } from '../instruments/queries.ts';
import { categoryHead, productHead } from './product-heads.ts';
import { singleSample, without } from './product-samples.ts';

const origin = 'https://reprise.test';
const address = `${origin}/products/${singleSample()._id}`;

function statement(
  type: string,
  product = singleSample(),
  kind?: ShownKind,
): Record<string, unknown> {
  const found = productHead(product, origin, kind).forPrograms?.statements?.find(
    (one) => '@type' in one && one['@type'] === type,
  );
  if (!found) throw new Error(`There is no statement of type ${type}`);
  return { ...found };
}

describe("a product's head", () => {
  test('the head of a product offers the instrument, used, in dollars, by its seller', () => {
    expect(statement('Product')).toMatchObject({
      '@id': address,
      name: 'Alto saxophone',
      image: [`${origin}/pictures/1/1200.webp`],
      sku: singleSample()._id,
      category: 'Woodwind',
      offers: {
        '@type': 'Offer',
        url: address,
        price: '1250.00',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/UsedCondition',
        seller: {
          '@type': 'Person',
          name: 'Ada Marsh',
          address: { '@type': 'PostalAddress', addressLocality: 'Leeds' },
        },
        hasMerchantReturnPolicy: { merchantReturnDays: 3 },
      },
    });
  });

  test('the head of a product names the maker when the seller does', () => {
    expect(statement('Product')).not.toHaveProperty('brand');
    expect(statement('Product', singleSample({ brand: 'Yamaha' }))).toMatchObject({
      brand: { '@type': 'Brand', name: 'Yamaha' },
    });
  });

  test('the head of a product has its facts in words, its year made when that is exact, and what sending costs', () => {
    const attributes: ShownKind['attributes'] = [
      {
        id: 'size',
        label: 'Size',
        type: 'choice',
        filter: true,
        first: true,
        values: [{ id: '3/4', label: 'Three quarters' }],
      },
      { id: 'bore', label: 'Bore', type: 'number', unit: 'mm', filter: true, first: true },
    ];
    const kind = { id: 'violin', name: 'Violin', attributes, checks: [] };
    const product = singleSample({
      kind: 'violin',
      model: 'V5',
      language: 'de',
      made: { year: 1962, sure: 'exact' },
      facts: { size: '3/4', bore: 11.7 },
      delivery: { pickup: true, shipping: { everywhere: 12.5 } },
    });
    expect(statement('Product', product, kind)).toMatchObject({
      model: 'V5',
      inLanguage: 'de',
      productionDate: '1962',
      additionalProperty: [
        { '@type': 'PropertyValue', name: 'Size', value: 'Three quarters' },
        { '@type': 'PropertyValue', name: 'Bore', value: '11.7 mm' },
      ],
      offers: { shippingDetails: [{ shippingRate: { value: '12.50', currency: 'USD' } }] },
    });
    const about = singleSample({ made: { year: 1962, sure: 'about' } });
    expect(statement('Product', about)).not.toHaveProperty('productionDate');
  });

  test('the countries of a zone to which it is not shipped are not in the head of a product', () => {
    setShopZones([{ id: 'europe', name: 'Europe', countries: ['DE', 'FR', 'CH'] }]);
    const closed = { europe: { reason: 'permit' as const, price: 12, countries: ['CH'] } };
    const product = singleSample({ delivery: { pickup: true, shipping: { europe: 12 }, closed } });
    expect(statement('Product', product)).toMatchObject({
      offers: {
        shippingDetails: [{ shippingDestination: { addressCountry: ['DE', 'FR'] } }],
      },
    });
    setShopZones(undefined);
  });

  test('the head of a sold product says that it is sold out', () => {
    expect(statement('Product', singleSample({ status: 'sold' }))).toMatchObject({
      offers: { availability: 'https://schema.org/SoldOut' },
    });
  });

  test('the head of a product has breadcrumbs from home through the category', () => {
    expect(statement('BreadcrumbList').itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${origin}/` },
      {
        '@type': 'ListItem',
        position: 2,
        name: 'Woodwind',
        item: `${origin}/instruments/categories/woodwind`,
      },
      { '@type': 'ListItem', position: 3, name: 'Alto saxophone', item: address },
    ]);
  });

  test('the breadcrumbs have the kind, and the maker where that is one that is known', () => {
    const product = singleSample({ brand: 'Selmer', makerId: 'selmer' });
    const kind = { id: 'alto-saxophone', name: 'Alto saxophone', attributes: [], checks: [] };
    const items = (of: typeof product) =>
      statement('BreadcrumbList', of, kind).itemListElement as { item: string }[];
    expect(items(product).map(({ item }) => item)).toEqual([
      `${origin}/`,
      `${origin}/instruments/categories/woodwind`,
      `${origin}/instruments/alto-saxophone`,
      `${origin}/instruments/alto-saxophone/selmer`,
      address,
    ]);
    expect(items(without(product, 'makerId'))).toHaveLength(4);
  });

  test('the breadcrumbs omit a missing category', () => {
    const product = without(singleSample(), 'category');
    expect(statement('BreadcrumbList', product).itemListElement).toHaveLength(2);
    expect(statement('Product', product)).not.toHaveProperty('category');
  });

  test('the head of a product keeps the URL of a picture at an external host', () => {
    const image = 'https://images.test/sax.jpg';
    expect(statement('Product', singleSample({ images: [image] })).image).toEqual([image]);
  });

  test('the head of a product has a one-line description that ends at a word boundary', () => {
    const description = `Bought new.\n\n${'Wonderful '.repeat(40)}`;
    const { description: line } = productHead(singleSample({ description }), origin);
    expect(line).toMatch(/^\$1,250\. Good condition, bought in 2014, in Leeds\. Bought new\. /);
    expect(line).toMatch(/ Wonderful…$/);
    expect(line.length).toBeLessThanOrEqual(156);
  });
});

test('the head of an unknown category is not indexed and has no canonical URL', () => {
  expect(categoryHead('Kazoo')).toMatchObject({ path: null, isIndexed: false });
  expect(categoryHead('Brass')).toMatchObject({
    title: 'All Brass Product',
    path: '/category/Brass',
  });
});
