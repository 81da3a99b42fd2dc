import { Agent, request } from 'node:http';

/** After so long a request counts as failed. */
const giveUpMs = 30_000;

/**
 * @typedef {'page' | 'list' | 'search' | 'write' | 'upload'} Kind what is asked for
 *
 * @typedef {object} Asked
 * @property {Kind} kind
 * @property {string} path
 * @property {'GET' | 'POST' | 'PUT'} [method]
 * @property {string} [token]
 * @property {object} [json]
 * @property {{ type: string, bytes: Buffer }} [raw]
 *
 * @typedef {(asked: Asked) => Promise<any>} Send
 */

/**
 * Sends requests as browsers would, over connections that stay open, and tells how long each took.
 * @param {string} url
 * @param {(kind: Kind, ms: number) => void} onAnswer
 */
export function openClient(url, onAnswer) {
  const agent = new Agent({ keepAlive: true });
  /** @type {Send} */
  async function send({ kind, path, method = 'GET', token, json, raw }) {
    const body = raw?.bytes ?? (json && Buffer.from(JSON.stringify(json)));
    const type = raw?.type ?? 'application/json';
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': type, 'content-length': body.length }),
    };
    const from = performance.now();
    const { status, text } = await exchange(url + path, { agent, method, headers }, body);
    onAnswer(kind, performance.now() - from);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    return kind === 'page' ? text : JSON.parse(text);
  }
  return { send, close: () => agent.destroy() };
}

/**
 * @param {string} address
 * @param {import('node:http').RequestOptions} options
 * @param {Buffer | undefined} body
 * @returns {Promise<{ status: number, text: string }>}
 */
function exchange(address, options, body) {
  return new Promise((resolve, reject) => {
    const sent = request(address, options, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, text }));
      reply.once('error', reject);
    });
    sent.setTimeout(giveUpMs, () => sent.destroy(new Error(`${address}: no answer`)));
    sent.once('error', reject).end(body);
  });
}
