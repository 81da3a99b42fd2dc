import { afterAll, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { defaultLoadedShop } from '../../core/loaded-shop.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createTestShop } from '../../testing/test-shop.ts';

const shop = await createTestShop({
  shop: {
    ...defaultLoadedShop,
    public: { ...defaultLoadedShop.public, switchedOff: ['reviews'] },
  },
});
afterAll(() => shop.close());

it('a shop without reviews has none of their addresses, and shows no rating', async () => {
  const who = await shop.make.user({ role: 'seller' });
  const call = apiClient(() => shop);
  const of = Object.values(calls).filter(({ path }) => path.includes('/reviews'));
  expect(of).toHaveLength(6);
  for (const { method, path } of of) {
    const url = path.replace('{id}', who.id);
    expect([path, (await call(who, url, { method, payload: {} })).status]).toEqual([path, 404]);
  }
  await shop.database.sql`
    update users set review_count = 9, review_stars = 40 where id = ${who.id}`;
  expect((await call(who, `/sellers/${who.id}`)).body).not.toHaveProperty('rating');
});
