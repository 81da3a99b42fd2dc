import { describe, expect, it } from 'vitest';
import { originOf, rememberOrigin, wasRefused } from './origin.ts';

describe('where somebody wanted to go', () => {
  it('is remembered with query and hash', () => {
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
  ])('is the other place for %s', (_, state) => {
    expect(originOf(state, '/otherwise')).toBe('/otherwise');
  });
});

describe('somebody whose role was not enough for a page', () => {
  const page = { pathname: '/dashboard/allseller', search: '', hash: '' };

  it('is remembered as refused, and where they wanted to go too', () => {
    const state = rememberOrigin(page, true);
    expect(wasRefused(state)).toBe(true);
    expect(originOf(state, '/')).toBe('/dashboard/allseller');
  });

  it('is told apart from a guest who only has to sign in', () => {
    expect(wasRefused(rememberOrigin(page))).toBe(false);
    expect(wasRefused(null)).toBe(false);
    expect(wasRefused({ isRefused: 'yes' })).toBe(false);
  });
});
