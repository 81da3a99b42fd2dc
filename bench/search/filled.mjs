import { databaseAt } from '../load/servers.mjs';
import { openPool } from '../support/database.mjs';

/**
 * The time that a database took to fill. It is written into a comment of the database, so that it is known in later
 * runs.
 * @typedef {{ seconds: number, collectedSeconds: number }} Filling
 */

/**
 * A database that a run before has filled to the end.
 * @param {string} serverUrl
 * @param {string} name
 * @returns {Promise<({ url: string } & Filling) | undefined>}
 */
export async function findFilled(serverUrl, name) {
  const url = databaseAt(serverUrl, name);
  const pool = openPool(url, 1);
  try {
    const { rows } = await pool.query(
      `select obj_description(oid) as filling from pg_class where relname = 'products'`,
    );
    return rows[0]?.filling ? { url, ...JSON.parse(rows[0].filling) } : undefined;
  } catch (error) {
    // There is no such database.
    if (error instanceof Error && 'code' in error && error.code === '3D000') return undefined;
    throw error;
  } finally {
    await pool.end();
  }
}

/**
 * @param {import('pg').Pool} pool
 * @param {Filling} filling
 */
export async function markFilled(pool, filling) {
  await pool.query(`comment on table products is '${JSON.stringify(filling)}'`);
}
