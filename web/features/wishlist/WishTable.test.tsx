import { createRef } from 'react';
import { describe, expect, test } from 'vitest';
import type { WishlistItem } from '#contract/wishlist.ts';
import { cacheAnsweredBy, headersOf, pageMarkup, rowsOf } from '../products/page-samples.tsx';
import { WishTable } from './WishTable.tsx';

const productId = '01900000-0000-7000-8000-000000000001';

function wish(difference: Partial<WishlistItem> = {}): WishlistItem {
  return {
    ...{
      _id: 'wish',
      name: 'Alto saxophone',
      price: 1250,
      paid: false,
      sold: false,
      productId,
      heldUntil: null,
    },
    image: '/pictures/1/1200.webp',
    time: '2026-11-20T12:00:00.000Z',
    ...difference,
  };
}

function table(...wishes: WishlistItem[]): string {
  return pageMarkup(
    <WishTable onDelete={() => {}} ref={createRef()} wishes={wishes} />,
    { pattern: '/', address: '/' },
    cacheAnsweredBy(() => []),
  );
}

describe('the wishlist table', () => {
  test('has the columns of the specification, and the picture', () => {
    const columns = ['Serial', 'Image', 'Name', 'Price', 'Status', 'Delete'];
    expect(headersOf(table(wish()))).toEqual(columns);
    expect(rowsOf(table(wish()))).toEqual([
      '1 Alto saxophone $1,250 Pay for Alto saxophone Delete Alto saxophone from your wishlist',
    ]);
  });

  test('Pay links to the payment of the person’s own booking, otherwise to the product', () => {
    const whereto = (markup: string) => /<a [^>]*href="([^"]*)"[^>]*>Pay</.exec(markup)?.[1];
    expect(whereto(table(wish({ bookingId: 'mine' })))).toBe('/dashboard/payment/mine');
    expect(whereto(table(wish()))).toBe(`/products/${productId}`);
  });

  test('shows Paid for the person’s own purchase, and Sold for somebody else’s', () => {
    const gone = { paid: true, sold: true };
    expect(rowsOf(table(wish({ ...gone, bookingId: 'mine' })))[0]).toContain(' Paid ');
    const [others] = rowsOf(table(wish(gone)));
    expect(others).toContain(' Sold ');
    expect(others).not.toContain('Pay');
  });
});
