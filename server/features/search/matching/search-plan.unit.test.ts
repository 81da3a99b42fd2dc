import { expect, it } from 'vitest';
import type { Frequencies } from './frequencies.ts';
import { planSearch } from './search-plan.ts';
import { pricesIn } from './slices.ts';

const words = {
  tiers: [[[['trumpet']], [['silver']]]],
  filters: [],
  priceRange: undefined,
  verified: undefined,
  free: false,
};

/** Both words are frequent, and half of everything costs between 64 and 128 dollars. */
const crowded = (bin: number, size: number) =>
  Math.floor(bin / 64) === 12 ? 0.5 * (size / 64) : 0;
function frequencies(): Frequencies {
  const shares = new Map([
    ['trumpet', 0.25],
    ['silver', 0.3],
  ]);
  for (const level of [0, 2, 4, 6]) {
    for (let at = 0; at < (27 * 64) / 2 ** level; at += 1) {
      const share = crowded(at * 2 ** level, 2 ** level);
      if (share > 0) shares.set(`p${level}:${at}`, share);
    }
  }
  return { products: 1e7, shares, rarestShare: 0.0005 };
}

it.each(['price', '-price'] as const)(
  'slices in the order %s are cut until each has few matches or about one price',
  (order) => {
    const known = frequencies();
    const place = { order, cursor: undefined, nowMs: 0 };
    const plan = planSearch({ ...words, ...place, frequencies: known });
    const probes = plan.kind === 'probes' ? plan.probes : [];
    const slices = probes.map(({ query }) => /'(p\d+:\d+)'/.exec(query)?.[1] ?? '');
    const matches = (slice: string) => (known.shares.get(slice) ?? 0.0005) * 0.25 * 0.3 * 1e7;
    const large = slices.filter((slice) => matches(slice) > 2_000);
    expect(large.every((slice) => slice.startsWith('p0:'))).toBe(true);
    const walked = probes.filter(({ walk }) => walk);
    expect(walked.length).toBe(large.length);
    expect(walked.length).toBeGreaterThan(0);
    // From 2^13 cents on there are 64 bins of 128 cents.
    expect(pricesIn('p0:832')).toEqual({ from: 8_192, to: 8_319 });
    expect(pricesIn('p4:52')).toEqual({ from: 8_192, to: 10_239 });
    // Together they are the whole range, in order, and where prices are sparse they are wide.
    const bins = slices.flatMap((slice) => {
      const [level = 0, at = 0] = slice.slice(1).split(':').map(Number);
      return Array.from({ length: 2 ** level }, (_, bin) => at * 2 ** level + bin);
    });
    expect(bins.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 27 * 64 }, (_, bin) => bin),
    );
    expect(slices.length).toBeLessThan(250);
    expect(slices.filter((slice) => slice.startsWith('p6:')).length).toBeGreaterThan(20);
  },
);

it('a made-up cursor of the far future asks for no more slices than one of today', () => {
  const anything = { ...words, tiers: [[]], frequencies: { ...frequencies(), rarestShare: 1 } };
  const wanted = { ...anything, order: 'newest' as const, nowMs: Date.now() };
  const forged = { key: 0, id: 'ffffffff-ffff-7000-8000-000000000000' };
  expect(planSearch({ ...wanted, cursor: forged })).toEqual(
    planSearch({ ...wanted, cursor: undefined }),
  );
});
