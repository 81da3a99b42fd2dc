import { createSecretKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { openPool } from '../support/database.mjs';
import { skipCatchingUp } from '../support/jobs.mjs';
import { startShop } from '../support/shop.mjs';
import { casesOf, givenBytes, requireSameRows } from './cases.mjs';
import { fillCatalogue } from './fill.mjs';
import { startYardstick } from './yardstick-process.mjs';

export const tokenSecret = 'only-for-benchmarks-and-known-to-everybody';
/** The default pool size of a server. */
export const poolSize = 10;

/**
 * Makes a database with this many products, and opens the shop and its yardstick on it.
 * @param {string} serverUrl a PostgreSQL whose role may create databases
 * @param {number} products
 * @param {{ nodeFlags?: string[] }} options
 */
export async function startServers(serverUrl, products, { nodeFlags = [] }) {
  const databaseUrl = await createDatabase(serverUrl, `bench_${products}`);
  const pool = openPool(databaseUrl, 2);
  const open = (/** @type {string[]} */ flags) =>
    startShop(
      {
        DATABASE_URL: databaseUrl,
        TOKEN_SECRET: tokenSecret,
      },
      flags,
    );
  // The shop makes the tables. It is opened again for the measurements, so that nothing of the filling is left in it.
  await (await open([])).stop();
  await fillCatalogue(pool, products);
  await skipCatchingUp(pool);
  await skipVocabulary(pool);
  const shop = await open(nodeFlags);
  const { rows } = await pool.query('select id from users order by role, id limit 200');
  const userIds = rows.map(({ id }) => String(id));
  const [viewerId = ''] = userIds;
  const cases = await casesOf(pool, shop.url, await Promise.all(userIds.map(tokenFor)));
  const yardstick = await startYardstick(
    {
      bytes: await givenBytes(cases, shop.url),
      query: { databaseUrl, poolSize, viewerId },
    },
    nodeFlags,
  );
  await requireSameRows(cases, shop.url, yardstick.url);
  return {
    products,
    pool,
    shop,
    yardstick,
    cases,
    /** One more server of the same shop. */
    openBeside: () => open([]),
    async close() {
      await yardstick.stop();
      await shop.stop();
      await pool.end();
    },
  };
}

/**
 * Nothing here searches, so the job that collects the words of the listings has none to collect.
 * @param {import('pg').Pool} pool
 */
async function skipVocabulary(pool) {
  await pool.query(`
    insert into search_progress (name, last_id)
    values ('vocabulary', 'ffffffff-ffff-7fff-bfff-ffffffffffff')
    on conflict (name) do update set last_id = excluded.last_id`);
}

/**
 * @param {string} serverUrl
 * @param {string} name
 */
export async function createDatabase(serverUrl, name) {
  const pool = openPool(serverUrl, 1);
  await pool.query(`drop database if exists ${name}`);
  await pool.query(`create database ${name}`);
  await pool.end();
  return databaseAt(serverUrl, name);
}

/**
 * @param {string} serverUrl
 * @param {string} name
 */
export function databaseAt(serverUrl, name) {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * An access token as the shop signs them, good for the whole run.
 * @param {string} userId
 */
export function tokenFor(userId) {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuer('reprise')
    .setAudience('reprise-api')
    .setIssuedAt()
    .setExpirationTime('12h')
    .sign(createSecretKey(Buffer.from(tokenSecret, 'utf8')));
}
