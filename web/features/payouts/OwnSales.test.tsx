import { expect, test } from 'vitest';
import { paidSample } from '#contract/bookings/booking-samples.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { headersOf, pageMarkup, rowsOf } from '../products/page-samples.tsx';
import { cacheAt } from '../users/user-samples.ts';
import { OwnSales } from './OwnSales.tsx';
import { ownSalesQuery } from './queries.ts';

const email = 'ada@reprise.test';

function markupOf(...items: Booking[]): string {
  const { cache } = cacheAt({});
  const pages = [{ items, nextCursor: null }];
  cache.setQueryData(ownSalesQuery(email).queryKey, { pages, pageParams: [null] });
  const place = { pattern: '/', address: '/' };
  const markup = pageMarkup(<OwnSales email={email} />, place, cache);
  cache.clear();
  return markup;
}

const sent = paidSample({
  name: 'Trumpet',
  price: 120.5,
  shipping: 12.5,
  total: 133,
  refund: { amount: 40, shipping: 12.5, state: 'refunded' },
  earnings: { amount: 86.02, commission: 6.98, payout: 'due' },
});
const fetched = paidSample({
  _id: '01900000-0000-7000-8000-00000000000f',
  name: 'Cello',
  price: 75,
  total: 75,
  earnings: { amount: 75, commission: 0, payout: 'pending' },
});

test('a sale has its price, sending, refund and the shop’s share, which add up to what its seller gets', () => {
  const markup = markupOf(sent, fetched);
  expect(headersOf(markup)).toEqual([
    'Instrument',
    'Price',
    'Shipping',
    'Refunded',
    'Shop’s share',
    'You get',
  ]);
  const [ofSent, ofFetched] = rowsOf(markup);
  expect(ofSent).toMatch(/120\.50.*\$12\.50.*−\$40\.00.*−\$6\.98.*\$86\.02/);
  expect(ofFetched).toMatch(/75\.00.*\$0\.00.*\$0\.00.*\$0\.00.*\$75\.00/);
});

test('a seller whose sales were all fetched, without a commission, reads price and money alone', () => {
  expect(headersOf(markupOf(fetched))).toEqual(['Instrument', 'Price', 'You get']);
});
