import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inTransaction } from '../support/database.mjs';
import { median, round } from './measure.mjs';

/**
 * The time that a write took to show on one server.
 * @typedef {object} Freshness
 * @property {string} server
 * @property {number} writes
 * @property {number} medianMs
 * @property {number} longestMs
 *
 * @typedef {object} FreshnessOptions
 * @property {import('pg').Pool} pool
 * @property {import('../support/shop.mjs').StartedShop[]} shops servers of one database; the first one is under load
 * @property {number} writes
 */

const advertisedPath = '/api/products?status=advertise&limit=24';
const giveUpMs = 10_000;

/**
 * Changes an advertised product repeatedly, directly in the database as another server would, while the first
 * server answers as fast as it can, and measures when each server shows the new price: in the list, on its own, and to
 * a client that still names the old entity tag.
 * @param {FreshnessOptions} options
 * @returns {Promise<Freshness[]>}
 */
export async function measureFreshness({ pool, shops, writes }) {
  const [first] = shops;
  if (!first) throw new Error('There is no shop');
  const { rows } = await pool.query(
    "select id from products where status = 'advertise' order by id desc limit 1",
  );
  const id = String(rows[0]?.id);
  const load = underLoad(first);
  const tookMs = shops.map(() => /** @type {number[]} */ ([]));
  for (let write = 1; write <= writes; write += 1) {
    const price = 1_000 + write;
    const tags = await Promise.all(shops.map(({ url }) => tagOf(`${url}/api/products/${id}`)));
    await changePrice(pool, id, price * 100);
    const started = performance.now();
    await Promise.all(
      shops.map(async ({ url }, index) => {
        await shown(url, id, price, tags[index] ?? '');
        tookMs[index]?.push(performance.now() - started);
      }),
    );
    // A different point between two looks of the servers each time.
    await wait(137);
  }
  await load.end();
  return tookMs.map((times, index) => ({
    server: index === 0 ? 'under load' : 'beside it',
    writes,
    medianMs: median(times),
    longestMs: Math.max(...times),
  }));
}

/** @param {import('../support/shop.mjs').StartedShop} shop */
function underLoad({ url, pid }) {
  const target = { url, pid, paths: [advertisedPath], headers: {}, status: 200 };
  let isOver = false;
  const running = (async () => {
    while (!isOver) await round(target, 1);
  })();
  return {
    async end() {
      isOver = true;
      await running;
    },
  };
}

/**
 * The change and its note, in one transaction, as `recordCatalogueChange` in server/features/products/catalogue-changes.ts keeps it.
 * @param {import('pg').Pool} pool
 * @param {string} id
 * @param {number} cents
 */
function changePrice(pool, id, cents) {
  return inTransaction(pool, async (client) => {
    await client.query('update products set price_cents = $1 where id = $2', [cents, id]);
    await client.query(
      `insert into catalogue_changes (id, product_id, lexemes_before) values ($1, $2, '{}')`,
      [randomUUID(), id],
    );
  });
}

/**
 * @param {string} url
 * @param {string} id
 * @param {number} price
 * @param {string} oldTag
 */
async function shown(url, id, price, oldTag) {
  const own = `${url}/api/products/${id}`;
  for (
    const deadline = performance.now() + giveUpMs;
    performance.now() < deadline;
    await wait(10)
  ) {
    const single = await fetch(own, { headers: { 'if-none-match': oldTag } });
    if (single.status === 304) continue;
    const list = /** @type {{ _id: string, price: number }[]} */ (
      await (await fetch(url + advertisedPath)).json()
    );
    const [alone, listed] = [await single.json(), list.find(({ _id }) => _id === id)];
    if (alone.price === price && listed?.price === price) return;
  }
  throw new Error(`${url} did not show a change within ${giveUpMs / 1_000} s`);
}

/** @param {string} url */
async function tagOf(url) {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.headers.get('etag') ?? '';
}
