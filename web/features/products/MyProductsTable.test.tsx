import { createRef } from 'react';
import { describe, expect, test } from 'vitest';
import type { ListedProduct } from '#contract/products/products.ts';
import { MyProductsTable } from './MyProductsTable.tsx';
import { cacheAnsweredBy, headersOf, pageMarkup, rowsOf } from './page-samples.tsx';
import { listedSample, without } from './product-samples.ts';

function table(...products: ListedProduct[]): string {
  return pageMarkup(
    <MyProductsTable onDelete={() => {}} products={products} ref={createRef()} />,
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
    expect(available).toMatch(/^1 Alto saxophone Edit Alto saxophone \$1,250 Woodwind Delete/);
    expect(available).toContain(' Available ');
    expect(booked).toMatch(/^2 .* \$1,250 None Delete .* Booked /);
    expect(advertised).toMatch(/^3 .* Delete Alto saxophone Advertised Advertised/);
    expect(advertised).not.toContain('Available');
    expect(sold).toMatch(/^4 .* Sold Sold Out$/);
  });
});
