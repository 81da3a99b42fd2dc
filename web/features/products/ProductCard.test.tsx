import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { ListedProduct } from '#contract/products/products.ts';
import { SiteContext } from '../../hydration/site.ts';
import { WishlistHeart } from '../wishlist/WishlistHeart.tsx';
import { ProductCard } from './ProductCard.tsx';
import { cacheAnsweredBy, pageMarkup, textOf } from './page-samples.tsx';
import { listedSample, without } from './product-samples.ts';

function card(product: ListedProduct, parts: Partial<Parameters<typeof ProductCard>[0]> = {}) {
  return renderToStaticMarkup(
    <SiteContext value={{ origin: '', renderedAtMs: Date.parse('2026-11-21T12:00:00Z') }}>
      <MemoryRouter>
        <ProductCard heart={null} booking={{ to: '/login' }} product={product} {...parts} />
      </MemoryRouter>
    </SiteContext>,
  );
}

describe('a product card', () => {
  test('a product card has everything that the specification lists', () => {
    const text = textOf(card(listedSample()));
    for (const part of [
      'Price $1,250',
      'Original price $2,100',
      'Alto saxophone',
      'Serviced last spring.',
      'Condition Good',
      'Years of use 12 years',
      'Bought in 2014',
      'Ada Marsh',
      'Leeds',
      'see details',
      'Listed Oct 14, 2026',
      'Book Now',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('a sold product has no card', () => {
    expect(card(listedSample({ status: 'sold' }))).toBe('');
  });

  test('a product card has the Sale badge only while it is advertised', () => {
    expect(textOf(card(listedSample({ status: 'advertise' })))).toContain(' Sale ');
    expect(textOf(card(listedSample()))).not.toContain(' Sale ');
  });

  test('a card says for how much more it was offered before its price dropped', () => {
    const dropped = card(listedSample({ priceBefore: 1_400 }));
    expect(textOf(dropped)).toContain('Price dropped');
    expect(textOf(dropped)).toContain('Price $1,250 Price before $1,400');
    // One price that is struck through is enough for the eye.
    expect(dropped).toMatch(/<span class="sr-only"><span class="sr-only">Original price/);
    expect(textOf(card(listedSample()))).not.toContain('Price before');
  });

  test('a card without an original price says N/A, but not to the eye', () => {
    const markup = card(without(listedSample(), 'originalPrice'));
    expect(textOf(markup)).toContain('Original price N/A');
    expect(markup).toMatch(
      /<span class="sr-only"><span class="sr-only">Original price <\/span><span>N\/A/,
    );
  });

  test('a card has no paragraph for a description without words', () => {
    expect(card(listedSample({ description: '  ' }))).not.toMatch(/<p[^>]*>\s*<\/p>/);
  });

  test('the original price is struck through only when it is higher', () => {
    expect(card(listedSample())).toContain('<s>$2,100</s>');
    expect(card(listedSample({ originalPrice: 900 }))).not.toContain('<s>');
  });

  test('a verified seller, and no other, has the badge', () => {
    const verified = card(listedSample({ userRole: 'verified' }));
    expect(verified).toContain('aria-label="Verified Seller"');
    expect(verified).toContain('title="Verified Seller"');
    expect(textOf(verified)).toContain(' Verified ');
    expect(card(listedSample())).not.toContain('Verified Seller');
  });

  test('the Tab key stops only at the product and at the booking of a card', () => {
    const verified = listedSample({ userRole: 'verified', sellerId: 'ada' });
    const heart = <WishlistHeart isOnCard product={verified} />;
    const markup = pageMarkup(
      <ProductCard booking={{ open: () => {} }} heart={heart} product={verified} />,
      { pattern: '/', address: '/' },
      cacheAnsweredBy(() => []),
    );
    const stops = markup.match(/<(a|button)[ >][^>]*>/g) ?? [];
    expect(stops).toHaveLength(4);
    expect(stops.filter((stop) => !stop.includes('tabindex="-1"'))).toHaveLength(2);
    expect(markup).toContain('href="/sellers/ada"');
  });

  test('a product card links to the product’s page', () => {
    expect(card(listedSample())).toContain(`href="/products/${listedSample()._id}"`);
  });

  test('a product card books with what the page passes in: a link or a button', () => {
    expect(card(listedSample())).toMatch(/<a [^>]*href="\/login".*Book Now.*<\/a>/);
    expect(card(listedSample(), { booking: { open: () => {} } })).toMatch(
      /<button .*Book Now.*<\/button>/,
    );
  });

  test('a product card has the wishlist heart', () => {
    expect(
      textOf(card(listedSample(), { heart: <button type="button">Wishlisted</button> })),
    ).toContain('Wishlisted');
  });

  test('a long description is cut off after 100 characters on a card', () => {
    const description = 'x'.repeat(150);
    expect(textOf(card(listedSample({ description })))).toContain(` ${'x'.repeat(100)}… `);
  });

  test('a product card has no style attribute, which the content security policy would block', () => {
    expect(card(listedSample({ userRole: 'verified', status: 'advertise' }))).not.toContain(
      ' style=',
    );
  });
});
