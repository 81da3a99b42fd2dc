import Fastify from 'fastify';
import { openPool } from '../support/database.mjs';

/**
 * The yardstick of the shop, in a process of its own: plain Fastify that sends given bytes or the rows of one
 * prepared statement, and does nothing else. Its parent tells it what to serve, and it reports its port.
 * @typedef {object} GivenAnswer
 * @property {string} url
 * @property {number} status
 * @property {Record<string, string>} headers
 * @property {string} body
 *
 * @typedef {object} Wanted
 * @property {{ route: string, answers: GivenAnswer[] }[]} bytes
 * @property {{ databaseUrl: string, poolSize: number, viewerId: string }} query
 */

const app = Fastify();

process.once('message', async (/** @type {Wanted} */ wanted) => {
  for (const { route, answers } of wanted.bytes) sendBytes(route, answers);
  sendRows(wanted.query);
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: app.addresses()[0]?.port });
});

/**
 * @param {string} route
 * @param {GivenAnswer[]} answers
 */
function sendBytes(route, answers) {
  const byUrl = new Map(
    answers.map(({ url, ...answer }) => [url, { ...answer, body: Buffer.from(answer.body) }]),
  );
  app.get(route, (request, reply) => {
    const answer = byUrl.get(request.url);
    if (!answer) return reply.code(404).send();
    reply.code(answer.status).headers(answer.headers);
    return reply.send(answer.status === 304 ? undefined : answer.body);
  });
}

/** Shown; one row more is read, as the shop does to know whether a next page exists. */
const pageSize = 24;

/** The statement of `listCategory` in server/features/products/list-products.ts; the run makes sure that both read the same rows. */
const categoryPage = `
  select
    p.id, p.name, p.price_cents as "priceCents", p.original_price_cents as "originalPriceCents",
    p.category, p.condition, p.location, p.description, p.purchase_year as year, p.status,
    p.created_at as "createdAt",
    case when live.state = 'held' then live.hold_expires_at end as "heldUntil",
    case when s.removed_at is null then s.id end as "sellerId", s.name as "sellerName", s.verified_at is not null as "sellerVerified",
    case when s.email_proven_at is not null then s.email else '' end as "sellerEmail",
    i.id as "imageId", i.external_url as "imageExternalUrl", i.widths as "imageWidths",
    i.width as "imageWidth", i.height as "imageHeight", i.placeholder as "imagePlaceholder",
    i.avif as "imageAvif",
    case when $1 or p.seller_id = $2 or live.buyer_id = $2 then p.phone end as phone,
    case when live.buyer_id = $2 then live.id end as "bookingId",
    exists (
      select from wishlist_items w where w.user_id = $2 and w.product_id = p.id
    ) as "isWishlisted",
    case when $1 or p.seller_id = $2 then s.email end as "sellersEmail"
  from products p join users s on s.id = p.seller_id join images i on i.id = p.image_id
    left join bookings live on live.product_id = p.id and live.state in ('held', 'paid')
      and (live.state = 'paid' or live.hold_expires_at > now())
  where p.category = $3 and p.status <> 'sold' and p.withdrawn_at is null and p.id < $4
  order by p.id desc limit $5`;

/** @param {Wanted['query']} query */
function sendRows({ databaseUrl, poolSize, viewerId }) {
  const pool = openPool(databaseUrl, poolSize);
  app.get('/query/:category', async (request, reply) => {
    const { category } = /** @type {{ category: string }} */ (request.params);
    const { cursor = 'ffffffff-ffff-ffff-ffff-ffffffffffff' } = /** @type {{ cursor?: string }} */ (
      request.query
    );
    const { rows } = await pool.query({
      name: 'category page',
      text: categoryPage,
      values: [false, viewerId, category, cursor, pageSize + 1],
    });
    reply.header('content-type', 'application/json; charset=utf-8');
    return reply.send(JSON.stringify(rows.slice(0, pageSize)));
  });
}

process.once('disconnect', () => process.exit());
