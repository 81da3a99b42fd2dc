import { createRef } from 'react';
import { describe, expect, test } from 'vitest';
import type { ListingFigures } from '#contract/products/listing-figures.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { MyProductsTable } from './MyProductsTable.tsx';
import { cacheAnsweredBy, headersOf, pageMarkup, rowsOf } from './page-samples.tsx';
import { listedSample, without } from './product-samples.ts';

function table(...products: ListedProduct[]): string {
  return tableWith(new Map(), ...products);
}

function tableWith(figures: ReadonlyMap<string, ListingFigures>, ...products: ListedProduct[]) {
  return pageMarkup(
    <MyProductsTable figures={figures} onDelete={() => {}} products={products} ref={createRef()} />,
    { pattern: '/', address: '/' },
    cacheAnsweredBy(() => []),
  );
}

describe('the table of a seller’s products', () => {
  test('the table of a seller’s products has the columns of the specification', () => {
    expect(headersOf(table(listedSample()))).toEqual([
      ...['Serial', 'Image', 'Name', 'Price', 'Category', 'Delete', 'Status', 'Advertise'],
    ]);
  });

  test('the table shows the state of each product', () => {
    const [available, booked, advertised, sold] = rowsOf(
      table(
        listedSample(),
        { ...without(listedSample({ booked: true }), 'category'), _id: 'booked' },
        listedSample({ _id: 'advertised', status: 'advertise' }),
        listedSample({ _id: 'sold', status: 'sold' }),
      ),
    );
    expect(available).toMatch(
      /^1 Alto saxophone Edit Alto saxophone Picture with a code of Alto saxophone \d+ days on sale \$1,250 Woodwind Delete/,
    );
    expect(available).toContain(' Available ');
    expect(booked).toMatch(/^2 .* \$1,250 None Delete .* Booked /);
    expect(advertised).toMatch(/^3 .* Delete Alto saxophone Advertised Advertised/);
    expect(advertised).not.toContain('Available');
    expect(sold).toMatch(/^4 .* Sold Sold Out$/);
  });

  test('each product has its views, wishes, offers and questions below the name', () => {
    const product = listedSample();
    const counts = { _id: product._id, views: 41, wishes: 3, offers: 1, questions: 0 };
    const [row] = rowsOf(tableWith(new Map([[product._id, counts]]), product));
    expect(row).toMatch(/41 views in 30 days on 3 wishlists 1 offer \d+ days on sale/);
    expect(row).not.toContain('question');
  });

  test('a product says what would help to sell it, its price first, but not once it is sold', () => {
    const counts = { views: 0, wishes: 0, offers: 0, questions: 0 };
    const missing = { field: 'fact', label: 'Size' } as const;
    const [dear, unsaid, sold] = ['dear', 'unsaid', 'sold'].map((_id) => listedSample({ _id }));
    const figures = new Map([
      ['dear', { ...counts, _id: 'dear', priceAbove: 900, missing }],
      ['unsaid', { ...counts, _id: 'unsaid', missing }],
      ['sold', { ...counts, _id: 'sold', missing }],
    ]);
    if (!dear || !unsaid || !sold) throw new Error('There are three');
    const rows = rowsOf(tableWith(figures, dear, unsaid, { ...sold, status: 'sold' }));
    expect(rows[0]).toContain('Three of four similar ones cost $900 or less. Change the price');
    expect(rows[0]).not.toContain('Size');
    expect(rows[1]).toContain('Buyers choose by this: Size. Add it');
    expect(rows[2]).not.toContain('Size');
    expect(rows[2]).not.toContain('on sale');
  });
});
