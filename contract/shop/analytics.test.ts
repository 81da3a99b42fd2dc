import { expect, it } from 'vitest';
import { isMeasured, isPrivateAddress } from './analytics.ts';
import { needsConsent } from './analytics-consent.ts';
import { shopAnalytics } from './shop-analytics.ts';

it.each([
  ['/', true, false],
  ['/products/0190', true, false],
  ['/blog/new-strings', true, false],
  ['/login', true, false],
  ['/dashboard', false, false],
  ['/dashboard/bookings', false, false],
  ['/dashboard/payment/0190', false, true],
  ['/dashboard/messages/0190', false, true],
  ['/reset-password?token=secret', false, true],
  ['/verify-email', false, true],
  ['/unsubscribe?token=secret', false, true],
  ['/report/product/0190', false, true],
])('visits of %s are counted: %s; its address is private: %s', (path, measured, isPrivate) => {
  expect(isMeasured(path)).toBe(measured);
  expect(isPrivateAddress(path)).toBe(isPrivate);
});

const website = '0b7a5f9e-6d3f-4a51-9d7b-1f2f3a4b5c6d';

it.each([
  [{ kind: 'plausible', domain: 'nordklang.example' }, false],
  [{ kind: 'umami', website }, false],
  [{ kind: 'matomo', address: 'https://count.example', site: 1 }, true],
  [{ kind: 'matomo', address: 'https://count.example', site: 1, cookies: false }, false],
  [{ kind: 'ga4', id: 'G-ABC123DEF4' }, true],
])('visitors are asked before %j: %s', (written, isAsked) => {
  expect(needsConsent(shopAnalytics.parse(written))).toBe(isAsked);
});

it.each([
  [{ kind: 'clicky' }, /plausible, matomo, umami or ga4/],
  [{ kind: 'ga4', id: 'UA-1234' }, /G-ABC123DEF4/],
  [{ kind: 'matomo', address: 'http://count.example', site: 1 }, /https/],
  [{ kind: 'plausible', domain: 'a b' }, /domain/],
  [{ kind: 'umami', website: 'x' }, /id of the website/],
])('the analytics %j are refused', (written, message) => {
  expect(shopAnalytics.safeParse(written).error?.issues[0]?.message).toMatch(message);
});
