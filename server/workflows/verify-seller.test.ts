import { afterAll, expect, it } from 'vitest';
import { createPeople, outcome } from '../testing/people.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const database = await createTestDatabase();
const { sql } = database;
const shop = createPeople(database);
afterAll(() => database.close());

it('an admin verifies a seller once, with an audit entry and a catalogue change', async () => {
  const [admin, seller] = [await shop.admin(), await shop.seller()];
  expect(await shop.verify(admin, seller)).toBe(1);
  expect(await shop.verify(admin, seller)).toBe(0);
  const [row] = await sql`
    select role, verified_at is not null as verified from users where id = ${seller.id}`;
  expect(row).toEqual({ role: 'seller', verified: true });
  const entries = await sql`
    select action, actor_id from audit_entries where subject_id = ${seller.id}`;
  expect([...entries]).toEqual([{ action: 'seller-verified', actor_id: admin.id }]);
  expect(await sql`select product_id from catalogue_changes`).toEqual([{ product_id: null }]);
});

it('an email that is not the seller’s is refused', async () => {
  const [admin, seller] = [await shop.admin(), await shop.seller()];
  expect(await outcome(shop.verify(admin, seller, 'somebody@else.test'))).toBe('conflict');
  expect(await shop.verify(admin, seller, seller.email.toUpperCase())).toBe(1);
});

it('only an admin can verify, and only an existing seller', async () => {
  const [admin, seller, buyer] = [await shop.admin(), await shop.seller(), await shop.buyer()];
  expect(await outcome(shop.verify(admin, buyer))).toBe('conflict');
  expect(await outcome(shop.verify(admin, admin))).toBe('conflict');
  expect(await outcome(shop.verify(seller, seller))).toBe('not-allowed');
  const stranger = { ...seller, id: '0190c1de-0000-7000-8000-000000000000' };
  expect(await outcome(shop.verify(admin, stranger))).toBe('not-found');
  await sql`update users set role = 'buyer' where id = ${admin.id}`;
  expect(await outcome(shop.verify(admin, seller))).toBe('not-allowed');
});
