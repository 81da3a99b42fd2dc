import { afterAll, expect, it } from 'vitest';
import { defaultLoadedShop } from '../../core/loaded-shop.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';

const shop = await createTestShop({
  shop: {
    ...defaultLoadedShop,
    public: { ...defaultLoadedShop.public, switchedOff: ['traders'] },
  },
});
afterAll(() => shop.close());
const people = createPeople(shop.database);
const call = apiClient(() => shop);

const withdraw = (buyer: Parameters<typeof call>[0], bookingId: string) =>
  call(buyer, `/bookings/${bookingId}/withdrawal`, { method: 'POST', payload: { confirm: true } });

it('a shop that asks nobody any more lets buyers withdraw from what they bought from a trader before', async () => {
  const before = await people.sell(await people.trader());
  expect((await withdraw(before.buyer, before.bookingId)).status).toBe(200);
  const other = await people.sell(await people.seller());
  expect((await withdraw(other.buyer, other.bookingId)).status).toBe(409);
});

it('a shop that asks nobody has no address to say it, and shows nothing of it', async () => {
  const seller = await people.trader();
  const put = { method: 'PUT', payload: { status: 'private' } } as const;
  expect((await call(seller, `/users/${seller.id}/trader`, put)).status).toBe(404);
  const productId = await shop.make.product(seller.id);
  expect((await call(seller, `/products/${productId}`)).body).not.toHaveProperty('trader');
});
