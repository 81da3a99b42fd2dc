import { Agent, request } from 'node:http';
import { priceCents } from './sales-database.mjs';

/**
 * The calls as browsers make them, over HTTP to the built shop.
 * @param {Pick<import('./sales-database.mjs').SalesDatabase, 'shop'>} setup
 */
export function callsOf({ shop }) {
  const agent = new Agent({ keepAlive: true });
  const price = priceCents / 100;

  /**
   * @param {string} path
   * @param {string} token
   * @param {object} wish
   * @returns {Promise<void>}
   */
  function post(path, token, wish) {
    const body = JSON.stringify(wish);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    return new Promise((resolve, reject) => {
      const asked = request(shop.url + path, { agent, method: 'POST', headers }, (reply) => {
        reply.resume().once('end', () => {
          if (reply.statusCode === 201) resolve();
          else reject(new Error(`${path} answered ${reply.statusCode}`));
        });
      });
      asked.once('error', reject).end(body);
    });
  }

  return {
    /** @param {import('./sales-database.mjs').Sale} sale */
    booking: ({ token, productId }) =>
      post('/api/bookings', token, { productId, price, phone: '555', location: 'the pier' }),
    /** @param {import('./sales-database.mjs').Sale} sale */
    payment: ({ token, bookingId, intentId }) =>
      post('/api/payments', token, { bookingId, price, transactionId: intentId }),
    async close() {
      agent.destroy();
    },
  };
}
