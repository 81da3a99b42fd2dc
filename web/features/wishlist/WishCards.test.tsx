import { createRef } from 'react';
import { describe, expect, test } from 'vitest';
import type { WishlistItem } from '#contract/wishlist/wishlist.ts';
import { cacheAnsweredBy, cardsOf, pageMarkup } from '../products/page-samples.tsx';
import { WishCards } from './WishCards.tsx';

const productId = '01900000-0000-7000-8000-000000000001';

function wish(difference: Partial<WishlistItem> = {}): WishlistItem {
  return {
    _id: 'wish',
    name: 'Alto saxophone',
    price: 1250,
    paid: false,
    sold: false,
    productId,
    heldUntil: null,
    image: '/pictures/1/1200.webp',
    picture: {
      base: '/pictures/1',
      widths: [480, 1200],
      avif: false,
      width: 1200,
      height: 900,
      placeholder: 'data:image/webp;base64,',
    },
    time: '2026-11-20T12:00:00.000Z',
    ...difference,
  };
}

function cards(...wishes: WishlistItem[]): string {
  return pageMarkup(
    <WishCards onDelete={() => {}} ref={createRef()} wishes={wishes} />,
    { pattern: '/', address: '/' },
    cacheAnsweredBy(() => []),
  );
}

describe('the cards of the wishlist', () => {
  test('wishlist cards have the fields of the specification, serial, name, price, status, delete, and the picture', () => {
    // What deletes it is in the menu.
    expect(cardsOf(cards(wish()))).toEqual([
      'Serial 1 Alto saxophone $1,250 On your list since Nov 20 UTC Available Pay for Alto saxophone More for Alto saxophone',
    ]);
    expect(cards(wish())).toContain(`src="${wish().image}"`);
    expect(cards(wish())).toContain('/pictures/1/480.webp 480w');
  });

  test('Pay links to the payment of the person’s own booking, otherwise to the product', () => {
    const whereto = (markup: string) => /<a [^>]*href="([^"]*)"[^>]*>Pay</.exec(markup)?.[1];
    expect(whereto(cards(wish({ bookingId: 'mine' })))).toBe('/dashboard/payment/mine');
    expect(whereto(cards(wish()))).toBe(`/products/${productId}`);
  });

  test('a wishlist card shows Paid for the user’s own purchase, and Sold for another user’s', () => {
    const gone = { paid: true, sold: true };
    expect(cardsOf(cards(wish({ ...gone, bookingId: 'mine' })))[0]).toContain(' Paid ');
    const [others] = cardsOf(cards(wish(gone)));
    expect(others).toContain(' Sold ');
    expect(others).not.toContain('Pay');
  });
});
