import { afterAll, describe, expect, test } from 'vitest';
import {
  addBooking,
  addPayment,
  addPaymentIntent,
  addProduct,
  addUser,
  addWishlistItem,
} from '../testing/builders.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const database = await createTestDatabase();
const { sql } = database;
afterAll(() => database.close());

const AT = new Date('2026-01-02T03:04:05Z');
const UNIQUE = '23505';
const CHECK = '23514';

/** What the database answers when a rule of it is broken. */
const refusal = (code: string, rule: string) => ({ code, constraint: rule });

describe('a product has at most one live booking', () => {
  const oneLive = refusal(UNIQUE, 'bookings_one_live_per_product');

  test('one of two concurrent bookings succeeds', async () => {
    const productId = await addProduct(database);
    const [first, second] = [await addUser(database), await addUser(database)];
    const attempts = await Promise.allSettled([
      addBooking(database, { productId, buyerId: first }),
      addBooking(database, { productId, buyerId: second }),
    ]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = attempts.find((attempt) => attempt.status === 'rejected');
    expect(refused?.reason).toMatchObject(oneLive);
  });

  test('a paid booking is live too', async () => {
    const productId = await addProduct(database);
    await addBooking(database, { productId, state: 'paid', paidAt: AT });
    await expect(addBooking(database, { productId })).rejects.toMatchObject(oneLive);
  });

  test('a product can be booked again after a booking was released or returned', async () => {
    const productId = await addProduct(database);
    const released = { state: 'released', releasedAt: AT, releaseReason: 'expired' } as const;
    await addBooking(database, { productId, ...released });
    await addBooking(database, { productId, state: 'returned', paidAt: AT, returnedAt: AT });
    const held = await addBooking(database, { productId });
    await sql`
      update bookings set state = 'released', released_at = ${AT}, release_reason = 'expired'
      where id = ${held}`;
    await addBooking(database, { productId });
  });
});

describe('a booking', () => {
  test.each([
    ['paid without a time', { state: 'paid' }, 'bookings_paid_has_a_time'],
    ['held with a time of payment', { paidAt: AT }, 'bookings_paid_has_a_time'],
    [
      'released without a reason',
      { state: 'released', releasedAt: AT },
      'bookings_released_has_a_reason',
    ],
    ['returned without a time', { state: 'returned', paidAt: AT }, 'bookings_returned_has_a_time'],
    ['at no price', { priceCents: 0 }, 'bookings_price'],
  ] as const)('%s is refused', async (_, given, rule) => {
    await expect(addBooking(database, given)).rejects.toMatchObject(refusal(CHECK, rule));
  });

  test('the same idempotency key of the same buyer is the same booking', async () => {
    const buyerId = await addUser(database);
    await addBooking(database, { buyerId, idempotencyKey: 'once' });
    await addBooking(database, { idempotencyKey: 'once' });
    await expect(addBooking(database, { buyerId, idempotencyKey: 'once' })).rejects.toMatchObject(
      refusal(UNIQUE, 'bookings_idempotency'),
    );
  });
});

describe('a product', () => {
  test.each([
    ['for nothing', { priceCents: 0 }, 'products_price'],
    ['for more than a million', { priceCents: 100_000_001 }, 'products_price'],
    ['that once cost nothing', { originalPriceCents: 0 }, 'products_original_price'],
    ['from the future', { purchaseYear: 2100 }, 'products_year'],
    ['from a forgotten past', { purchaseYear: 1899 }, 'products_year'],
    ['without a name', { name: '' }, 'products_name_length'],
    ['with a phone that is too long', { phone: '0'.repeat(14) }, 'products_phone_length'],
    ['sold by no booking', { status: 'sold' }, 'products_sold_by_a_booking'],
  ] as const)('%s is refused', async (_, given, rule) => {
    await expect(addProduct(database, given)).rejects.toMatchObject(refusal(CHECK, rule));
  });

  test('a product is accepted at both ends of each range', async () => {
    await addProduct(database, { priceCents: 1, purchaseYear: 1900, category: null });
    await addProduct(database, { priceCents: 100_000_000, purchaseYear: 2099 });
  });

  test('the lexemes of a product are made when it is inserted and when what it is found by changes', async () => {
    const id = await addProduct(database, { name: 'Ocarina', location: 'Turku' });
    const find = async (lexeme: string) => {
      const [row] = await sql<{ isFound: boolean }[]>`
        select search_lexemes @@ quote_literal(${lexeme})::tsquery as "isFound" from products where id = ${id}`;
      return row?.isFound;
    };
    expect(await find('n:ocarina')).toBe(true);
    expect(await find('l:turku')).toBe(true);
    await sql`update products set location = 'Leith' where id = ${id}`;
    expect(await find('l:turku')).toBe(false);
    expect(await find('l:leith')).toBe(true);
  });

  test('a product can be sold by its booking, and then not withdrawn', async () => {
    const id = await addProduct(database);
    const soldBookingId = await addBooking(database, { productId: id, state: 'paid', paidAt: AT });
    await sql`
      update products set status = 'sold', sold_booking_id = ${soldBookingId} where id = ${id}`;
    await expect(
      sql`update products set withdrawn_at = ${AT} where id = ${id}`,
    ).rejects.toMatchObject(refusal(CHECK, 'products_sold_is_not_withdrawn'));
  });
});

describe('an email', () => {
  test('an email belongs to one user, whatever its case', async () => {
    await addUser(database, { email: 'Jörg@Reprise.test' });
    await expect(addUser(database, { email: 'jÖrg@reprise.TEST' })).rejects.toMatchObject(
      refusal(UNIQUE, 'users_email_unique'),
    );
  });

  test('an email is free again after its user was removed', async () => {
    const email = 'gone@reprise.test';
    const id = await addUser(database, { email });
    await sql`update users set removed_at = ${AT} where id = ${id}`;
    await addUser(database, { email });
    expect(await sql`select from users where email = ${email}`).toHaveLength(2);
  });
});

test('only sellers can be verified', async () => {
  await addUser(database, { role: 'seller', verifiedAt: AT });
  await expect(addUser(database, { verifiedAt: AT })).rejects.toMatchObject(
    refusal(CHECK, 'users_only_sellers_verified'),
  );
});

test('a booking has one open payment intent', async () => {
  const bookingId = await addBooking(database);
  await addPaymentIntent(database, { bookingId, state: 'cancelled' });
  await addPaymentIntent(database, { bookingId });
  await expect(addPaymentIntent(database, { bookingId })).rejects.toMatchObject(
    refusal(UNIQUE, 'payment_intents_one_open_per_booking'),
  );
});

test('a transaction of the card provider is recorded once', async () => {
  await addPayment(database, { transactionId: 'pi_1' });
  await addPayment(database, { transactionId: 'pi_1', provider: 'stripe' });
  await expect(addPayment(database, { transactionId: 'pi_1' })).rejects.toMatchObject(
    refusal(UNIQUE, 'payments_transaction_unique'),
  );
});

test('a booking has one recorded payment, and any number of refunded ones', async () => {
  const bookingId = await addBooking(database);
  await addPayment(database, { bookingId });
  await addPayment(database, { bookingId, state: 'refund-due', refundReason: 'too late' });
  await expect(addPayment(database, { bookingId })).rejects.toMatchObject(
    refusal(UNIQUE, 'payments_one_standing_per_booking'),
  );
});

test('the same product twice on a wishlist is one item', async () => {
  const productId = await addProduct(database);
  const userId = await addUser(database);
  await addWishlistItem(database, { userId, productId });
  await addWishlistItem(database, { productId });
  await expect(addWishlistItem(database, { userId, productId })).rejects.toMatchObject(
    refusal(UNIQUE, 'wishlist_items_once'),
  );
});

test('a movement of money is never changed or deleted', async () => {
  const rights = await sql<{ name: string }[]>`
    select distinct held.privilege_type as name
    from pg_class, aclexplode(relacl) held where oid = 'ledger_entries'::regclass`;
  const names = rights.map(({ name }) => name);
  expect(names).toContain('INSERT');
  for (const name of ['UPDATE', 'DELETE', 'TRUNCATE']) expect(names).not.toContain(name);
  const [role] = await sql<{ isBound: boolean }[]>`
    select not rolsuper as "isBound" from pg_roles where rolname = current_user`;
  if (role?.isBound === false) return;
  for (const statement of [
    sql`update ledger_entries set amount_cents = 1`,
    sql`delete from ledger_entries`,
    sql`truncate ledger_entries`,
  ]) {
    await expect(statement).rejects.toMatchObject({ code: '42501' });
  }
});
