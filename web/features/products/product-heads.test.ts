import { describe, expect, test } from 'vitest';
import { categoryHead, productHead } from './product-heads.ts';
import { singleSample, without } from './product-samples.ts';

const origin = 'https://reprise.test';
const address = `${origin}/products/${singleSample()._id}`;

function statement(type: string, product = singleSample()): Record<string, unknown> {
  const found = productHead(product, origin).statements?.find(
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
      image: `${origin}/pictures/1/1200.webp`,
      category: 'Woodwind',
      offers: {
        '@type': 'Offer',
        url: address,
        price: '1250.00',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/UsedCondition',
        seller: { '@type': 'Person', name: 'Ada Marsh' },
      },
    });
  });

  test('the head of a product names the maker when the seller does', () => {
    expect(statement('Product')).not.toHaveProperty('brand');
    expect(statement('Product', singleSample({ brand: 'Yamaha' }))).toMatchObject({
      brand: { '@type': 'Brand', name: 'Yamaha' },
    });
  });

  test('the head of a sold product says that it is sold out', () => {
    expect(statement('Product', singleSample({ status: 'sold' }))).toMatchObject({
      offers: { availability: 'https://schema.org/SoldOut' },
    });
  });

  test('the head of a product has breadcrumbs from home through the category', () => {
    expect(statement('BreadcrumbList').itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${origin}/` },
      { '@type': 'ListItem', position: 2, name: 'Woodwind', item: `${origin}/category/Woodwind` },
      { '@type': 'ListItem', position: 3, name: 'Alto saxophone', item: address },
    ]);
  });

  test('the breadcrumbs omit a missing category', () => {
    const product = without(singleSample(), 'category');
    expect(statement('BreadcrumbList', product).itemListElement).toHaveLength(2);
    expect(statement('Product', product)).not.toHaveProperty('category');
  });

  test('the head of a product keeps the URL of a picture at an external host', () => {
    const image = 'https://images.test/sax.jpg';
    expect(statement('Product', singleSample({ image })).image).toBe(image);
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
