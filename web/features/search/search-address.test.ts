import { describe, expect, test } from 'vitest';
import { filterFields } from '#contract/search/search-filters.ts';
import { readSearchAddress, searchAddress, without } from './search-address.ts';

const read = (query: string) => readSearchAddress(new URLSearchParams(query));

describe('the address of a search', () => {
  test('the address of a search has the whole state, and is written as it was read', () => {
    const query =
      'q=jv-1080+%26+more&exact=1&category=Keyboard&condition=Good&brand=Roland&minPrice=100&maxPrice=899.5' +
      '&minYear=1985&maxYear=2001&place=Saint-%C3%89tienne&sendTo=everywhere&verified=1&free=1&sort=-price' +
      '&cursor=24.0190f3c2-0000-7000-8000-000000000001';
    const { state, errors } = read(query);
    expect(state).toEqual({
      q: 'jv-1080 & more',
      exact: '1',
      category: 'Keyboard',
      condition: 'Good',
      brand: 'Roland',
      minPrice: 100,
      maxPrice: 899.5,
      minYear: 1985,
      maxYear: 2001,
      place: 'Saint-Étienne',
      sendTo: 'everywhere',
      verified: '1',
      free: '1',
      sort: '-price',
      cursor: '24.0190f3c2-0000-7000-8000-000000000001',
    });
    expect(errors).toEqual({});
    expect(searchAddress(state)).toBe(`/search?${query}`);
  });

  test('the address of an empty search is that of the page', () => {
    expect(read('')).toEqual({ state: {}, errors: {} });
    expect(searchAddress({})).toBe('/search');
  });

  test('the address may have the empty fields of a form that was sent without scripts', () => {
    const query = 'q=+&category=&condition=&minPrice=&maxPrice=&place=&sendTo=&sort=newest';
    expect(read(query)).toEqual({ state: { sort: 'newest' }, errors: {} });
  });

  test.each([
    'category=Kazoo',
    'category=brass',
    'condition=Mint',
    'verified=yes',
    'free=0',
    'sort=cheapest',
    'cursor=next',
    'colour=red',
    '__proto__=1',
    'constructor=1',
  ])('the meaningless %s in an address is ignored', (query) => {
    expect(read(query)).toEqual({ state: {}, errors: {} });
  });

  test.each([
    ['250', 250],
    ['0', 0],
    [' $1,250.50 ', 1250.5],
    ['12,50', 12.5],
    ['1000000', 1_000_000],
  ])('the address of a search accepts the price %s', (typed, dollars) => {
    expect(read(`minPrice=${encodeURIComponent(typed)}`).state.minPrice).toBe(dollars);
  });

  test.each([
    ['minPrice', 'cheap'],
    ['maxPrice', '-5'],
    ['minPrice', '1.99999'],
    ['maxPrice', '1000001'],
    ['minPrice', '1e3'],
    ['minYear', '62'],
    ['maxYear', '2100'],
    ['minYear', '1962.5'],
  ] as const)(
    'a value that a field does not accept is kept, with the reason: %s=%s',
    (field, typed) => {
      const { state, errors } = read(`${field}=${typed}&place=Leeds`);
      expect(state).toEqual({ place: 'Leeds' });
      expect(errors[field]?.typed).toBe(typed);
      expect(errors[field]?.message).toMatch(/^(Type the (price|year)|Use at most two digits)/);
    },
  );

  test('searches without a zone that the shop does not have, with the reason', () => {
    const { state, errors } = read('sendTo=moon&place=Leeds');
    expect(state).toEqual({ place: 'Leeds' });
    expect(errors).toEqual({
      sendTo: { typed: 'moon', message: 'The shop has no such zone' },
    });
  });

  test('the upper end of a reversed range is named, and not searched for', () => {
    const { state, errors } = read('minPrice=500&maxPrice=100&minYear=2000&maxYear=1990');
    expect(state).toEqual({ minPrice: 500, minYear: 2000 });
    expect(errors).toEqual({
      maxPrice: { typed: '100', message: 'The highest price is below the lowest' },
      maxYear: { typed: '1990', message: 'The last year is before the first' },
    });
  });

  test('the words of an address are cut to the length that a search accepts', () => {
    expect(read(`q=${'b'.repeat(300)}`).state.q).toHaveLength(100);
  });

  test('a place in an address can be as long as sellers write it', () => {
    const place = `${'Sankt '.repeat(18)}Peter`;
    expect(read(`place=${encodeURIComponent(place)}`).state).toEqual({ place });
  });
});

test('a filter by zone is left out with all other filters', () => {
  const { state } = read('q=horn&sendTo=everywhere&free=1');
  expect(without(state, ...filterFields)).toEqual({ q: 'horn' });
});

test('a state without a filter begins with its first page', () => {
  const { state } = read(
    'q=horn&category=Brass&free=1&cursor=24.0190f3c2-0000-7000-8000-000000000001',
  );
  expect(without(state, 'category')).toEqual({ q: 'horn', free: '1' });
});
