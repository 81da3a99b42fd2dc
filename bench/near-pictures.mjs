import { createDatabase, tokenSecret } from './load/servers.mjs';
import { openPool } from './support/database.mjs';
import { openModules } from './support/project.mjs';
import { say } from './support/results.mjs';
import { startShop } from './support/shop.mjs';

/**
 * Measures how long it takes to find the same picture among 200,000 fingerprints, by the statement of the shop.
 * `node bench/near-pictures.mjs`; bench/README.md says more.
 */
const pictures = 200_000;
const lookups = 500;
const aimMs = 10;

/** @type {(() => Promise<void>)[]} */
const closers = [];
try {
  const modules = await openModules();
  closers.push(modules.close);
  const { startTestServer } = await modules.load('server/testing/test-server.ts');
  const server = await startTestServer();
  closers.push(server.stop);
  const databaseUrl = await createDatabase(String(server.url), 'pictures');
  // The shop makes the tables.
  await (await startShop({ DATABASE_URL: databaseUrl, TOKEN_SECRET: tokenSecret })).stop();
  const pool = openPool(databaseUrl, 1);
  closers.push(() => pool.end());
  await pool.query(`
    insert into images (id, host, width, height, widths, placeholder, bytes, created_at, fingerprint, fingerprinted_at)
    select gen_random_uuid(), 'disk', 1600, 1200, '{480,960,1600}', '', 100000, now(),
      ('x' || substr(md5(n::text), 1, 16))::bit(64)::bigint, now()
    from generate_series(1, ${pictures}) n`);
  await pool.query('vacuum analyze images');
  const { openDatabase } = await modules.load('server/database/connection.ts');
  const { findNearPictures } = await modules.load('server/features/images/near-pictures.ts');
  const database = await openDatabase(
    { url: databaseUrl, poolSize: 1, readUrl: undefined },
    { info() {}, warn() {}, error() {} },
  );
  closers.push(() => database.close());
  const { rows } = await pool.query(
    `select fingerprint::text from images order by id limit ${lookups}`,
  );
  /** @type {number[]} */
  const times = [];
  for (const { fingerprint } of rows) {
    const startedAt = performance.now();
    const found = await findNearPictures(database.sql, {
      bits: BigInt(fingerprint),
      mirrored: ~BigInt(fingerprint),
    });
    times.push(performance.now() - startedAt);
    if (found[0]?.distance !== 0) throw new Error('A picture did not find itself');
  }
  times.sort((a, b) => a - b);
  /** @param {number} share */
  const at = (share) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1));
  say(
    `${pictures} pictures, ${lookups} lookups: median ${at(0.5)} ms, p99 ${at(0.99)} ms (aim: ${aimMs} ms)`,
  );
  if (at(0.5) > aimMs) process.exitCode = 1;
} finally {
  for (const close of closers.reverse()) await close();
}
