import postgres from 'postgres';
import { addressOf, createDatabase, tokenFor, tokenSecret } from '../load/stand.mjs';
import { startShop } from '../support/shop.mjs';

export const priceCents = 7_500;

/**
 * Something to sell, and somebody to buy it.
 * @typedef {object} Sale
 * @property {string} productId
 * @property {string} buyerId
 * @property {string} buyerName
 * @property {string} buyerEmail
 * @property {string} token of the buyer
 * @property {string} bookingId empty for what is to be booked
 * @property {string} intentId of a charge that was not recorded yet; empty for what is to be booked
 *
 * @typedef {Awaited<ReturnType<typeof openSalesStand>>} SalesStand
 */

/** Unpaid bookings that one buyer may have; the others of a lot are somebody else's. */
const salesPerBuyer = 5;

/**
 * A PostgreSQL of its own with the shop on it, and what can be sold there.
 * @param {Awaited<ReturnType<typeof import('../support/project.mjs').openModules>>} modules
 */
export async function openSalesStand(modules) {
  const { startTestServer } = await modules.load('server/testing/test-server.ts');
  const server = await startTestServer();
  const databaseUrl = await createDatabase(server.url, 'bench_sales');
  const { address, host } = addressOf(databaseUrl);
  const sql = postgres(address, { ...(host && { host }), max: 2, onnotice: () => undefined });
  const shop = await startShop({
    DATABASE_URL: databaseUrl,
    DEMO: '0',
    TOKEN_SECRET: tokenSecret,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  });
  const [seller] = await sql`
    insert into users (id, name, email, role, created_at)
    values (gen_random_uuid(), 'Sam', 'sam@example.com', 'seller', now()) returning id`;
  const [image] = await sql`
    insert into images (id, host, width, height, widths, placeholder, bytes, avif, created_at)
    values (gen_random_uuid(), 'disk', 1200, 900, '{400,800,1200}', 'data:', 80000, true, now())
    returning id`;
  const place = { sellerId: String(seller?.id), imageId: String(image?.id) };

  /**
   * @param {number} count
   * @param {'booking' | 'payment'} kind what is to be done with it
   * @returns {Promise<Sale[]>}
   */
  async function makeLot(count, kind) {
    const buyers = await sql`
      insert into users (id, name, email, role, created_at)
      select gen_random_uuid(), 'Bea', gen_random_uuid() || '@example.com', 'buyer', now()
      from generate_series(1, ${Math.ceil(count / salesPerBuyer)}::int)
      returning id as "buyerId", name as "buyerName", email as "buyerEmail"`;
    const tokens = await Promise.all(buyers.map(({ buyerId }) => tokenFor(String(buyerId))));
    const products = await sql`
      insert into products (id, seller_id, name, price_cents, category, condition, phone, location,
        description, purchase_year, image_id, status, created_at)
      select gen_random_uuid(), ${place.sellerId}, 'Student trumpet', ${priceCents}::int, 'Brass',
        'Good', '555-0101', 'Leith', 'Plays well.', 2015, ${place.imageId}, 'available', now()
      from generate_series(1, ${count}::int) returning id`;
    const sales = products.map(({ id }, index) => {
      const buyer = buyers[index % buyers.length];
      const token = tokens[index % buyers.length];
      return /** @type {Sale} */ ({
        ...{ productId: id, ...buyer, token, bookingId: '', intentId: '' },
      });
    });
    if (kind === 'payment') await charge(sales);
    await sql.unsafe('vacuum analyze bookings, products, payments, payment_intents, mails');
    return sales;
  }

  /**
   * Booked, and charged at the sandbox.
   * @param {Sale[]} sales
   */
  async function charge(sales) {
    const bookings = await sql`
      insert into bookings (id, product_id, buyer_id, seller_id, buyer_name, buyer_email,
        product_name, price_cents, image_id, phone, location, state, hold_expires_at, created_at)
      select gen_random_uuid(), product, buyer, ${place.sellerId}, 'Bea', 'bea@example.com',
        'Student trumpet', ${priceCents}::int, ${place.imageId}, '555', 'the pier', 'held',
        now() + interval '2 days', now()
      from unnest(${sales.map(({ productId }) => productId)}::uuid[],
        ${sales.map(({ buyerId }) => buyerId)}::uuid[]) as sale (product, buyer)
      returning id, product_id as "productId"`;
    const byProduct = new Map(bookings.map(({ id, productId }) => [productId, String(id)]));
    for (const sale of sales) {
      sale.bookingId = byProduct.get(sale.productId) ?? '';
      sale.intentId = `pi_sandbox_${sale.bookingId}`;
    }
    const ids = sales.map(({ bookingId }) => bookingId);
    await sql`
      insert into payment_intents
        (id, booking_id, provider, provider_intent_id, amount_cents, state, created_at)
      select gen_random_uuid(), id, 'sandbox', 'pi_sandbox_' || id, ${priceCents}::int, 'open', now()
      from unnest(${ids}::uuid[]) as id`;
    await sql`
      insert into sandbox_intents (id, client_secret, amount_cents, booking_id, description, state,
        idempotency_key, created_at, changed_at)
      select 'pi_sandbox_' || id, 'secret', ${priceCents}::int, id, 'Student trumpet', 'succeeded',
        id, now(), now()
      from unnest(${ids}::text[]) as id`;
  }

  return {
    ...{ databaseUrl, shop, sql, place, makeLot },
    async close() {
      await shop.stop();
      await sql.end();
      await server.stop();
    },
  };
}
