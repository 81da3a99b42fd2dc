import { describe, expect, test } from 'vitest';
import { specifiedCategories } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { CallFailure } from '../../api/failures.ts';
import { cacheAnsweredBy, pageMarkup, textOf } from '../products/page-samples.tsx';
import { listedSample } from '../products/product-samples.ts';
import { advertisedQuery, newestQuery } from '../products/queries.ts';
import { HomePage } from './HomePage.tsx';

const place = { pattern: paths.home.pattern, address: paths.home() };

async function page(answer: () => unknown): Promise<string> {
  const cache = cacheAnsweredBy(answer);
  await cache.prefetchQuery(advertisedQuery());
  return pageMarkup(<HomePage />, place, cache);
}

const one = { count: 1, isExact: true };

async function withNewest(answer: () => unknown): Promise<string> {
  const cache = cacheAnsweredBy(answer);
  cache.setQueryData(advertisedQuery().queryKey, []);
  await cache.prefetchQuery(newestQuery());
  return pageMarkup(<HomePage />, place, cache);
}

describe('the home page', () => {
  test('the home page shows the advertised products, but none sold in the meantime', async () => {
    const markup = await page(() => [
      listedSample({ name: 'Cornet', status: 'advertise' }),
      listedSample({ _id: 'sold', name: 'Gone', status: 'sold' }),
    ]);
    expect(textOf(markup)).toContain('Cornet');
    expect(textOf(markup)).not.toContain('Gone');
    // Nor an empty slide in its place.
    expect(markup).toContain('aria-label="1 of 1"');
  });

  test('the categories are below the window and above the newest products', async () => {
    const words = textOf(
      await withNewest(() => ({ items: [listedSample({ name: 'Ocarina' })], total: one })),
    );
    expect(words).toMatch(/In the window.*Find your section.*Just in.*Ocarina/);
  });

  test('guests who may see only the advertised products do not get the newest', async () => {
    const words = textOf(
      await withNewest(() => ({ items: [listedSample()], total: one, isLimited: true })),
    );
    expect(words).not.toContain('Just in');
  });

  test('the home page says that the newest did not load, and shows the rest', async () => {
    const words = textOf(
      await withNewest(() => {
        throw new CallFailure({ status: 503, detail: 'The shop is closed for a moment' });
      }),
    );
    expect(words).toContain('The newest instruments did not load');
    expect(words).toContain('Find your section');
  });

  test('the home page links to the five categories', async () => {
    const markup = await page(() => []);
    for (const category of specifiedCategories) {
      expect(markup).toContain(`href="/category/${category}"`);
    }
  });

  test('the home page has its reassurances: return within 3 days, safe payment, buyer protection', async () => {
    const words = textOf(await page(() => []));
    expect(words).toMatch(
      /You have 3 days from the day you receive it to return it for a full refund/,
    );
    expect(words).toContain('Safe payment');
    expect(words).toContain('Buyer protection');
  });

  test('the home page says that nothing is advertised', async () => {
    expect(textOf(await page(() => []))).toContain('The window is empty today');
  });

  test('the home page still renders when the products fail to load, says why and offers to try again', async () => {
    const words = textOf(
      await page(() => {
        throw new CallFailure({ status: 503, detail: 'The shop is closed for a moment' });
      }),
    );
    expect(words).toContain('The shop is closed for a moment');
    expect(words).toContain('Try again');
    expect(words).toContain('Find your section');
  });

  test('the home page has one top-level heading', async () => {
    expect((await page(() => [listedSample()])).match(/<h1[ >]/g)).toHaveLength(1);
  });
});
