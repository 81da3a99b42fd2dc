import pg from 'pg';

/**
 * Connections to a database through the driver that the shop uses, with nothing of the shop's around it.
 * @param {string} databaseUrl
 * @param {number} max
 */
export function openPool(databaseUrl, max) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    pipeline: true,
    idleTimeoutMillis: 0,
  });
  // A benchmark ends its server before every connection to it is closed.
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Runs the work in a transaction on one connection.
 * @template T
 * @param {pg.Pool} pool
 * @param {(client: pg.PoolClient) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inTransaction(pool, work) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
