import { afterEach, expect, test } from 'vitest';
import { setShopZones } from '#contract/delivery/shop-zones.ts';
import { chipsOf } from './FilterChips.tsx';

afterEach(() => setShopZones(undefined));

test('each filter has one chip, including both ends of a range', () => {
  const chips = chipsOf({
    q: 'horn',
    category: 'Brass',
    condition: 'Good',
    minPrice: 100,
    maxPrice: 1250,
    minYear: 1960,
    brand: 'Besson',
    place: 'Leeds',
    sendTo: 'everywhere',
    verified: '1',
    free: '1',
    sort: 'price',
  });
  expect(chips).toEqual([
    { label: 'Brass', fields: ['category'] },
    { label: 'Good', fields: ['condition'] },
    { label: 'Besson', fields: ['brand'] },
    { label: '$100 to $1,250', fields: ['minPrice', 'maxPrice'] },
    { label: 'Bought in 1960 or later', fields: ['minYear', 'maxYear'] },
    { label: 'Leeds', fields: ['place'] },
    { label: 'Can be shipped', fields: ['sendTo'] },
    { label: 'Verified sellers', fields: ['verified'] },
    { label: 'Available now', fields: ['free'] },
  ]);
});

test.each([
  [{ minPrice: 0 }, 'From $0'],
  [{ maxPrice: 89.5 }, 'Up to $89.50'],
  [{ maxYear: 1980 }, 'Bought in 1980 or earlier'],
  [{ minYear: 1970, maxYear: 1980 }, 'Bought 1970 to 1980'],
])('the chip of %o reads %s', (state, label) => {
  expect(chipsOf(state).map((chip) => chip.label)).toEqual([label]);
});

test('the chip of a zone has its name, also where the shop has only that one', () => {
  setShopZones([{ id: 'de', name: 'Germany' }]);
  expect(chipsOf({ sendTo: 'de' })).toEqual([{ label: 'Ships to Germany', fields: ['sendTo'] }]);
  expect(chipsOf({ sendTo: 'at' })).toEqual([
    { label: 'Ships to a zone that the shop has removed', fields: ['sendTo'] },
  ]);
});

test('words and order are no filters', () => {
  expect(chipsOf({ q: 'horn', sort: 'price', exact: '1' })).toEqual([]);
});
