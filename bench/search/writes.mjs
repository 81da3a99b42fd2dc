import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectFolder } from '../../scripts/setup/project.mjs';
import { median } from '../load/measure.mjs';

/**
 * @typedef {object} Writes
 * @property {number} listingMs median of listing a product, one after the other
 * @property {number} editingMs median of changing its price
 * @property {number} findableMs median until a listed product is found by its name, on another server
 * @property {number} longestFindableMs
 */

const giveUpMs = 20_000;

/**
 * Lists products with a new word in the name, changes their prices, and looks for each on another server until it is found.
 * @param {object} options
 * @param {import('../support/shop.mjs').StartedShop} options.shop
 * @param {import('../support/shop.mjs').StartedShop} options.beside
 * @param {string} options.token of a seller
 * @param {number} options.count
 * @returns {Promise<Writes>}
 */
export async function measureWrites({ shop, beside, token, count }) {
  /** @type {Record<'listing' | 'editing' | 'findable', number[]>} */
  const took = { listing: [], editing: [], findable: [] };
  const image = await uploadPicture(shop.url, token);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let write = 0; write < count; write += 1) {
    const word = `q${randomUUID().replaceAll(/[^a-z]/g, '')}x`;
    const listed = performance.now();
    const { insertedId } = await send(`${shop.url}/api/products`, 'POST', headers, {
      ...wish,
      name: `${word} violin`,
      image,
    });
    const isListed = performance.now();
    took.listing.push(isListed - listed);
    await found(beside.url, word, headers);
    took.findable.push(performance.now() - isListed);
    const edited = performance.now();
    await send(`${shop.url}/api/products/${insertedId}`, 'PATCH', headers, { price: 500 + write });
    took.editing.push(performance.now() - edited);
  }
  return {
    listingMs: median(took.listing),
    editingMs: median(took.editing),
    findableMs: median(took.findable),
    longestFindableMs: Math.max(...took.findable),
  };
}

/**
 * A seller lists with pictures of their own.
 * @param {string} url
 * @param {string} token
 * @returns {Promise<string>} its address
 */
async function uploadPicture(url, token) {
  const content = await readFile(join(projectFolder, 'demo/pictures/banjo.webp'));
  const body = new FormData();
  body.append('image', new Blob([content], { type: 'image/webp' }), 'banjo.webp');
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(`${url}/api/images`, { method: 'POST', headers, body });
  if (!reply.ok) throw new Error(`The picture was refused: ${reply.status} ${await reply.text()}`);
  const { data } = /** @type {{ data: { url: string } }} */ (await reply.json());
  return data.url;
}

const wish = {
  price: 400,
  category: 'String',
  condition: 'Good',
  number: '0300000000',
  location: 'Leipzig',
  description:
    'Plays beautifully and has been looked after. Comes with its original hard case. Serviced last year.',
  year: 1998,
};

/**
 * @param {string} url
 * @param {string} method
 * @param {Record<string, string>} headers
 * @param {object} body
 */
async function send(url, method, headers, body) {
  const reply = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${await reply.text()}`);
  return /** @type {{ insertedId?: string }} */ (await reply.json());
}

/**
 * @param {string} url
 * @param {string} word
 * @param {Record<string, string>} headers
 */
async function found(url, word, headers) {
  for (
    const deadline = performance.now() + giveUpMs;
    performance.now() < deadline;
    await wait(20)
  ) {
    const reply = await fetch(`${url}/api/search?q=${word}`, { headers });
    const { items } = /** @type {{ items: unknown[] }} */ (await reply.json());
    if (items.length > 0) return;
  }
  throw new Error(`${word} was not found within ${giveUpMs / 1_000} s`);
}
