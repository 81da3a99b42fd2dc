import { describe, expect, test } from 'vitest';
import { paths } from '#contract/page-paths.ts';
import { MyProductsList } from './MyProductsList.tsx';
import { ProductPage } from './ProductPage.tsx';
import { cacheAnsweredBy, pageMarkup } from './page-samples.tsx';
import { listedSample, singleSample } from './product-samples.ts';
import { ownProductsQuery, productQuery } from './queries.ts';

const name = `🎺 בוק <script>alert(1)</script> ${'x'.repeat(120)}`.slice(0, 120);
const description = `שלום.\n\n<script>alert(2)</script>\n\n${'A long story. '.repeat(400)}`.slice(
  0,
  5_000,
);
const written = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

describe('a listing with the oddest name and the longest description', () => {
  test('an odd listing is shown letter for letter, with each part in its own text direction', async () => {
    const product = singleSample({ name, description });
    const cache = cacheAnsweredBy(() => product);
    await cache.prefetchQuery(productQuery(product._id));
    const place = { pattern: paths.product.pattern, address: paths.product(product._id) };
    const markup = pageMarkup(<ProductPage />, place, cache);
    expect(markup).toContain(`<bdi>${written(name)}</bdi></h1>`);
    expect(markup).toContain('<p dir="auto">שלום.</p>');
    expect(markup).toContain('<p dir="auto">&lt;script&gt;alert(2)&lt;/script&gt;</p>');
    expect(markup).toContain('<p dir="auto">A long story. A long story.');
    expect(markup).not.toContain('<script');
  });

  test('an odd listing is in its seller’s table', () => {
    const email = 'ada@reprise.test';
    const cache = cacheAnsweredBy(() => []);
    cache.setQueryData(ownProductsQuery(email).queryKey, {
      pages: [{ items: [listedSample({ name, description })], nextCursor: null }],
      pageParams: [null],
    });
    const place = { pattern: paths.myProducts.pattern, address: paths.myProducts() };
    const markup = pageMarkup(
      <MyProductsList email={email} withoutCategory={false} />,
      place,
      cache,
    );
    expect(markup).toContain(`<bdi>${written(name)}</bdi>`);
    expect(markup).not.toContain('<script');
  });
});
