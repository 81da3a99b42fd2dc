import { afterEach, describe, expect, test } from 'vitest';
import { setShopZones } from '#contract/delivery/shop-zones.ts';
import { textOf } from '../products/page-samples.tsx';
import {
  advertised,
  exactly,
  markup,
  type Reply,
  replyWith,
  words,
} from './search-page-samples.tsx';

describe('the filter by zone', () => {
  afterEach(() => setShopZones(undefined));
  const germany = { id: 'de', name: 'Germany' };
  const austria = { id: 'at', name: 'Austria' };
  const facetsWith = (sendTo: NonNullable<Reply['facets']>['sendTo']) => ({
    category: [],
    condition: [],
    brand: [],
    kind: [],
    language: [],
    playingState: [],
    place: [],
    verified: exactly(3),
    dropped: exactly(0),
    free: exactly(8),
    sendTo,
  });
  const fieldsOf = (html: string) =>
    html.match(/<(?:input|select)[^>]* name="sendTo"[^>]*>/g) ?? [];

  test('the filter by zone is a select with a number for each zone where the shop has several', async () => {
    setShopZones([germany, austria]);
    const facets = facetsWith([
      { value: 'de', count: 27, isExact: false },
      { value: 'at', count: 0, isExact: true },
    ]);
    const html = await markup({ sendTo: 'at' }, () => replyWith({ facets }));
    const [field, ...others] = fieldsOf(html);
    expect(field).toMatch(/^<select/);
    expect(field).not.toContain('aria-required');
    expect(others).toEqual([]);
    const options = [...html.matchAll(/<option value="(|de|at)"( selected="")?>(.*?)<\/option>/g)];
    expect(
      options.map(([, value, selected, label]) => [value, selected !== undefined, label]),
    ).toEqual([
      ['', false, 'No preference'],
      ['de', false, 'Germany (27 or more)'],
      ['at', true, 'Austria (0)'],
    ]);
    expect(textOf(html)).toContain('Remove the filter Ships to Austria');
  });

  test.each([
    ['everywhere', undefined, 'Can be shipped ( 5 )'],
    ['de', [germany], 'Ships to Germany ( 5 )'],
  ])('the filter by zone is a checkbox where %s is the only zone', async (value, zones, label) => {
    setShopZones(zones);
    const facets = facetsWith([{ value, count: 5, isExact: true }]);
    const off = await markup({ q: 'horn' }, () => replyWith({ total: exactly(5), facets }));
    expect(fieldsOf(off)).toEqual([expect.stringContaining(`value="${value}"`)]);
    expect(fieldsOf(off)[0]).not.toContain('checked');
    expect(textOf(off)).toContain(label);
    const on = await markup({ sendTo: value }, () => replyWith({ total: exactly(5), facets }));
    expect(fieldsOf(on)[0]).toContain('checked=""');
  });

  test('the filter by zone is absent where the shop ships nothing', async () => {
    setShopZones([]);
    const html = await markup({ sendTo: 'de' }, () => replyWith({ total: exactly(5) }));
    expect(textOf(html)).toContain('Verified sellers');
    expect(html).not.toContain('sendTo');
  });

  test.each([
    ['tick', undefined],
    ['select', [germany, austria]],
  ])('the %s says that the shop does not have the zone of an old address', async (_, zones) => {
    setShopZones(zones);
    const html = await markup({ sendTo: 'moon' }, () => replyWith({ total: exactly(5) }));
    const [field = ''] = fieldsOf(html);
    expect(field).toContain('aria-invalid="true"');
    const [, errorId] = field.match(/aria-describedby="([^"]+)"/) ?? [];
    expect(html).toMatch(new RegExp(`id="${errorId}".*?The shop has no such zone`));
    expect(textOf(html)).not.toContain('Remove the filter');
  });

  test('an empty search offers to remove the filter by zone', async () => {
    const html = await markup({ q: 'kazoo', sendTo: 'everywhere' }, () => replyWith());
    expect(textOf(html)).toContain('Remove a filter');
    expect(html).toContain('href="/search?q=kazoo"');
  });

  test('each result shows the price of shipping to the chosen zone, and none without a zone', async () => {
    const items = [
      { ...advertised, shipping: 12.5 },
      { ...advertised, _id: '01900000-0000-7000-8000-000000000002', shipping: 0 },
    ];
    const text = await words({ sendTo: 'everywhere' }, { items, total: exactly(2) });
    expect(text).toContain('+ $12.50 shipping');
    expect(text).toContain('Free shipping');
    const plain = await words({}, { items: [advertised], total: exactly(1) });
    expect(plain).not.toMatch(/shipping|Free shipping/);
  });
});
