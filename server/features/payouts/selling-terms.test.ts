import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/constants.ts';
import type { SellingTerms } from '#contract/payouts/selling-terms.ts';
import { transaction } from '../../database/transaction.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;

beforeAll(async () => {
  shop = await createTestShop({ commission: { percent: 10 } });
  people = createPeople(shop.database);
});
afterAll(() => shop.close());

async function terms(): Promise<SellingTerms> {
  // The builders insert rows without a note.
  await transaction(shop.database, async (tx) => recordCatalogueChange(tx, null, new Date()));
  await shop.catalogue.catchUp();
  const reply = await shop.app.inject({ url: '/api/selling' });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<SellingTerms>();
}

const soldIds = async () => (await terms()).sold.map(({ _id }) => _id);

describe('the terms of selling', () => {
  it('a guest reads the share of the shop and what was sold last, newest first', async () => {
    const seller = await people.seller();
    const first = await people.sell(seller);
    const second = await people.sell(seller);
    const { commissionPercent, sold } = await terms();
    expect(commissionPercent).toBe(10);
    expect(sold.slice(0, 2).map(({ _id }) => _id)).toEqual([second.productId, first.productId]);
    expect(sold[0]).toMatchObject({ price: 120.5, daysOnSale: 0, soldAt: expect.any(String) });
    expect(Object.keys(sold[0] ?? {})).not.toContain('sellerName');
  });

  it('the latest sales leave out those that are disputed, returned, hidden, or of a suspended seller', async () => {
    const { sql } = shop.database;
    const seller = await people.seller();
    const suspended = await people.seller();
    const shown = await people.sell(seller);
    const hidden = await people.sell(seller);
    const cancelled = await people.sell(seller);
    await people.sell(suspended);
    await sql`update products set hidden_for = 'hidden' where id = ${hidden.productId}`;
    await sql`update users set suspended_at = now() where id = ${suspended.id}`;
    await sql`update bookings set state = 'returned', returned_at = now() where id = ${cancelled.bookingId}`;
    const ids = await soldIds();
    expect(ids[0]).toBe(shown.productId);
    expect(ids).not.toContain(hidden.productId);
    expect(ids).not.toContain(cancelled.productId);
  });

  it('the latest sales are at most six', async () => {
    const seller = await people.seller();
    for (let count = 0; count < limits.lateSales + 2; count += 1) await people.sell(seller);
    expect(await soldIds()).toHaveLength(limits.lateSales);
  });
});
