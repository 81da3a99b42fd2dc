import { afterAll, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { defaultLoadedShop } from '../../core/loaded-shop.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createTestShop } from '../../testing/test-shop.ts';

const shop = await createTestShop({
  shop: {
    ...defaultLoadedShop,
    public: { ...defaultLoadedShop.public, switchedOff: ['messages'] },
  },
});
afterAll(() => shop.close());

it('a shop without messages has none of their addresses and says nothing of them', async () => {
  const who = await shop.make.user();
  const call = apiClient(() => shop);
  const of = Object.values(calls).filter(({ path }) => /^\/(threads|blocks|unread)/.test(path));
  expect(of).toHaveLength(10);
  for (const { method, path } of of) {
    const url = path.replace('{id}', who.id);
    expect([path, (await call(who, url, { method, payload: {} })).status]).toEqual([path, 404]);
  }
  const documented = await shop.app.inject('/api/openapi.json');
  expect(documented.json().paths['/threads'].get).toHaveProperty('x-not-served-yet', true);
  expect((await call(who, '/alert-settings')).body).toEqual({ searches: true, wishlist: true });
});
