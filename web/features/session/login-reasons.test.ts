import { describe, expect, test } from 'vitest';
import { aboutProduct, rememberOrigin, rememberProduct } from '../../identity/origin.ts';
import { pictureToShow, reasonToLogIn } from './login-reasons.ts';

describe('the reason on the login page', () => {
  const at = (pathname: string) => rememberOrigin({ pathname, search: '', hash: '' });
  const violin = { _id: 'v', name: 'Violin' };

  test.each([
    [rememberProduct(violin, 'book'), 'Log in to reserve Violin.'],
    [rememberProduct(violin, 'wish'), 'Log in to add Violin to your wishlist.'],
    [rememberProduct(violin, 'alert'), 'Log in to be told when Violin is available again.'],
    [at('/category/Brass'), 'Log in to see everything in Brass.'],
    [at('/search'), 'Log in to continue your search.'],
    [at('/dashboard'), 'Log in to open your dashboard.'],
    [at('/dashboard/messages/01'), 'Log in to read your messages.'],
    [at('/dashboard/messages/about/v'), 'Log in to message the seller.'],
    [
      rememberOrigin({
        pathname: '/dashboard/messages/about/v',
        search: '',
        hash: '',
        state: aboutProduct(violin),
      }),
      'Log in to message the seller of Violin.',
    ],
    [at('/dashboard/addproduct'), 'Log in to list an instrument.'],
    [at('/dashboard/payment/01'), 'Log in to see your booking.'],
    [at('/somewhere'), 'Log in to open that page.'],
  ])('the reason on the login page for %j is one sentence', (state, sentence) => {
    expect(reasonToLogIn(state)).toBe(sentence);
  });

  test('a user who chose to log in, or who may not see the page, gets no reason', () => {
    expect(reasonToLogIn(null)).toBeUndefined();
    expect(reasonToLogIn({ ...at('/dashboard'), isRefused: true })).toBeUndefined();
  });

  test('the login page shows the picture of the product, and none for a page', () => {
    const shown = { ...violin, image: '/pictures/violin.webp' };
    expect(pictureToShow(rememberProduct(shown, 'book'))).toEqual({
      address: '/pictures/violin.webp',
    });
    expect(pictureToShow(at('/search'))).toBeUndefined();
    expect(pictureToShow(null)).toBeUndefined();
  });
});
