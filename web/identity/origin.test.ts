import { describe, expect, it, test } from 'vitest';
import { originOf, reasonToLogIn, rememberOrigin, rememberProduct, wasRefused } from './origin.ts';

describe('the origin location', () => {
  it('the origin location is remembered with query and hash', () => {
    const state = rememberOrigin({ pathname: '/category/Brass', search: '?a=1', hash: '#b' });
    expect(originOf(state, '/')).toBe('/category/Brass?a=1#b');
  });

  it.each([
    ['nothing', null],
    ['a word', '/x'],
    ['another state', { to: '/x' }],
    ['no text', { from: 7 }],
    ['another site', { from: 'https://evil.test/' }],
    ['another site without a scheme', { from: '//evil.test/' }],
    ['another site with a backslash', { from: '/\\evil.test/' }],
    ['no path', { from: 'x' }],
  ])('the origin location is the other place for %s', (_, state) => {
    expect(originOf(state, '/otherwise')).toBe('/otherwise');
  });
});

describe('a user whose role is insufficient for a page', () => {
  const page = { pathname: '/dashboard/allseller', search: '', hash: '' };

  it('a user with an insufficient role is remembered as refused, with the origin location', () => {
    const state = rememberOrigin(page, true);
    expect(wasRefused(state)).toBe(true);
    expect(originOf(state, '/')).toBe('/dashboard/allseller');
  });

  it('a user with an insufficient role is distinguished from a guest who only has to sign in', () => {
    expect(wasRefused(rememberOrigin(page))).toBe(false);
    expect(wasRefused(null)).toBe(false);
    expect(wasRefused({ isRefused: 'yes' })).toBe(false);
  });
});

describe('the reason on the login page', () => {
  const at = (pathname: string) => rememberOrigin({ pathname, search: '', hash: '' });
  const violin = { _id: 'v', name: 'Violin' };

  test.each([
    [rememberProduct(violin, 'book'), 'Log in to book Violin.'],
    [rememberProduct(violin, 'wish'), 'Log in to add Violin to your wishlist.'],
    [rememberProduct(violin, 'alert'), 'Log in to be told when Violin is available again.'],
    [at('/category/Brass'), 'Log in to see everything in Brass.'],
    [at('/search'), 'Log in to continue your search.'],
    [at('/dashboard'), 'Log in to open that page.'],
  ])('the reason on the login page for %j is one sentence', (state, sentence) => {
    expect(reasonToLogIn(state)).toBe(sentence);
  });

  test('a user who chose to log in, or who may not see the page, gets no reason', () => {
    expect(reasonToLogIn(null)).toBeUndefined();
    expect(reasonToLogIn({ ...at('/dashboard'), isRefused: true })).toBeUndefined();
  });
});
