import { describe, expect, test } from 'vitest';
import { everywhere, setShopZones } from '#contract/delivery/shop-zones.ts';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { CallFailure } from '../../api/failures.ts';
import { ProductPage } from './ProductPage.tsx';
import { cacheAnsweredBy, pageMarkup, textOf } from './page-samples.tsx';
import { singleSample, without } from './product-samples.ts';
import { productQuery, similarProductsQuery } from './queries.ts';

const id = singleSample()._id;
const place = { pattern: paths.product.pattern, address: paths.product(id) };

async function page(answer: () => unknown): Promise<string> {
  const cache = cacheAnsweredBy(answer);
  await cache.prefetchQuery(productQuery(id));
  await cache.prefetchQuery(similarProductsQuery(id));
  return pageMarkup(<ProductPage />, place, cache);
}
const pageOf = (product: SingleProduct) => page(() => product);

function refuse(status: number, detail: string): never {
  throw new CallFailure({ status, detail });
}

describe("a product's page", () => {
  test('a product’s page shows everything about it', async () => {
    const words = textOf(await pageOf(singleSample({ userRole: 'verified' })));
    for (const part of [
      'Home / Woodwind / Alto saxophone',
      'Price $1,250',
      'Original price $2,100',
      'You save 40%',
      'Condition Good',
      'Years of use 12 years',
      'Bought in 2014',
      'Location Leeds',
      'Sold by Ada Marsh',
      'Member since November 2024',
      'Listed Oct 14, 2026',
      'Return it within 3 days for a full refund',
      'Good (this instrument)',
    ]) {
      expect(words).toContain(part);
    }
  });

  test('a product’s page says from which price it has dropped, but not once it is sold', async () => {
    const words = async (status: 'available' | 'sold') =>
      textOf(await pageOf(singleSample({ status, priceBefore: 1_400 })));
    expect(await words('available')).toContain('Price dropped from $1,400');
    expect(await words('sold')).not.toContain('Price dropped');
  });

  test('a product’s page says beside Book Now how long a booking reserves it, but not for a sold one', async () => {
    const words = 'Reserve for 48 hours, pay later';
    expect(textOf(await pageOf(singleSample({ holdHours: 48 })))).toContain(words);
    const sold = singleSample({ status: 'sold', holdHours: 48 });
    expect(textOf(await pageOf(sold))).not.toContain('pay later');
    expect(textOf(await pageOf(singleSample()))).not.toContain('pay later');
  });

  test('a product’s page folds a long description, all of which is in the HTML', async () => {
    const last = 'The case is included.';
    const description = `${'It was played every day. '.repeat(80)}\n\n${last}`;
    const markup = await pageOf(singleSample({ description }));
    expect(markup).toMatch(/<button[^>]* aria-expanded="false"[^>]*>.*Read more.*<\/button>/);
    expect(markup).toContain(last);
    expect(await pageOf(singleSample())).not.toContain('Read more');
  });

  test.each([
    ['Alto saxophone', null],
    ['Alto saxophone in E flat with a case and two mouthpieces', 'text-heading'],
    ['Alto saxophone '.repeat(8).trim(), 'text-subheading'],
  ])('a longer name has a smaller heading: %s', async (name, size) => {
    const markup = await pageOf(singleSample({ name }));
    const heading = /<h1 class="([^"]*)"/.exec(markup)?.[1]?.split(' ') ?? [];
    expect(heading.find((one) => one.startsWith('text-')) ?? null).toBe(size);
  });

  test('a product’s page does not offer shipping when the owner has removed its zones', async () => {
    const words = async (pickup: boolean) =>
      textOf(await pageOf(singleSample({ delivery: { pickup, shipping: {} } })));
    expect(await words(true)).not.toContain('have it shipped');
    expect(await words(false)).not.toContain('It ships from');
    expect(await words(false)).toContain('Ask the seller how you get it');
  });

  test('a product’s page says from where to where it ships, for how much, how long, and insured', async () => {
    setShopZones([
      { id: 'de', name: 'Germany', days: { from: 3, to: 6 }, insured: true },
      { id: 'gb', name: 'United Kingdom', days: { from: 1, to: 1 } },
      { id: 'world', name: 'Everywhere else' },
    ]);
    const shipping = { de: 28, gb: 0, world: 60 };
    const words = async (pickup: boolean) =>
      textOf(await pageOf(singleSample({ delivery: { pickup, shipping } })));
    expect(await words(true)).toContain(
      'Pick it up, or have it shipped from Leeds Germany 3 to 6 days, insured $28 United Kingdom 1 day free Everywhere else $60',
    );
    expect(await words(false)).toContain('It ships from Leeds');
    setShopZones([everywhere]);
  });

  test('a guest who books is sent to the login page', async () => {
    expect(await pageOf(singleSample())).toMatch(/<a [^>]*href="\/login"[^>]*><span>Book Now/);
  });

  test('the page of a sold product shows Sold, without booking, saving or reassurances', async () => {
    const words = textOf(await pageOf(singleSample({ status: 'sold' })));
    expect(words).toContain(' Sold ');
    expect(words).not.toContain('Book Now');
    expect(words).not.toContain('You save');
    expect(words).not.toContain('Book it, and it is reserved');
  });

  test('a product’s page shows N/A and no saving when there is no original price', async () => {
    const words = textOf(await pageOf(without(singleSample(), 'originalPrice')));
    expect(words).toContain('Original price N/A');
    expect(words).not.toContain('You save');
  });

  test('a product’s page keeps the paragraphs of the description', async () => {
    const markup = await pageOf(singleSample({ description: 'First.\nStill.\n\nSecond.' }));
    expect(markup).toContain('<p dir="auto">First.\nStill.</p><p dir="auto">Second.</p>');
  });

  test('an unknown product has the not-found page', async () => {
    const words = textOf(await page(() => refuse(404, 'There is no such product')));
    expect(words).toContain('Back To Home');
  });

  test('a product’s page says why it failed to load and offers to try again', async () => {
    const words = textOf(await page(() => refuse(503, 'The shop is closed for a moment')));
    expect(words).toContain('The shop is closed for a moment');
    expect(words).toContain('Try again');
  });

  test('a product’s page shows a skeleton while it is loading, and says so', () => {
    const markup = pageMarkup(<ProductPage />, place, cacheAnsweredBy(singleSample));
    expect(textOf(markup)).toContain('Loading the instrument');
  });
});
