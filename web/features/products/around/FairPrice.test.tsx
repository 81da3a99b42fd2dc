import { describe, expect, test } from 'vitest';
import type { PriceComparison } from '#contract/products/similar-products.ts';
import { cacheAnsweredBy, pageMarkup, textOf } from '../page-samples.tsx';
import { singleSample } from '../product-samples.ts';
import { productPriceQuery } from '../queries.ts';
import { FairPrice } from './FairPrice.tsx';

const product = singleSample({ price: 450, condition: 'Fair' });

const comparison: PriceComparison = {
  match: 'model',
  kind: 'saxophone',
  count: 8,
  sold: 6,
  onSale: 2,
  lowest: 300,
  lowerQuartile: 400,
  median: 500.5,
  upperQuartile: 600,
  highest: 900,
  soldMedian: 480,
  conditions: [
    { condition: 'Excellent', count: 3 },
    { condition: 'Good', count: 0 },
    { condition: 'Fair', count: 5 },
  ],
  place: 'about usual',
};

async function markupOf(reply: object, shown = product): Promise<string> {
  const cache = cacheAnsweredBy(() => reply);
  await cache.prefetchQuery(productPriceQuery(shown._id));
  return pageMarkup(<FairPrice product={shown} />, { pattern: '/', address: '/' }, cache);
}

describe('the prices of similar instruments', () => {
  test('the prices of similar instruments have figures, and say what was compared in which conditions', async () => {
    const words = textOf(await markupOf({ comparison }));
    for (const part of [
      'About usual',
      'Half of the similar ones cost $400 to $600.',
      'Lowest $300',
      'Middle half $400 to $600',
      'Median $500.50',
      'Highest $900',
      'Sold here, median $480',
      'Compared with 8 of the same model from other sellers (6 sold here and 2 on sale now), in different conditions: 3 Excellent, 5 Fair.',
      'This one is in Fair condition.',
    ]) {
      expect(words).toContain(part);
    }
  });

  test('the comparison says when all are in the same condition, and when the price is low', async () => {
    const below = { ...comparison, condition: 'Fair', match: 'name', place: 'below most' };
    const words = textOf(await markupOf({ comparison: { ...below, lowerQuartile: 470 } }));
    expect(words).toContain('$450 is lower than three quarters of them.');
    expect(words).toContain('8 instruments with a similar name');
    expect(words).toContain('all in Fair condition.');
    expect(words).not.toContain('This one is in Fair condition.');
  });

  test('the comparison does not judge the price of a sold instrument, and is missing without similar ones', async () => {
    const sold = singleSample({ status: 'sold', price: 450 });
    expect(textOf(await markupOf({ comparison }, sold))).not.toContain('About usual');
    expect(await markupOf({})).toBe('');
  });

  test('the comparison is a chart with a text alternative, even for a price outside of the others', async () => {
    const cheap = singleSample({ price: 100 });
    const markup = await markupOf({ comparison }, cheap);
    expect(markup).toContain(
      'aria-label="8 prices from $300 to $900, half of them between $400 and $600. The price here is $100."',
    );
    const positions = [...markup.matchAll(/ (?:x|x1|x2|width)="(-?[\d.]+)%"/g)].map(([, at]) =>
      Number(at),
    );
    expect(Math.min(...positions)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...positions)).toBeLessThanOrEqual(100);
  });
});
