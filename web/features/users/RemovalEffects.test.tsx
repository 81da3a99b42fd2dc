import { expect, test } from 'vitest';
import type { RemovalEffects as Effects } from '#contract/users/user-removal.ts';
import { CallFailure } from '../../api/failures.ts';
import { pageMarkup, textOf } from '../products/page-samples.tsx';
import { removalEffectsQuery } from './queries.ts';
import { RemovalEffects } from './RemovalEffects.tsx';
import { cacheAt, userSample } from './user-samples.ts';

const user = userSample();
const nothing: Effects = {
  ends: { products: 0, bookings: 0, orders: 0 },
  open: { sales: 0, purchases: 0, returns: 0, disputes: 0, refunds: 0, balances: 0 },
};

function shown(effects: Effects, by: 'admin' | 'self') {
  const { cache } = cacheAt({});
  cache.setQueryData(removalEffectsQuery(user._id).queryKey, effects);
  const page = <RemovalEffects by={by} user={user} />;
  const words = textOf(pageMarkup(page, { pattern: '/', address: '/' }, cache));
  cache.clear();
  return words;
}

test('the effects of a removal are counted, one and many', () => {
  const words = shown(
    {
      ends: { products: 3, bookings: 1, orders: 0 },
      open: { ...nothing.open, sales: 2, returns: 1, balances: 1 },
    },
    'admin',
  );
  expect(words).toContain('This will happen: 3 instruments are taken off sale 1 unpaid booking is');
  expect(words).toContain('an admin acts on their behalf: 2 sales that are not complete');
  expect(words).toContain('1 open return');
  expect(words).toContain('1 balance from sales to be paid out');
  expect(words).not.toContain('refund on');
  expect(words).not.toContain('by others');
});

test('people who remove themselves read that they have to wait', () => {
  const open = { ...nothing.open, refunds: 1 };
  expect(shown({ ...nothing, open }, 'self')).toContain('This is still open: 1 refund on its way');
});

test('a removal that affects nothing open says so', () => {
  expect(shown(nothing, 'admin').trim()).toBe('No sale, return, dispute or refund is open.');
});

test('the effects of a removal show that they load, and why they failed', async () => {
  const page = <RemovalEffects by="admin" user={user} />;
  const place = { pattern: '/', address: '/' };
  const { cache } = cacheAt({
    readRemovalEffects: () => {
      throw new CallFailure({ status: 404, detail: 'There is no such user' });
    },
  });
  expect(textOf(pageMarkup(page, place, cache))).toContain('Looking up what is open');
  cache.setDefaultOptions({ queries: { ...cache.getDefaultOptions().queries, gcTime: 1_000 } });
  await cache.prefetchQuery({ ...removalEffectsQuery(user._id), gcTime: 1_000 });
  const words = textOf(pageMarkup(page, place, cache));
  cache.clear();
  expect(words).toContain('There is no such user');
  expect(words).toContain('Try again');
});
