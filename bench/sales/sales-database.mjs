import { createDatabase, tokenFor, tokenSecret } from '../load/servers.mjs';
import { openPool } from '../support/database.mjs';
import { startShop } from '../support/shop.mjs';

export const priceCents = 7_500;

/**
 * A product to sell, and a user to buy it.
 * @typedef {object} Sale
 * @property {string} productId
 * @property {string} buyerId
 * @property {string} buyerName
 * @property {string} buyerEmail
 * @property {string} token of the buyer
 * @property {string} bookingId empty for what is to be booked
 * @property {string} intentId of a charge that was not recorded yet; empty for what is to be booked
 *
 * @typedef {Awaited<ReturnType<typeof openSalesDatabase>>} SalesDatabase
 */

/** Unpaid bookings that one buyer may have; the others of a lot are another user's. */
const salesPerBuyer = 5;

/**
 * A PostgreSQL of its own with the shop on it, and what can be sold there.
 * @param {Awaited<ReturnType<typeof import('../support/project.mjs').openModules>>} modules
 * @param {readonly string[]} [nodeFlags] of the shop
 * @param {Record<string, string>} [furtherSettings] of the shop
 */
export async function openSalesDatabase(modules, nodeFlags = [], furtherSettings = {}) {
  const { startTestServer } = await modules.load('server/testing/test-server.ts');
  const server = await startTestServer();
  const databaseUrl = await createDatabase(server.url, 'bench_sales');
  const pool = openPool(databaseUrl, 2);
  const settings = {
    DATABASE_URL: databaseUrl,
    TOKEN_SECRET: tokenSecret,
    ...furtherSettings,
  };
  const shop = await startShop(settings, nodeFlags);
  const seller = await pool.query(`
    insert into users (id, name, email, role, created_at)
    values (gen_random_uuid(), 'Sam', 'sam@example.com', 'seller', now()) returning id`);
  const image = await pool.query(`
    insert into images (id, host, width, height, widths, placeholder, bytes, avif, created_at)
    values (gen_random_uuid(), 'disk', 1200, 900, '{400,800,1200}', 'data:', 80000, true, now())
    returning id`);
  const place = { sellerId: String(seller.rows[0]?.id), imageId: String(image.rows[0]?.id) };

  /**
   * @param {number} count
   * @param {'booking' | 'payment'} kind what is to be done with it
   * @returns {Promise<Sale[]>}
   */
  async function makeLot(count, kind) {
    const { rows: buyers } = await pool.query(
      `insert into users (id, name, email, role, created_at)
      select gen_random_uuid(), 'Bea', gen_random_uuid() || '@example.com', 'buyer', now()
      from generate_series(1, $1::int)
      returning id as "buyerId", name as "buyerName", email as "buyerEmail"`,
      [Math.ceil(count / salesPerBuyer)],
    );
    const tokens = await Promise.all(buyers.map(({ buyerId }) => tokenFor(String(buyerId))));
    const { rows: products } = await pool.query(
      `insert into products (id, seller_id, name, price_cents, category, condition, phone, location,
        description, purchase_year, image_id, status, created_at)
      select gen_random_uuid(), $1::uuid, 'Student trumpet', $2::int, 'Brass',
        'Good', '555-0101', 'Leith', 'Plays well.', 2015, $3::uuid, 'available', now()
      from generate_series(1, $4::int) returning id`,
      [place.sellerId, priceCents, place.imageId, count],
    );
    const sales = products.map(({ id }, index) => {
      const buyer = buyers[index % buyers.length];
      const token = tokens[index % buyers.length];
      return /** @type {Sale} */ ({
        productId: id,
        ...buyer,
        token,
        bookingId: '',
        intentId: '',
      });
    });
    if (kind === 'payment') await charge(sales);
    await pool.query('vacuum analyze bookings, products, payments, payment_intents, mails');
    return sales;
  }

  /**
   * Booked, and charged at the sandbox.
   * @param {Sale[]} sales
   */
  async function charge(sales) {
    const { rows: bookings } = await pool.query(
      `insert into bookings (id, product_id, buyer_id, seller_id, buyer_name, buyer_email,
        product_name, price_cents, image_id, phone, location, state, hold_expires_at, created_at)
      select gen_random_uuid(), product, buyer, $1::uuid, 'Bea', 'bea@example.com',
        'Student trumpet', $2::int, $3::uuid, '555', 'the pier', 'held',
        now() + interval '2 days', now()
      from unnest($4::uuid[], $5::uuid[]) as sale (product, buyer)
      returning id, product_id as "productId"`,
      [
        place.sellerId,
        priceCents,
        place.imageId,
        sales.map(({ productId }) => productId),
        sales.map(({ buyerId }) => buyerId),
      ],
    );
    const byProduct = new Map(bookings.map(({ id, productId }) => [productId, String(id)]));
    for (const sale of sales) {
      sale.bookingId = byProduct.get(sale.productId) ?? '';
      sale.intentId = `pi_sandbox_${sale.bookingId}`;
    }
    const ids = sales.map(({ bookingId }) => bookingId);
    await pool.query(
      `insert into payment_intents
        (id, booking_id, provider, provider_intent_id, amount_cents, state, created_at)
      select gen_random_uuid(), id, 'sandbox', 'pi_sandbox_' || id, $1::int, 'open', now()
      from unnest($2::uuid[]) as id`,
      [priceCents, ids],
    );
    await pool.query(
      `insert into sandbox_intents (id, client_secret, amount_cents, booking_id, description, state,
        idempotency_key, created_at, changed_at)
      select 'pi_sandbox_' || id, 'secret', $1::int, id, 'Student trumpet', 'succeeded',
        id, now(), now()
      from unnest($2::text[]) as id`,
      [priceCents, ids],
    );
  }

  return {
    databaseUrl,
    shop,
    pool,
    place,
    makeLot,
    async close() {
      await shop.stop();
      await pool.end();
      await server.stop();
    },
  };
}
