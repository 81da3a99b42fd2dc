import { describeSetting } from '../support/machine.mjs';

/**
 * One case at one size.
 * @typedef {object} Outcome
 * @property {string} name
 * @property {number} products
 * @property {number} perSecond
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {number} firstP50 milliseconds, when no one has asked before
 * @property {number} firstP99
 * @property {number | undefined} growth how many times longer a request takes here than with the fewest products
 * @property {boolean} isLargest
 * @property {number} [aimP99]
 * @property {number} [aimFirstP99]
 * @property {number} [aimGrowth]
 *
 * @typedef {object} Load
 * @property {number} products
 * @property {number} seconds for filling in
 * @property {number} collectedSeconds for the vocabulary
 * @property {number} bytes of the whole database
 * @property {number} indexBytes of the indexes of the products
 */

/** How many times longer listing and editing may take with the most products than with the fewest. */
const writesGrowthAim = 1.5;
const findableAimMs = 2_000;

/** @param {Outcome} outcome */
export function asLine({ name, products, perSecond, p50, p99, firstP50, firstP99, growth }) {
  const grown = growth === undefined ? '' : `; growth ${growth.toFixed(2)}`;
  return `${name} (${number(products)}): ${number(perSecond)}/s, p50 ${p50} ms, p99 ${p99} ms; first p50 ${firstP50} ms, p99 ${firstP99} ms${grown}`;
}

/**
 * The whole run as Markdown.
 * @param {object} report
 * @param {import('../support/machine.mjs').Setting} report.setting
 * @param {{ seconds: number, rounds: number, connections: number }} report.effort
 * @param {Load[]} report.loads
 * @param {Outcome[]} report.outcomes
 * @param {({ products: number } & import('./writes.mjs').Writes)[]} report.writes
 */
export function asMarkdown({ setting, effort, loads, outcomes, writes }) {
  return [
    '# Search',
    '',
    'Made by `node bench/search.mjs`; [the page on performance](../../docs/performance.md) says what the figures mean.',
    '',
    describeSetting(setting),
    `- ${effort.connections} connections, ${effort.rounds} rounds of ${effort.seconds} s for each size in turn; medians. Before them each request once, five at a time: "first", when nobody has asked for it. A listing changes five times a second`,
    '',
    '| listings | filled in | vocabulary | on disk | indexes of the products |',
    '|--:|--:|--:|--:|--:|',
    ...loads.map(({ products, seconds, collectedSeconds, bytes, indexBytes }) =>
      row([
        number(products),
        `${number(seconds)} s`,
        `${number(collectedSeconds)} s`,
        megabytes(bytes),
        megabytes(indexBytes),
      ]),
    ),
    '',
    '| request | listings | requests/s | p50 | p99 | first, p50 | first, p99 | growth | |',
    '|---|--:|--:|--:|--:|--:|--:|--:|---|',
    ...outcomes.map(outcomeRow),
    '',
    '| listings | listing | editing | found on another server | longest |',
    '|--:|--:|--:|--:|--:|',
    ...writes.map((one) =>
      row([
        number(one.products),
        ms(one.listingMs),
        ms(one.editingMs),
        ms(one.findableMs),
        `${ms(one.longestFindableMs)} ${mark(one.longestFindableMs < findableAimMs)}`,
      ]),
    ),
    '',
    ...growthOfWrites(writes),
  ].join('\n');
}

/** @param {({ products: number } & import('./writes.mjs').Writes)[]} writes */
function growthOfWrites(writes) {
  const [least, most] = [writes[0], writes.at(-1)];
  if (!least || !most || least === most) return [];
  const growth = [most.listingMs / least.listingMs, most.editingMs / least.editingMs];
  const [listing = 0, editing = 0] = growth;
  return [
    `With ${number(most.products)} listings instead of ${number(least.products)}, listing takes ${listing.toFixed(2)} times as long and editing ${editing.toFixed(2)} times; at most ${writesGrowthAim}: ${mark(Math.max(listing, editing) < writesGrowthAim)}.`,
    '',
  ];
}

/** @param {Outcome} outcome */
function outcomeRow(outcome) {
  const { name, products, perSecond, p50, p99, firstP50, firstP99, growth } = outcome;
  const { isLargest, aimP99, aimFirstP99, aimGrowth } = outcome;
  const marks = [];
  if (isLargest && aimP99 !== undefined) {
    marks.push(`p99 below ${aimP99} ms ${mark(p99 < aimP99)}`);
  }
  if (isLargest && aimFirstP99 !== undefined) {
    marks.push(`first below ${aimFirstP99} ms ${mark(firstP99 < aimFirstP99)}`);
  }
  if (isLargest && aimGrowth !== undefined && growth !== undefined) {
    marks.push(`growth below ${aimGrowth} ${mark(growth < aimGrowth)}`);
  }
  const grown = growth === undefined ? '' : growth.toFixed(2);
  return row([
    name,
    number(products),
    number(perSecond),
    `${p50} ms`,
    `${p99} ms`,
    `${firstP50} ms`,
    `${firstP99} ms`,
    grown,
    marks.join(', '),
  ]);
}

/** @param {string[]} cells */
const row = (cells) => `| ${cells.join(' | ')} |`;
/** @param {boolean} isMet */
const mark = (isMet) => (isMet ? 'met' : '**missed**');
/** @param {number} value */
const number = (value) => Math.round(value).toLocaleString('en');
/** @param {number} value */
const ms = (value) => `${value.toFixed(1)} ms`;
/** @param {number} bytes */
const megabytes = (bytes) => `${number(bytes / 1024 ** 2)} MB`;
