import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settledAfterDays } from '../core/retention.ts';
import { type PersonalColumn, personalColumns } from '../database/personal-columns.ts';
import { createPeople } from '../testing/people.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';
import { addWholePerson, markedColumns } from '../testing/whole-person.ts';
import { erasePeople } from './erase-people.ts';
import { removeUser } from './remove-user.ts';

const columns: Readonly<Record<string, PersonalColumn>> = personalColumns;

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.close());

/** So much later, for the job. */
const erase = (days = 0) => {
  const at = new Date(Date.now() + days * 86_400_000);
  return erasePeople({ database: shop.database, clock: { now: () => at } });
};

/** Ends everything of a person as time, admins and the bank do. */
async function settle(id: string) {
  const { sql } = shop.database;
  const theirs = sql`select id from bookings where buyer_id = ${id} or seller_id = ${id}`;
  await sql`
    update fulfilments set state = 'completed', completed_at = now()
    where state in ('awaiting', 'sent', 'received') and booking_id in (${theirs})`;
  await sql`
    update returns set state = 'lapsed', lapsed_at = now(), decided_at = coalesce(decided_at, now())
    where state in ('requested', 'accepted', 'contested') and booking_id in (${theirs})`;
  await sql`
    insert into ledger_entries (id, debit, credit, amount_cents, currency, kind, cause, created_at)
    select gen_random_uuid(), 'available:' || ${id}, 'provider:sandbox', sum(amount_cents), 'USD',
      'payout', gen_random_uuid()::text, now()
    from ledger_entries where credit = 'available:' || ${id} having sum(amount_cents) > 0`;
}

describe('a removed person with sales', () => {
  let person: Awaited<ReturnType<typeof addWholePerson>>['person'];
  let unsoldId: string;
  let before: string[];
  beforeAll(async () => {
    ({ person, unsoldId } = await addWholePerson(shop));
    before = await markedColumns(shop.database);
    const admin = await createPeople(shop.database).admin();
    const { clock, database, identity } = { ...shop, clock: { now: () => new Date() } };
    await removeUser(
      { database, identity, clock, log: { warn: () => undefined } },
      admin,
      person.id,
      'They asked us to',
    );
  });

  it('the test data has something in each column that ends with the account or the sales', () => {
    const listed = Object.keys(columns).filter((name) => columns[name]?.until !== 'days');
    const cannotBeMarked = [
      // Ciphertexts, digests and ids.
      ...[
        'auth_accounts.',
        'auth_two_factors.',
        'auth_known_devices.',
        'firebase_',
        'ledger_entries.',
      ],
      ...['auth_sessions.token', 'auth_passkeys.public_key', 'auth_passkeys.credential_id'],
      ...['payout_accounts.sealed_details', 'payout_accounts.number_digest', '.provider_'],
    ];
    const expected = listed.filter((name) => !cannotBeMarked.some((part) => name.includes(part)));
    expect(before.filter((name) => name in columns)).toEqual(expect.arrayContaining(expected));
  });

  it('a removed person immediately loses the account, the login and what was not sold', async () => {
    const left = await markedColumns(shop.database);
    for (const name of left) expect([name, columns[name]?.until]).not.toEqual([name, 'account']);
    const [unsold] = await shop.database.sql`
      select name, phone, location, description, widths, external_url from products p
      join images i on i.id = p.image_id where p.id = ${unsoldId}`;
    const removed = '[removed]';
    expect(unsold).toEqual({
      name: removed,
      phone: removed,
      location: removed,
      description: removed,
      widths: [],
      external_url: null,
    });
    expect(left).toContain('users.name');
    expect(left).toContain('products.location');
  });

  it('the data that a sale needs is kept while it is open, and until the bank can take nothing back', async () => {
    expect(await erase(settledAfterDays + 1)).toBe(0);
    await settle(person.id);
    expect(await erase(settledAfterDays - 1)).toBe(0);
    expect(await markedColumns(shop.database)).toContain('users.name');
  });

  it('only what the books need is left once the last sale of a removed person is complete', async () => {
    expect(await erase(settledAfterDays + 1)).toBe(1);
    for (const name of await markedColumns(shop.database)) {
      expect([name, columns[name]?.until]).toEqual([name, 'books']);
    }
    const { sql } = shop.database;
    const [user] = await sql`select name, email from users where id = ${person.id}`;
    expect(user).toEqual({ name: 'Removed user', email: `${person.id}@removed.invalid` });
    expect(await erase(settledAfterDays + 1)).toBe(0);
  });

  it('a removed person is counted in the books as before', async () => {
    const { sql } = shop.database;
    const [sum] = await sql`
      select count(*)::int as sales, sum(price_cents)::int as cents from bookings
      where seller_id = ${person.id} and paid_at is not null`;
    expect(sum).toEqual({ sales: 1, cents: 12_050 });
  });
});

describe('a removed person without sales', () => {
  beforeEach(async () => void (await erase(settledAfterDays + 1)));

  it('a removed person without sales leaves nothing after the job has run, not even in the audit log', async () => {
    const who = createPeople(shop.database);
    const person = await who.make.user({ name: 'Otto Reed', email: 'otto.reed@reprise.test' });
    const admin = await who.admin();
    await who.remove(admin, person);
    expect(await erase()).toBe(1);
    const { sql } = shop.database;
    const entries = await sql`
      select actor_id, action, detail from audit_entries where subject_id = ${person.id}`;
    expect([...entries]).toEqual([
      {
        actor_id: admin.id,
        action: 'user-removed',
        detail: { name: 'Removed user', email: `${person.id}@removed.invalid` },
      },
    ]);
  });

  it('a removed person is erased after the identity, which is found by the email', async () => {
    const who = createPeople(shop.database);
    const person = await who.buyer();
    who.identity.remove.mockRejectedValue(new Error('The provider is unavailable'));
    await who.remove(await who.admin(), person);
    expect(await erase()).toBe(0);
    const [user] = await shop.database.sql`select email from users where id = ${person.id}`;
    expect(user).toEqual({ email: person.email });
  });

  it('a picture that another user shows stays when its owner is erased', async () => {
    const who = createPeople(shop.database);
    const [seller, other] = [await who.seller(), await who.seller()];
    const shared = await who.make.product(other.id);
    const { sql } = shop.database;
    const own = await who.make.product(seller.id);
    await sql`
      update products set image_id = (select image_id from products where id = ${shared})
      where id = ${own}`;
    await who.remove(await who.admin(), seller);
    await erase();
    const [image] = await sql`
      select cardinality(widths) as sizes from images
      where id = (select image_id from products where id = ${shared})`;
    expect(image).toEqual({ sizes: 3 });
  });
});
