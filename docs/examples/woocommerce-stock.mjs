// Lists the stock of a WooCommerce shop in a Reprise shop, and takes down what WooCommerce no longer has in stock. Run it every
// few minutes (docs/api.md, 'Keep a stock in step'):
//   WOO_URL=https://dealer.example WOO_KEY=ck_… WOO_SECRET=cs_… SHOP_URL=https://shop.example API_KEY=rp_live_… \
//     PHONE=555-0101 PLACE=Leith node woocommerce-stock.mjs
// The API key has the permissions listings:read and listings:write. Each instrument is a simple product with an SKU.
const { WOO_URL, WOO_KEY, WOO_SECRET, SHOP_URL, API_KEY, PHONE, PLACE } = process.env;

/** Your categories, and what they are in the shop: Brass, Keyboard, Woodwind, String or Percussion. */
const categories = { Trumpets: 'Brass', Pianos: 'Keyboard', Flutes: 'Woodwind', Violins: 'String' };

async function ask(url, options) {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000), ...options });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return { body: await response.json(), headers: response.headers };
}

/** The products on sale in WooCommerce, page by page. */
async function* readStock() {
  const authorization = `Basic ${Buffer.from(`${WOO_KEY}:${WOO_SECRET}`).toString('base64')}`;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = `type=simple&status=publish&orderby=id&per_page=50&page=${page}`;
    const url = `${WOO_URL}/wp-json/wc/v3/products?${query}`;
    const { body, headers } = await ask(url, { headers: { authorization } });
    pages = Number(headers.get('x-wp-totalpages'));
    yield body.filter(({ sku }) => sku);
  }
}

function send(method, path, body) {
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
  return ask(`${SHOP_URL}/api${path}`, { method, headers, body: body && JSON.stringify(body) });
}

/** What the shop knows: the state of each listing by its SKU. */
async function readStates() {
  const states = new Map();
  for (let query = '', hasMore = true; hasMore; ) {
    const { body } = await send('GET', `/listings${query}`);
    for (const { externalId, state } of body.items) states.set(externalId, state);
    query = `?cursor=${body.cursor}`;
    hasMore = body.hasMore;
  }
  return states;
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
function plainText(html) {
  const text = html.replace(/<br[^>]*>|<\/(p|li|h\d)>/g, '\n').replace(/<[^>]*>/g, '');
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code))
    .replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole)
    .trim();
}

function listingOf({ sku, name, price, description, date_created, images, ...product }) {
  const condition = product.attributes.find((attribute) => attribute.name === 'Condition');
  const category = product.categories.map((one) => categories[one.name]).find(Boolean);
  return {
    externalId: sku,
    name: plainText(name),
    price,
    description: plainText(description || product.short_description),
    year: Number(date_created.slice(0, 4)),
    condition: condition?.options[0] ?? 'Good',
    ...(category && { category }),
    number: PHONE,
    location: PLACE,
    images: images.map(({ src }) => src),
  };
}

const states = await readStates();
for await (const products of readStock()) {
  const isInStock = ({ stock_status }) => stock_status === 'instock';
  // What was sold here or taken down stays so.
  const isOpen = ({ sku }) => ['on-sale', undefined].includes(states.get(sku));
  const listings = products.filter((one) => isInStock(one) && isOpen(one)).map(listingOf);
  const sent = listings.length > 0 && (await send('POST', '/listings/bulk', { listings }));
  for (const { externalId, outcome, detail, errors = [] } of sent ? sent.body.results : []) {
    const faults = errors.map(({ field, message }) => `${field}: ${message}`);
    console.log(externalId, outcome ?? `refused: ${[detail, ...faults].join(' ')}`);
    if (!outcome) process.exitCode = 1;
  }
  for (const { sku } of products.filter((one) => !isInStock(one))) {
    if (!['on-sale', 'held'].includes(states.get(sku))) continue;
    await send('POST', `/listings/${encodeURIComponent(sku)}/sold-elsewhere`, {});
    console.log(sku, 'taken down');
  }
}
