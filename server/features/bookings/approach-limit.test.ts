import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approachLimits } from '#contract/constants.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
const call = apiClient(() => shop);
const meeting = { phone: '555-0199', location: 'Under the clock' };

beforeAll(async () => {
  shop = await createTestShop({ rateLimits: true });
  people = createPeople(shop.database);
});
afterAll(() => shop.close());

const post = (who: KnownUser, path: string, payload: object) =>
  call<{ insertedId: string; code?: string; acknowledged: boolean }>(who, path, {
    method: 'POST',
    payload: { ...meeting, ...payload },
  });

/** Books and lets it go again, or offers and withdraws, in turn. */
async function approach(who: KnownUser, seller: KnownUser, number: number) {
  const productId = await people.make.product(seller.id);
  if (number % 2 === 0) {
    const made = await post(who, '/bookings', { productId, price: 120.5 });
    await call(who, `/bookings/${made.body.insertedId}`, { method: 'DELETE' });
    return made;
  }
  const made = await post(who, '/offers', { productId, amount: 100 });
  const payload = { state: 'withdrawn' };
  await call(who, `/offers/${made.body.insertedId}`, { method: 'PUT', payload });
  return made;
}

const refused = { status: 429, body: { acknowledged: false, code: 'too-many-approaches' } };

describe('bookings and offers within a day are limited', () => {
  it('an account books from and makes offers to one seller five times', async () => {
    const [buyer, seller] = [await people.buyer(), await people.seller()];
    for (let number = 0; number < approachLimits.perSellerDaily; number += 1) {
      expect((await approach(buyer, seller, number)).status).toBe(201);
    }
    for (const number of [0, 1])
      expect(await approach(buyer, seller, number)).toMatchObject(refused);
    expect((await approach(buyer, await people.seller(), 0)).status).toBe(201);
    await shop.database.sql`
      update bookings set created_at = created_at - interval '1 day' where buyer_id = ${buyer.id}`;
    expect((await approach(buyer, seller, 0)).status).toBe(201);
  });

  it('an offer and the booking that comes of it count once', async () => {
    const [buyer, seller] = [await people.buyer(), await people.seller()];
    const productId = await people.make.product(seller.id);
    const { body } = await post(buyer, '/offers', { productId, amount: 100 });
    const payload = { state: 'accepted', amount: 100 };
    const path = `/offers/${body.insertedId}`;
    expect((await call(seller, path, { method: 'PUT', payload })).status).toBe(200);
    for (let number = 1; number < approachLimits.perSellerDaily; number += 1) {
      expect((await approach(buyer, seller, number)).status).toBe(201);
    }
    expect(await approach(buyer, seller, 0)).toMatchObject(refused);
  });

  it('an account books and makes offers twenty times', async () => {
    const buyer = await people.buyer();
    for (let number = 0; number < approachLimits.perDay; number += 1) {
      expect((await approach(buyer, await people.seller(), number)).status).toBe(201);
    }
    expect(await approach(buyer, await people.seller(), 0)).toMatchObject(refused);
  });

  it('an account whose email is not confirmed does so three times, as a client of the specification can', async () => {
    const buyer = await people.make.user({ emailProvenAt: undefined });
    for (let number = 0; number < approachLimits.unconfirmedPerDay; number += 1) {
      expect((await approach(buyer, await people.seller(), number)).status).toBe(201);
    }
    expect(await approach(buyer, await people.seller(), 0)).toMatchObject(refused);
    await shop.database.sql`update users set email_proven_at = now() where id = ${buyer.id}`;
    expect((await approach(buyer, await people.seller(), 0)).status).toBe(201);
  });
});
