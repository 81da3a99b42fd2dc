// Sets the stock of a WooCommerce product to 0 when it is sold in a Reprise shop. Make an endpoint for the event listing.sold
// (docs/webhooks.md), and put a proxy with TLS before this program:
//   WOO_URL=https://dealer.example WOO_KEY=ck_… WOO_SECRET=cs_… WEBHOOK_SECRET=whsec_… API_KEY=rp_live_… \
//     PORT=8080 node sold-here.mjs
// The WooCommerce key reads and writes products. The external id of a listing is the SKU of the product.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
// npm install standardwebhooks
import { Webhook } from 'standardwebhooks';

const { WOO_URL, WOO_KEY, WOO_SECRET, WEBHOOK_SECRET, API_KEY, PORT = '8080' } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET);

async function ask(url, options) {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000), ...options });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

function askWoo(path, options) {
  const authorization = `Basic ${Buffer.from(`${WOO_KEY}:${WOO_SECRET}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  return ask(`${WOO_URL}/wp-json/wc/v3/products${path}`, { headers, ...options });
}

/** Does the same when it runs twice. */
async function takeDown({ externalId, link }) {
  // The sale may be undone by now: webhooks arrive in any order.
  const listing = await ask(link, { headers: { authorization: `Bearer ${API_KEY}` } });
  if (listing.status !== 'sold') return;
  const body = JSON.stringify({ manage_stock: true, stock_quantity: 0 });
  for (const { id } of await askWoo(`?sku=${encodeURIComponent(externalId)}`)) {
    await askWoo(`/${id}`, { method: 'PUT', body });
    console.log(externalId, 'taken down');
  }
}

const server = createServer(async (request, response) => {
  const body = (await buffer(request)).toString();
  let event;
  try {
    event = webhook.verify(body, request.headers);
  } catch {
    return response.writeHead(401).end();
  }
  try {
    if (event.type === 'listing.sold' && event.data.externalId) await takeDown(event.data);
    return response.writeHead(204).end();
  } catch (error) {
    console.error(error.message);
    // The shop sends it again.
    return response.writeHead(500).end();
  }
});
server.listen(Number(PORT), () => console.log('Listening on port', server.address().port));
