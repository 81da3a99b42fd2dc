import { randomUUID } from 'node:crypto';
import { poolSize } from '../load/servers.mjs';
import { openPool } from '../support/database.mjs';
import { priceCents } from './sales-database.mjs';

/**
 * The yardstick: the statements of `bookItem` (server/features/bookings/book-item.ts) and `recordCharge`
 * (server/features/payments/record-charge.ts) through pg, prepared, one transaction each, with as many connections, and sent in
 * the same round trips as the shop sends them: `begin` is awaited, and `commit` is sent with the last. The run makes sure that
 * the same rows come of it.
 * @param {Pick<import('./sales-database.mjs').SalesDatabase, 'databaseUrl' | 'place'>} setup
 */
export function bareTransactions({ databaseUrl, place }) {
  const pool = openPool(databaseUrl, poolSize);
  return {
    /** @param {import('./sales-database.mjs').Sale} sale */
    booking: (sale) => withClient(pool, (client) => book(client, sale, place)),
    /** @param {import('./sales-database.mjs').Sale} sale */
    payment: (sale) => withClient(pool, (client) => record(client, sale, place)),
    close: () => pool.end(),
  };
}

/**
 * @param {import('pg').Pool} pool
 * @param {(client: import('pg').PoolClient) => Promise<void>} work
 */
