import { Agent, request } from 'node:http';
import { poolSize } from '../load/servers.mjs';
import { priceCents } from './sales-database.mjs';

/**
 * The calls as browsers make them, over HTTP to the built shop.
 * @param {Pick<import('./sales-database.mjs').SalesDatabase, 'shop'>} setup
 */
export function callsOf({ shop }) {
  // The shop closes connections that are idle for long, as while the other sides have their turn.
  const agent = new Agent({ keepAlive: true, timeout: 2_000 });
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
      post('/api/bookings', token, { productId, price, phone: '555 0199', location: 'the pier' }),
    /** @param {import('./sales-database.mjs').Sale} sale */
    payment: ({ token, bookingId, intentId }) =>
      post('/api/payments', token, { bookingId, price, transactionId: intentId }),
    async close() {
      agent.destroy();
    },
  };
}

/**
 * What the calls come down to in the database, by the shop's own functions in the process of the benchmark: what is
 * between this and the calls is HTTP, tokens, the contract, and for a payment the look at the card provider.
 * @param {Awaited<ReturnType<typeof import('../support/project.mjs').openModules>>} modules
 * @param {Pick<import('./sales-database.mjs').SalesDatabase, 'databaseUrl'>} setup
 */
export async function workflowsOf(modules, { databaseUrl }) {
  const { openDatabase } = await modules.load('server/database/connection.ts');
  const { transaction } = await modules.load('server/database/transaction.ts');
  const { bookItem } = await modules.load('server/features/bookings/book-item.ts');
  const { recordCharge } = await modules.load('server/features/payments/record-charge.ts');
  const quiet = { info: () => undefined };
  const database = await openDatabase({ url: databaseUrl, poolSize }, quiet);
  return {
    /** @param {import('./sales-database.mjs').Sale} sale */
    booking({ productId, buyerId, buyerName, buyerEmail }) {
      const buyer = { id: buyerId, name: buyerName, email: buyerEmail };
      const wish = { productId, price: priceCents / 100, phone: '555 0199', location: 'the pier' };
      const terms = { at: new Date(), holdHours: 48 };
      return transaction(database, (/** @type {unknown} */ tx) => bookItem(tx, buyer, wish, terms));
    },
    /** @param {import('./sales-database.mjs').Sale} sale */
    payment({ bookingId, intentId: transactionId }) {
      const charge = { bookingId, amountCents: priceCents, provider: 'sandbox', transactionId };
      return transaction(database, (/** @type {unknown} */ tx) =>
        recordCharge(tx, charge, new Date()),
      );
    },
    /** @type {() => Promise<void>} */
    close: database.close,
  };
}
