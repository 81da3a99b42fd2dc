/**
 * One thing that is asked of the shop many times, and the same of its yardstick.
 * @typedef {object} Case
 * @property {string} name
 * @property {'bytes' | 'query'} yardstick bare Fastify that sends the same bytes, or the rows of the same statement
 * @property {number} aim the least share of the yardstick's requests per second
 * @property {number} status
 * @property {string[]} paths asked one after the other by each connection
 * @property {Record<string, string>} headers
 * @property {string} route how the yardstick names these paths
 * @property {(index: number) => import('./measure.mjs').VariedRequest} [varied] requests that all differ
 */

/**
 * @param {import('pg').Pool} pool
 * @param {string} shopUrl
 * @param {readonly string[]} tokens of different users
 * @returns {Promise<Case[]>}
 */
export async function casesOf(pool, shopUrl, tokens) {
  const products = (await sample(pool, 1_000)).map((id) => `/api/products/${id}`);
  const ids = await sample(pool, 400);
  const deep = ids.map((id) => `/api/category/Brass?limit=24&cursor=${id}`);
  const advertised = '/api/products?status=advertise&limit=24';
  const guest = await fetch(shopUrl + advertised);
  const bytes = { yardstick: /** @type {const} */ ('bytes'), aim: 0.7, status: 200, headers: {} };
  const authorized = tokens.map((token) => ({ authorization: `Bearer ${token}` }));
  const [headers] = authorized;
  if (!headers) throw new Error('There is no token');
  const again = { ...bytes, aim: 0.4, headers, route: '/api/category/:name' };
  const query = {
    yardstick: /** @type {const} */ ('query'),
    aim: 0.9,
    status: 200,
    headers,
    route: '/query/:category',
  };
  return [
    { ...bytes, name: 'advertised products', route: '/api/products', paths: [advertised] },
    {
      ...bytes,
      name: 'advertised products, unchanged (304)',
      status: 304,
      headers: { 'if-none-match': guest.headers.get('etag') ?? '' },
      route: '/unchanged',
      paths: [advertised],
    },
    { ...bytes, name: '1,000 products in turn', route: '/api/products/:id', paths: products },
    { ...bytes, name: 'home page (HTML)', route: '/', paths: ['/'] },
    {
      ...bytes,
      name: '100 product pages in turn (HTML)',
      route: '/products/:id',
      paths: products.slice(0, 100).map((path) => path.replace('/api', '')),
    },
    { ...again, name: 'category, first page, again', paths: ['/api/category/Brass?limit=24'] },
    { ...again, name: 'category, 100 pages far down, again', paths: deep.slice(0, 100) },
    {
      ...query,
      name: 'category, 400 pages, each for another user',
      paths: deep,
      // The shop has evicted the response to a user long before all others have had all pages.
      varied: (index) => ({
        path: at(deep, Math.floor(index / authorized.length)),
        headers: at(authorized, index),
      }),
    },
    {
      ...query,
      name: 'category, each time a page that nobody has requested',
      paths: deep,
      varied: (index) => ({
        path: `/api/category/Brass?limit=24&cursor=${between(ids, index)}`,
        headers,
      }),
    },
  ];
}

/**
 * @template Value
 * @param {readonly Value[]} values
 * @param {number} index
 */
function at(values, index) {
  const value = values[index % values.length];
  if (value === undefined) throw new Error('There is nothing to choose from');
  return value;
}

/**
 * A new place in the list, right before or after one of these products: ids end with twelve digits that do not count for
 * their order.
 * @param {readonly string[]} ids
 * @param {number} index
 */
function between(ids, index) {
  return at(ids, index).slice(0, -12) + index.toString(16).padStart(12, '0');
}

/**
 * The path under which the yardstick has the same.
 * @param {Case} measured
 * @param {string} path
 */
export function yardstickPath(measured, path) {
  if (measured.yardstick === 'query') return path.replace('/api/category', '/query');
  return measured.status === 304 ? measured.route : path;
}

/**
 * What the yardstick is to send for the cases that compare bytes: just what the shop sends, with no header but the type.
 * @param {readonly Case[]} cases
 * @param {string} shopUrl
 */
export async function givenBytes(cases, shopUrl) {
  /** @type {Map<string, import('./yardstick.mjs').GivenAnswer[]>} */
  const given = new Map();
  for (const measured of cases.filter(({ yardstick }) => yardstick === 'bytes')) {
    const answers = [];
    for (const path of measured.paths) {
      const answer = await fetch(shopUrl + path, { headers: plain(measured.headers) });
      if (answer.status !== measured.status) {
        throw new Error(`${path} answered ${answer.status} instead of ${measured.status}`);
      }
      const body = await answer.text();
      const headers = headersOf(answer);
      answers.push({ url: yardstickPath(measured, path), status: answer.status, headers, body });
    }
    given.set(measured.route, [...(given.get(measured.route) ?? []), ...answers]);
  }
  return [...given].map(([route, answers]) => ({ route, answers }));
}

/**
 * Makes sure that shop and yardstick read the same rows, so that a changed statement does not go unnoticed here.
 * @param {readonly Case[]} cases
 * @param {string} shopUrl
 * @param {string} yardstickUrl
 */
export async function requireSameRows(cases, shopUrl, yardstickUrl) {
  for (const measured of cases.filter(({ yardstick }) => yardstick === 'query')) {
    const [path = ''] = measured.paths;
    const ours = await idsAt(shopUrl + path, '_id', measured.headers);
    const theirs = await idsAt(yardstickUrl + yardstickPath(measured, path), 'id', {});
    if (ours !== theirs || ours === '') throw new Error(`${path}: other rows than the yardstick`);
  }
}

/**
 * @param {string} url
 * @param {string} key
 * @param {Record<string, string>} headers
 */
async function idsAt(url, key, headers) {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const rows = /** @type {Record<string, string>[]} */ (await answer.json());
  return rows.map((row) => row[key]).join();
}

/** @param {Record<string, string>} headers */
const plain = (headers) => ({ ...headers, 'accept-encoding': 'identity' });

/** @param {Response} answer */
function headersOf(answer) {
  const type = answer.headers.get('content-type');
  const tag = answer.headers.get('etag');
  if (answer.status === 304) return { etag: tag ?? '' };
  return { 'content-type': type ?? '' };
}

/**
 * Existing products, spread over the table and the same in each run.
 * @param {import('pg').Pool} pool
 * @param {number} count
 * @returns {Promise<string[]>}
 */
async function sample(pool, count) {
  const { rows } = await pool.query(
    "select id from products where status = 'available' order by md5(id::text) limit $1",
    [count],
  );
  return rows.map(({ id }) => String(id));
}
