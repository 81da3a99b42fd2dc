import { describe, expect, test } from 'vitest';
import type { ListedProduct } from '#contract/products/products.ts';
import type { SellerProfile } from '#contract/products/sellers.ts';
import type { SellerReview } from '#contract/reviews/reviews.ts';
import { defaultShop } from '#contract/shop/default-shop.ts';
import type { PageRequest } from '#contract/shop/page.ts';
import { ReadFailure } from '#contract/shop/page.ts';
import { renderPage } from '../../entry-server.tsx';
import { english } from '../../testing/english.ts';
import { textOf } from '../products/page-samples.tsx';
import { listedSample } from '../products/product-samples.ts';

const origin = 'https://reprise.test';
const id = '01900000-0000-7000-8000-0000000000a1';
const seller: SellerProfile = {
  _id: id,
  name: 'Ada Marsh',
  userRole: 'verified',
  memberSince: '2024-11-03T10:00:00.000Z',
  onSale: { count: 2, isExact: true },
  sold: { count: 1_000, isExact: false },
  isLimited: true,
};

function render(
  {
    profile = {},
    products = [listedSample({ status: 'advertise' })],
    nextCursor = null,
    reviews = [],
  }: {
    profile?: Partial<SellerProfile>;
    products?: ListedProduct[];
    nextCursor?: string | null;
    reviews?: SellerReview[];
  } = {},
  address = `/sellers/${id}`,
) {
  const replies: Record<string, unknown> = {
    readSeller: { ...seller, ...profile },
    listSellerProducts: products,
    listSellerReviews: reviews,
  };
  const read = async (name: string) => ({ reply: replies[name], nextCursor });
  return renderPage({
    path: address,
    origin,
    language: english,
    shop: defaultShop,
    read: read as PageRequest['read'],
  });
}

describe('the public page of a seller', () => {
  test('the page of a seller is rendered on the server with the seller, the figures and what is on sale', async () => {
    const { status, body } = await render();
    expect(status).toBe(200);
    const text = textOf(body);
    for (const part of [
      'Ada Marsh',
      'Verified Seller : somebody at the shop has checked this account. It is no promise about an instrument.',
      'Member since November 2024',
      'On sale 2',
      'Sold more than 1,000',
      'Alto saxophone',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('the page of a seller says how soon they answer and send, where it was measured', async () => {
    const words = async (profile: Partial<SellerProfile>) =>
      textOf((await render({ profile })).body);
    expect(await words({})).not.toContain('Answers');
    expect(await words({ answerMinutes: 20, dispatchMinutes: 61 })).toContain(
      'Answers within an hour Sends within 2 hours',
    );
    expect(await words({ answerMinutes: 37 * 60 })).toContain('Answers within 2 days');
  });

  test('the reader can choose between a grid and a list above the cards', async () => {
    const { body } = await render();
    expect(body.indexOf('Show as a list')).toBeGreaterThan(0);
    expect(body.indexOf('Show as a list')).toBeLessThan(body.indexOf('Alto saxophone'));
  });

  test('a guest is told what is not advertised, and comes back to the page after the login', async () => {
    const text = textOf((await render()).body);
    expect(text).toContain('2 instruments on sale. You see the advertised one.');
    const whole = await render({ profile: { onSale: { count: 1, isExact: true } } });
    expect(textOf(whole.body)).not.toContain('Log in to see everything');
    const open = await render({ profile: { isLimited: false } });
    expect(textOf(open.body)).not.toContain('Log in to see everything');
  });

  test('the page of a seller says when nothing is on sale, with a next step, and is then not indexed', async () => {
    const profile = { onSale: { count: 0, isExact: true }, userRole: undefined };
    const { body, head } = await render({ profile, products: [] });
    expect(textOf(body)).toContain('Nothing on sale right now');
    expect(textOf(body)).toContain('See what else is in the shop');
    expect(textOf(body)).not.toContain('Verified Seller');
    expect(head).toContain('noindex');
    expect((await render()).head).not.toContain('noindex');
  });

  test('the page of a seller has the reviews of buyers and the rating, also for search engines', async () => {
    const rating = { average: 4.3, count: 3 };
    const reviews: SellerReview[] = [
      {
        _id: id,
        author: 'Grace <b>',
        name: 'Violin',
        rating: 2,
        text: 'A dent',
        time: '2026-11-03T10:00:00.000Z',
        reply: { text: 'Sorry', time: '2026-11-04T10:00:00.000Z' },
      },
    ];
    const { head, body } = await render({ profile: { rating }, reviews });
    const text = textOf(body);
    for (const part of [
      'from 3 reviews, each of a sale here',
      'Grace',
      'Violin',
      '2 stars',
      'A dent',
      'Sorry',
    ]) {
      expect(text).toContain(part);
    }
    expect(head).toContain('"ratingValue":4.3,"reviewCount":3');
    const none = await render();
    expect(textOf(none.body)).not.toContain('Reviews by buyers');
    expect(none.head).not.toContain('AggregateRating');
  });

  test('the page of a seller links to its next page without scripts, and back to the first one', async () => {
    const cursor = listedSample()._id;
    const first = await render({ nextCursor: cursor });
    expect(first.body).toContain(`href="/sellers/${id}?cursor=${cursor}"`);
    const second = await render({}, `/sellers/${id}?cursor=${cursor}`);
    expect(textOf(second.body)).toContain('Back to the first page');
    expect(second.head).toContain('noindex');
  });

  test('the page of a seller has title, description, Open Graph and a ProfilePage for search engines', async () => {
    const { head } = await render();
    expect(head).toContain('Ada Marsh | Reprise</title>');
    const description =
      'Ada Marsh has 2 second-hand instruments on sale at Reprise and has sold more than 1,000. Verified Seller, member since November 2024.';
    expect(head).toContain(`content="${description}"`);
    expect(head).toContain(`property="og:url" content="${origin}/sellers/${id}"`);
    const json = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(head)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      dateCreated: '2024-11-03T10:00:00.000Z',
      mainEntity: {
        '@type': 'Person',
        '@id': `${origin}/sellers/${id}`,
        name: 'Ada Marsh',
        url: `${origin}/sellers/${id}`,
        identifier: id,
      },
    });
  });

  test.each([
    ['an unknown seller', 404],
    ['a malformed id', 400],
  ])('the page of a seller is the not-found page with a way on for %s', async (_, refused) => {
    const read = async () => {
      throw new ReadFailure(refused, 'There is no such seller');
    };
    const page = await renderPage({
      path: `/sellers/${id}`,
      origin,
      language: english,
      shop: defaultShop,
      read,
    });
    expect(page.status).toBe(404);
    expect(textOf(page.body)).toContain('Back To Home');
  });
});
