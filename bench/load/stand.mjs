import { createSecretKey } from 'node:crypto';
import { SignJWT } from 'jose';
import postgres from 'postgres';
import { startShop } from '../support/shop.mjs';
import { casesOf, givenBytes, requireSameRows } from './cases.mjs';
import { fillCatalogue } from './fill.mjs';
import { startYardstick } from './yardstick-process.mjs';

export const tokenSecret = 'only-for-benchmarks-and-known-to-everybody';
/** What each server holds by default. */
export const poolSize = 10;

/**
 * Makes a database with so many products, and opens the shop and its yardstick on it.
 * @param {string} serverUrl a PostgreSQL whose role may create databases
 * @param {number} products
 * @param {{ nodeFlags?: string[] }} [options]
 */
export async function openStand(serverUrl, products, { nodeFlags = [] } = {}) {
  const databaseUrl = await createDatabase(serverUrl, `bench_${products}`);
  const { address, host } = addressOf(databaseUrl);
  const sql = postgres(address, { ...(host && { host }), max: 2, onnotice: () => undefined });
  const open = (/** @type {string[]} */ flags) =>
    startShop(
      {
        DATABASE_URL: databaseUrl,
        DEMO: '0',
        TOKEN_SECRET: tokenSecret,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
      },
      flags,
    );
  // The shop makes the tables. It is opened again for the measurements, so that nothing of the filling is left in it.
  await (await open([])).stop();
  await fillCatalogue(sql, products);
  const shop = await open(nodeFlags);
  const [buyer] = await sql`select id from users where role = 'buyer' order by id limit 1`;
  const viewerId = String(buyer?.id);
  const cases = await casesOf(sql, shop.url, await tokenFor(viewerId));
  const yardstick = await startYardstick(
    {
      bytes: await givenBytes(cases, shop.url),
      query: { address, poolSize, viewerId, ...(host && { host }) },
    },
    nodeFlags,
  );
  await requireSameRows(cases, shop.url, yardstick.url);
  return {
    products,
    sql,
    shop,
    yardstick,
    cases,
    /** One more server of the same shop. */
    openBeside: () => open([]),
    async close() {
      await yardstick.stop();
      await shop.stop();
      await sql.end();
    },
  };
}

/**
 * @param {string} serverUrl
 * @param {string} name
 */
export async function createDatabase(serverUrl, name) {
  const { address, host } = addressOf(serverUrl);
  const sql = postgres(address, { ...(host && { host }), max: 1, onnotice: () => undefined });
  await sql.unsafe(`drop database if exists ${name}`);
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * The driver takes the folder of a socket apart from the address (as server/database/connection-options.ts does).
 * @param {string} databaseUrl
 */
export function addressOf(databaseUrl) {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? undefined;
  url.searchParams.delete('host');
  return { address: url.href, host };
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
