import { describe, expect, it } from 'vitest';
import { originOf, rememberOrigin, wasRefused } from './origin.ts';

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