async function withClient(pool, work) {
  const client = await pool.connect();
  try {
    await work(client);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** The time for which the last holder of a product must leave it to others. */
const rebookAfterHours = 24;

/** The statements by the names under which each connection prepares them. */
const statements = {
  findTaken: `
    select state = 'held' and hold_expires_at <= $2 as has_expired from bookings
    where product_id = $1 and state in ('held', 'paid')`,
  lockBuyer: `
    select id, role from users where id = $1 and removed_at is null for no key update`,
  findHolds: `
    select from bookings
    where buyer_id = $1 and state = 'held' and hold_expires_at > $2 limit $3`,
  lockProduct: `
    select id, seller_id, name, price_cents, image_id, status from products
    where id = $1 and withdrawn_at is null for update`,
  findPause: `
    select (
      select least(last.released_at, last.hold_expires_at) + make_interval(hours => $1) from (
        select * from bookings h where h.product_id = $2 order by h.id desc limit 1
      ) last
      where last.buyer_id = $3
        and least(last.released_at, last.hold_expires_at) + make_interval(hours => $1) > $4
        and (last.state = 'released' or last.state = 'held' and last.hold_expires_at <= $4)
    ) as bookable_from`,
  insertBooking: `
    insert into bookings (id, product_id, buyer_id, seller_id, buyer_name, buyer_email,
      product_name, price_cents, image_id, phone, location, state, hold_expires_at,
      idempotency_key, commission_basis_points, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'held', $12, null, 0, $13)`,
  lockProductOfBooking: `
    select id, status, price_cents, withdrawn_at from products
    where id = (select product_id from bookings where id = $1) for update`,
  lockBooking: `
    select id, product_id, product_name, price_cents, buyer_id, buyer_name, buyer_email, seller_id,
      state, release_reason, hold_expires_at, hold_extended, paid_at, commission_basis_points
    from bookings where id = $1 for update`,
  findPayment: `
    select id, booking_id, state, refund_reason from payments
    where provider = 'sandbox' and transaction_id = $1`,
  insertPayment: `
    insert into payments (id, booking_id, product_id, buyer_id, amount_cents, provider,
      transaction_id, state, refund_reason, created_at)
    values ($1, $2, $3, $4, $5, 'sandbox', $6, 'recorded', null, $7)`,
  saveIntent: `
    insert into payment_intents (id, booking_id, provider, provider_intent_id, amount_cents,
      state, created_at, checked_at)
    values ($1, $2, 'sandbox', $3, $4, 'succeeded', $5, $5)
    on conflict (provider, provider_intent_id) do update
    set state = 'succeeded', checked_at = excluded.checked_at`,
  payBooking: `
    update bookings set state = 'paid', paid_at = $1, released_at = null, release_reason = null
    where id = $2`,
  sellProduct: `update products set status = 'sold', sold_booking_id = $1 where id = $2`,
  payWishes: `
    update wishlist_items set paid_at = $1 where product_id = $2 and paid_at is null`,
  insertFulfilment: `
    insert into fulfilments (booking_id, state, paid_at) values ($1, 'awaiting', $2)`,
  writeCharge: `
    insert into ledger_entries (id, debit, credit, amount_cents, currency, kind, cause, booking_id,
      created_at)
    values ($1, 'provider:sandbox', $2, $3, 'USD', 'charge', $4, $5, $6)
    on conflict (kind, cause) do nothing`,
  noteChange: `
    insert into catalogue_changes (id, product_id, lexemes_before) values ($1, $2, '{}')`,
  queueMails: `
    insert into queued_mails (id, key, kind, reader, subject_id, created_at) values
      ($1, $2, $3, 'buyer', $4, $5), ($6, $7, $3, 'seller', $4, $5)
    on conflict (key) do nothing`,
};

/**
 * @param {import('pg').PoolClient} client
 * @param {keyof typeof statements} name
 * @param {unknown[]} values
 */
const run = (client, name, values) => client.query({ name, text: statements[name], values });

/**
 * @param {import('pg').PoolClient} client
 * @param {import('./sales-database.mjs').Sale} sale
 * @param {{ sellerId: string, imageId: string }} place
 */
async function book(client, sale, { sellerId, imageId }) {
  const { productId, buyerId, buyerName, buyerEmail } = sale;
  const at = new Date();
  await client.query('begin');
  await run(client, 'findTaken', [productId, at]);
  const [, , { rows }] = await Promise.all([
    run(client, 'lockBuyer', [buyerId]),
    run(client, 'findHolds', [buyerId, at, 10]),
    run(client, 'lockProduct', [productId]),
    run(client, 'findPause', [rebookAfterHours, productId, buyerId, at]),
  ]);
  const [product] = rows;
  const id = randomUUID();
  const people = [productId, buyerId, sellerId, buyerName, buyerEmail];
  const terms = [product.name, product.price_cents, imageId, '555', 'the pier'];
  const expiresAt = new Date(at.getTime() + 172_800_000);
  await Promise.all([
    run(client, 'insertBooking', [id, ...people, ...terms, expiresAt, at]),
    queueMails(client, { kind: 'booked', bookingId: id, at }),
    run(client, 'noteChange', [randomUUID(), productId]),
    client.query('commit'),
  ]);
}

/**
 * @param {import('pg').PoolClient} client
 * @param {import('./sales-database.mjs').Sale} sale
 * @param {{ sellerId: string }} place
 */
async function record(client, { bookingId, productId, buyerId, intentId }, { sellerId }) {
  const at = new Date();
  await client.query('begin');
  await Promise.all([
    run(client, 'lockProductOfBooking', [bookingId]),
    run(client, 'lockBooking', [bookingId]),
    run(client, 'findPayment', [intentId]),
  ]);
  const paymentId = randomUUID();
  const ids = [paymentId, bookingId, productId, buyerId];
  const pending = `pending:${sellerId}`;
  await Promise.all([
    run(client, 'insertPayment', [...ids, priceCents, intentId, at]),
    run(client, 'writeCharge', [randomUUID(), pending, priceCents, paymentId, bookingId, at]),
    run(client, 'insertFulfilment', [bookingId, at]),
    run(client, 'saveIntent', [randomUUID(), bookingId, intentId, priceCents, at]),
    run(client, 'payBooking', [at, bookingId]),
    run(client, 'sellProduct', [bookingId, productId]),
    run(client, 'payWishes', [at, productId]),
    run(client, 'noteChange', [randomUUID(), productId]),
    queueMails(client, { kind: 'paid', bookingId, at }),
    client.query('commit'),
  ]);
}

/**
 * @param {import('pg').PoolClient} client
 * @param {{ kind: string, bookingId: string, at: Date }} mail
 */
function queueMails(client, { kind, bookingId, at }) {
  const [toBuyer, toSeller] = [`${kind}:buyer:${bookingId}`, `${kind}:seller:${bookingId}`];
  const values = [randomUUID(), toBuyer, kind, bookingId, at, randomUUID(), toSeller];
  return run(client, 'queueMails', values);
}
