import { describe, expect, test } from 'vitest';
import { paths } from '#contract/page-paths.ts';
import { CallFailure } from '../../api/failures.ts';
import { cacheAnsweredBy, pageMarkup, textOf } from '../products/page-samples.tsx';
import { listedSample } from '../products/product-samples.ts';
import { categoryQuery } from '../products/queries.ts';
import { CategoryPage } from './CategoryPage.tsx';

const place = { pattern: paths.category.pattern, address: paths.category('Brass') };

async function words(answer: () => unknown): Promise<string> {
  const cache = cacheAnsweredBy(answer);
  await cache.prefetchInfiniteQuery(categoryQuery('Brass'));
  return textOf(pageMarkup(<CategoryPage />, place, cache));
}

describe("a category's page", () => {
  test('a category’s page has the specification’s heading and shows its products', async () => {
    const text = await words(() => [listedSample({ name: 'Cornet' })]);
    expect(text).toContain('All Brass Product');
    expect(text).toContain('Cornet');
  });

  test('a category without products says so, with a link to others', async () => {
    const text = await words(() => []);
    expect(text).toContain('No Products Availble in this Category');
    expect(text).toContain('See what else is in the shop');
  });

  test('a category is empty when its products have all been sold in the meantime', async () => {
    expect(await words(() => [listedSample({ status: 'sold' })])).toContain(
      'No Products Availble in this Category',
    );
  });

  test('a category’s page says why it failed to load, and is not shown as empty', async () => {
    const text = await words(() => {
      throw new CallFailure({ status: 503, detail: 'The shop is closed for a moment' });
    });
    expect(text).toContain('The shop is closed for a moment');
    expect(text).toContain('Try again');
    expect(text).not.toContain('No Products');
  });

  test('a category’s page shows skeletons in the size of cards while it is loading', () => {
    const markup = pageMarkup(
      <CategoryPage />,
      place,
      cacheAnsweredBy(() => []),
    );
    expect(textOf(markup)).toContain('Loading All Brass Product');
    expect(markup).toContain('aria-busy="true"');
  });

  test('an unknown category has the not-found page', () => {
    const nowhere = { ...place, address: '/category/Kazoo' };
    const markup = pageMarkup(
      <CategoryPage />,
      nowhere,
      cacheAnsweredBy(() => []),
    );
    expect(textOf(markup)).toContain('Back To Home');
  });
});
