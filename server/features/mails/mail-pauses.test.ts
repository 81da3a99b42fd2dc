import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
const call = apiClient(() => shop);
const dayMs = 86_400_000;

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
});
afterAll(() => shop.close());

async function mailCount(kind: string, { id }: KnownUser): Promise<number> {
  const [row] = await shop.database.sql<{ count: number }[]>`
    select (
      select count(*) from queued_mails m join bookings b on b.id = m.subject_id
      where m.kind = ${kind} and b.seller_id = ${id} and m.reader = 'seller'
    )::int + (
      select count(*) from queued_mails m join offers o on o.id = m.subject_id
      where m.kind = ${kind} and o.seller_id = ${id} and m.reader = 'seller'
    )::int as count`;
  return row?.count ?? 0;
}

describe('a seller is mailed once about what one buyer has not paid for, until they look', () => {
  it('a second booking is mailed after the seller has read the orders, and one of another buyer at once', async () => {
    const [seller, buyer, other] = [
      await people.seller(),
      await people.buyer(),
      await people.buyer(),
    ];
    const book = async (who: KnownUser, at = new Date()) =>
      people.book(who, await people.make.product(seller.id), at);
    await book(buyer);
    const second = await book(buyer);
    expect(await mailCount('booked', seller)).toBe(1);
    await book(other);
    expect(await mailCount('booked', seller)).toBe(2);
    await call(buyer, `/bookings/${second}`);
    await book(buyer);
    expect(await mailCount('booked', seller)).toBe(2);
    await call(seller, `/bookings?email=${seller.email}&as=seller`);
    await book(buyer);
    expect(await mailCount('booked', seller)).toBe(3);
    await book(buyer, new Date(Date.now() + 8 * dayMs));
    expect(await mailCount('booked', seller)).toBe(4);
    const toBuyer = await shop.database.sql`
      select from queued_mails m join bookings b on b.id = m.subject_id
      where b.buyer_id = ${buyer.id} and m.kind = 'booked' and m.reader = 'buyer'`;
    expect(toBuyer).toHaveLength(5);
  });

  it('a second offer is mailed after the seller has read the offers', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    const offer = async () => people.offer(buyer, await people.make.product(seller.id));
    await offer();
    await offer();
    expect(await mailCount('offer-made', seller)).toBe(1);
    await call(seller, `/offers?email=${seller.email}&as=seller`);
    await offer();
    expect(await mailCount('offer-made', seller)).toBe(2);
  });

  it('a second statement of a dispute is mailed after the other side has read it, and ten are taken within a day', async () => {
    const seller = await people.seller();
    const { buyer, bookingId } = await people.sell(seller);
    await call(seller, `/bookings/${bookingId}/sent`, {
      method: 'POST',
      payload: { carrier: 'Post' },
    });
    await people.openDispute(buyer, bookingId);
    const state = (who: KnownUser, text: string, at = new Date()) =>
      outcome(people.addDisputeStatement(who, bookingId, text, at));
    await state(buyer, 'It never came');
    await state(buyer, 'Really');
    expect(await mailCount('dispute-answered', seller)).toBe(1);
    await call(seller, `/bookings/${bookingId}/dispute`);
    for (let count = 2; count < 10; count += 1) await state(buyer, `Still not ${count}`);
    expect(await mailCount('dispute-answered', seller)).toBe(2);
    expect(await state(buyer, 'Once more')).toBe('too-many-requests');
    expect(await state(seller, 'It did')).toBe('done');
    expect(await state(buyer, 'Once more', new Date(Date.now() + 1.1 * dayMs))).toBe('done');
    const admin = await people.admin();
    for (const text of ['Where is it?', 'And when?']) await state(admin, text);
    expect(await mailCount('dispute-answered', seller)).toBe(4);
  });

  it('a removed person leaves no pause behind', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    await people.offer(buyer, await people.make.product(seller.id));
    await people.remove(await people.admin(), buyer);
    const left = await shop.database.sql`select from mail_pauses where caused_by = ${buyer.id}`;
    expect(left).toEqual([]);
  });
});
