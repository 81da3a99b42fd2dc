// Receives the webhooks of a Reprise shop (docs/webhooks.md). A proxy with TLS belongs before it:
//   WEBHOOK_SECRET=whsec_… API_KEY=rp_live_… PORT=8080 node webhook-receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const { WEBHOOK_SECRET = '', API_KEY = '', PORT = '8080' } = process.env;
const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
/** The ids that were processed. In your program they are a unique column of the database. */
const processed = new Set();

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given } = headers;
  // An old one may have been recorded, and sent again by somebody else.
  if (!given || !(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // There are two while the secret is replaced.
  return given.split(' ').some((signature) => {
    const bytes = Buffer.from(signature.replace('v1,', ''), 'base64');
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

/** Reads how things stand now, because webhooks arrive in any order. */
async function processWebhook({ type, data }) {
  const reply = await fetch(data.link, { headers: { authorization: `Bearer ${API_KEY}` } });
  console.log(type, data.externalId ?? data.id, reply.status);
}

const server = createServer(async (request, response) => {
  // The bytes as they were sent: parsed and written again they have another signature.
  const body = await buffer(request);
  const id = request.headers['webhook-id'];
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  try {
    if (!processed.has(id)) await processWebhook(JSON.parse(body.toString()));
    processed.add(id);
    return response.writeHead(204).end();
  } catch {
    // The shop sends it again.
    return response.writeHead(500).end();
  }
});
server.listen(Number(PORT), () => console.log('Listening on port', server.address().port));
