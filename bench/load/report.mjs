import { describeSetting } from '../support/machine.mjs';

/** How many times longer a request may take with a hundred times the products. */
export const growthAim = 1.3;
/** A change shows on every server within this time. */
export const freshnessAimMs = 2_000;

/**
 * @typedef {object} Report
 * @property {import('../support/machine.mjs').Setting} setting
 * @property {{ seconds: number, rounds: number, connections: number }} effort
 * @property {import('./compare.mjs').Outcome[]} outcomes
 * @property {import('./freshness.mjs').Freshness[]} freshness
 */

/**
 * The whole run as Markdown.
 * @param {Report} report
 */
export function asMarkdown({ setting, effort, outcomes, freshness }) {
  const sizes = [...new Set(outcomes.map(({ products }) => products))];
  return [
    '# Load',
    '',
    'Made by `node bench/run.mjs`; [the page on performance](../../docs/performance.md) says what the figures mean.',
    '',
    describeSetting(setting),
    `- ${effort.connections} connections, ${effort.rounds} rounds of ${effort.seconds} s for each of shop and yardstick, in turn; medians`,
    '',
    ...sizes.flatMap((size) => [...sizeTable(size, outcomes), '']),
    '## A change shows',
    '',
    '| server | writes | median | longest | at most | |',
    '|---|--:|--:|--:|--:|---|',
    ...freshness.map((row) => freshnessRow(row)),
    '',
  ].join('\n');
}

/**
 * One case as a line for the terminal.
 * @param {import('./compare.mjs').Outcome} outcome
 */
export function asLine(outcome) {
  const { name, products, shop, yardstick, share, shareRange, growth } = outcome;
  return [
    `${name} (${number(products)} products):`,
    `${number(shop.perSecond)}/s of ${number(yardstick.perSecond)}/s = ${percent(share)}`,
    `(${shareRange.map(percent).join(' to ')}), at least ${percent(outcome.aim)};`,
    `p50 ${shop.p50} ms, p99 ${shop.p99} ms; core ${micro(shop)} against ${micro(yardstick)}`,
    growth === undefined ? '' : `; growth ${growth.toFixed(2)}`,
  ].join(' ');
}

/**
 * @param {number} size
 * @param {import('./compare.mjs').Outcome[]} outcomes
 */
function sizeTable(size, outcomes) {
  return [
    `## ${number(size)} products`,
    '',
    '| asked for | shop, requests/s | p50 / p99 | yardstick, requests/s | p50 / p99 | share (least to most) | at least | | core per request, shop / yardstick | share by core time | growth |',
    '|---|--:|--:|--:|--:|--:|--:|---|--:|--:|--:|',
    ...outcomes.filter(({ products }) => products === size).map((outcome) => caseRow(outcome)),
  ];
}

/** @param {import('./compare.mjs').Outcome} outcome */
function caseRow({
  name,
  shop,
  yardstick,
  share,
  shareRange,
  aim,
  growth,
  yardstickKind,
  coreShare,
}) {
  const growthText = growth === undefined ? '' : `${growth.toFixed(2)} ${mark(growth < growthAim)}`;
  return row([
    name,
    number(shop.perSecond),
    `${shop.p50} / ${shop.p99} ms`,
    `${number(yardstick.perSecond)} (${yardstickKind})`,
    `${yardstick.p50} / ${yardstick.p99} ms`,
    `${percent(share)} (${shareRange.map(percent).join(' to ')})`,
    percent(aim),
    mark(share >= aim),
    `${micro(shop)} / ${micro(yardstick)}`,
    coreShare === undefined ? 'unknown' : percent(coreShare),
    growthText,
  ]);
}

/** @param {import('./freshness.mjs').Freshness} measured */
function freshnessRow({ server, writes, medianMs, longestMs }) {
  const most = `${number(freshnessAimMs)} ms`;
  const isMet = longestMs < freshnessAimMs;
  return row([server, String(writes), ms(medianMs), ms(longestMs), most, mark(isMet)]);
}

/** @param {string[]} cells */
const row = (cells) => `| ${cells.join(' | ')} |`;
/** @param {boolean} isMet */
const mark = (isMet) => (isMet ? 'met' : '**missed**');
/** @param {number} value */
const number = (value) => Math.round(value).toLocaleString('en');
/** @param {number} value */
const percent = (value) => `${Math.round(value * 100)} %`;
/** @param {number} value */
const ms = (value) => `${number(value)} ms`;
/** @param {import('./compare.mjs').Figures} figures */
const micro = ({ cpuMicroseconds }) =>
  cpuMicroseconds === undefined ? 'unknown' : `${Math.round(cpuMicroseconds)} µs`;
