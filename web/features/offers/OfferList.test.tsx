import { expect, test } from 'vitest';
import type { Offer } from '#contract/offers/offers.ts';
import { cardsOf, pageMarkup } from '../products/page-samples.tsx';
import { cacheAt } from '../users/user-samples.ts';
import { OfferList } from './OfferList.tsx';
import { OfferPanel } from './OfferPanel.tsx';
import { lastOfferQuery, offersQuery } from './queries.ts';

const email = 'ada@reprise.test';
const place = { pattern: '/', address: '/' };

const offer: Offer = {
  _id: '01900000-0000-7000-8000-000000000001',
  productId: '01900000-0000-7000-8000-000000000002',
  name: 'Trumpet',
  image: 'https://images.example/trumpet.jpg',
  price: 75,
  side: 'seller',
  person: 'Bea',
  state: 'open',
  turn: 'seller',
  amount: 60,
  shipping: 12.5,
  total: 72.5,
  delivery: { method: 'shipping', zone: 'everywhere', zoneName: 'Everywhere' },
  amounts: [60],
  time: '2024-11-03T10:00:00.000Z',
  changedAt: '2024-11-03T10:00:00.000Z',
  expiresAt: '2099-11-05T10:00:00.000Z',
};

function cardOf(difference: Partial<Offer>): string {
  const shown = { ...offer, ...difference };
  const { cache } = cacheAt({});
  const pages = [{ items: [shown], nextCursor: null }];
  const { queryKey } = offersQuery(email, shown.side, 'live');
  cache.setQueryData(queryKey, { pages, pageParams: [null] });
  const list = (
    <OfferList
      email={email}
      empty=""
      name="Offers"
      part="live"
      side={shown.side}
      titleOf={({ name }) => name}
    />
  );
  const [card = ''] = cardsOf(pageMarkup(list, place, cache));
  cache.clear();
  return card;
}

test.each(['buyer', 'seller'] as const)(
  'the %s of an offer reads where it is sent, what that costs and the total',
  (side) => {
    const card = cardOf({ side });
    expect(card).toContain('$60');
    expect(card).toMatch(/Shipping Everywhere ?, \$12\.50 Total \$72\.50/);
  },
);

test('an offer says when sending is free, when it is fetched, and nothing when its buyer did not choose', () => {
  const free = cardOf({ shipping: 0, total: 60 });
  expect(free).toContain('Shipping Everywhere , free');
  expect(free).not.toContain('Total');
  expect(cardOf({ shipping: 0, delivery: { method: 'pickup' } })).toContain('Delivery Pickup');
  expect(cardOf({ shipping: 0, delivery: undefined })).not.toMatch(/Delivery|Shipping/);
});

test('the offer above a conversation has the same', () => {
  const { cache } = cacheAt({});
  const { productId, _id: withId } = offer;
  cache.setQueryData(lastOfferQuery(email, 'seller', productId, withId).queryKey, offer);
  const panel = <OfferPanel email={email} productId={productId} side="seller" withId={withId} />;
  expect(pageMarkup(panel, place, cache).replace(/<[^>]*>/g, '')).toContain(
    'Shipping Everywhere, $12.50Total $72.50',
  );
  cache.clear();
});
