import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { addressOf, poolSize } from '../load/stand.mjs';
import { priceCents } from './stand.mjs';

/**
 * The yardstick: the statements of `bookItem` (server/features/bookings/book-item.ts) and `recordCharge` (server/workflows/record-charge.ts)
 * through postgres.js, prepared, one transaction each, with as many connections and sent together where the shop sends them
 * together. The run makes sure that the same rows come of it.
 * @param {Pick<import('./stand.mjs').SalesStand, 'databaseUrl' | 'place'>} stand
 */
export function bareTransactions({ databaseUrl, place }) {
  const { address, host } = addressOf(databaseUrl);
  const sql = postgres(address, { ...(host && { host }), max: poolSize });
  return {
    /** @param {import('./stand.mjs').Sale} sale */
    booking: (sale) => sql.begin((tx) => book(tx, sale, place)),
    /** @param {import('./stand.mjs').Sale} sale */
    payment: (sale) => sql.begin((tx) => record(tx, sale)),
    close: () => sql.end(),
  };
}

/**
 * @param {import('postgres').TransactionSql} tx
 * @param {import('./stand.mjs').Sale} sale
 * @param {{ sellerId: string, imageId: string }} place
 */
async function book(tx, sale, { sellerId, imageId }) {
  const { productId, buyerId, buyerName, buyerEmail } = sale;
  const at = new Date();
  await tx`
    select id from bookings where product_id = ${productId} and state in ('held', 'paid')
      and (state = 'paid' or hold_expires_at > ${at})`;
  const [, , [product]] = await Promise.all([
    tx`
      select id, role from users where id = ${buyerId} and removed_at is null
      order by id for no key update`,
    tx`
      select id from bookings where buyer_id = ${buyerId} and state = 'held'
        and hold_expires_at > ${at} limit 10`,
    tx`
      select id, seller_id, name, price_cents, image_id, status from products
      where id = ${productId} and withdrawn_at is null for update`,
  ]);
  const id = randomUUID();
  await tx`
    insert into bookings (id, product_id, buyer_id, seller_id, buyer_name, buyer_email,
      product_name, price_cents, image_id, phone, location, state, hold_expires_at, created_at)
    values (${id}, ${productId}, ${buyerId}, ${sellerId}, ${buyerName}, ${buyerEmail},
      ${product?.name}, ${product?.price_cents}, ${imageId}, '555', 'the pier', 'held',
      ${new Date(at.getTime() + 172_800_000)}, ${at})
    on conflict (product_id) where state in ('held', 'paid') do nothing returning id`;
  await queueMails(tx, { kind: 'booked', bookingId: id, at });
}

/**
 * @param {import('postgres').TransactionSql} tx
 * @param {import('./stand.mjs').Sale} sale
 */
async function record(tx, { bookingId, productId, buyerId, intentId }) {
  const at = new Date();
  await Promise.all([
    tx`
      select id, status, price_cents, withdrawn_at from products
      where id = (select product_id from bookings where id = ${bookingId}) for update`,
    tx`
      select id, buyer_id, buyer_email, product_name, price_cents, state, release_reason,
        hold_expires_at, hold_extended
      from bookings where id = ${bookingId} for update`,
    tx`
      select id, booking_id, state, refund_reason from payments
      where provider = 'sandbox' and transaction_id = ${intentId}`,
  ]);
  await Promise.all([
    tx`
      insert into payments (id, booking_id, product_id, buyer_id, amount_cents, provider,
        transaction_id, state, created_at)
      values (${randomUUID()}, ${bookingId}, ${productId}, ${buyerId}, ${priceCents}, 'sandbox',
        ${intentId}, 'recorded', ${at})
      on conflict (provider, transaction_id) do nothing returning id`,
    tx`
      insert into payment_intents (id, booking_id, provider, provider_intent_id, amount_cents,
        state, created_at, checked_at)
      values (${randomUUID()}, ${bookingId}, 'sandbox', ${intentId}, ${priceCents}, 'succeeded',
        ${at}, ${at})
      on conflict (provider, provider_intent_id) do update
      set state = 'succeeded', checked_at = excluded.checked_at`,
    tx`
      update bookings set state = 'paid', paid_at = ${at}, released_at = null, release_reason = null
      where id = ${bookingId}`,
    tx`
      update products set status = 'sold', sold_booking_id = ${bookingId} where id = ${productId}`,
    tx`
      update wishlist_items set paid_at = ${at}
      where product_id = ${productId} and paid_at is null`,
    tx`insert into catalogue_changes (id, product_id) values (${randomUUID()}, ${productId})`,
    queueMails(tx, { kind: 'paid', bookingId, at }),
  ]);
}

/**
 * @param {import('postgres').TransactionSql} tx
 * @param {{ kind: string, bookingId: string, at: Date }} mail
 */
function queueMails(tx, { kind, bookingId, at }) {
  return tx`
    insert into mails (id, key, kind, reader, booking_id, created_at) values
      (${randomUUID()}, ${`${kind}:buyer:${bookingId}`}, ${kind}, 'buyer', ${bookingId}, ${at}),
      (${randomUUID()}, ${`${kind}:seller:${bookingId}`}, ${kind}, 'seller', ${bookingId}, ${at})
    on conflict (key) do nothing`;
}
