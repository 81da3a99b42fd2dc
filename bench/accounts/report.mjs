import { describeSetting } from '../support/machine.mjs';

/**
 * @typedef {import('./alternate.mjs').AccountOutcome} AccountOutcome
 *
 * @typedef {object} AccountReport
 * @property {import('../support/machine.mjs').Setting} setting
 * @property {{ seconds: number, rounds: number }} effort
 * @property {AccountOutcome[]} outcomes
 */

/**
 * @param {AccountReport} report
 */
export function asMarkdown({ setting, effort, outcomes }) {
  return [
    '# Accounts',
    '',
    'Made by `node bench/accounts.mjs`; [the page on performance](../../docs/performance.md) says what the figures mean.',
    '',
    describeSetting(setting),
    `- ${effort.rounds} rounds of ${effort.seconds} s for each of shop and yardstick, in turn; medians`,
    '',
    '| call | at a time | shop, requests/s | p50 / p99 | yardstick, per second | p50 / p99 | share (least to most) | core per request, shop / yardstick |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...outcomes.map((outcome) => row(outcome)),
    '',
    hashingLine(outcomes),
    '',
    'Yardsticks: *hash* is the check of the same password alone, by the same code, as many under way at a time; *bytes* is bare',
    'Fastify that sends the same bytes. The core time is that of the process that answers, without the database.',
    '',
  ].join('\n');
}

/**
 * One case as a line for the terminal.
 * @param {AccountOutcome} outcome
 */
export function asLine({ name, shop, yardstick, yardstickKind, share, shareRange }) {
  return [
    `${name}: ${perSecond(shop)}/s of ${perSecond(yardstick)}/s (${yardstickKind}) = ${percent(share)}`,
    `(${shareRange.map(percent).join(' to ')});`,
    `p50 ${shop.p50} ms, p99 ${shop.p99} ms; core ${core(shop)} against ${core(yardstick)}`,
  ].join(' ');
}

/**
 * How much of a sign-in is hashing: with one at a time, the time of a check alone over the time of a sign-in.
 * @param {readonly AccountOutcome[]} outcomes
 */
export function hashingLine(outcomes) {
  const alone = outcomes.find(
    ({ yardstickKind, connections }) => yardstickKind === 'hash' && connections === 1,
  );
  if (!alone) throw new Error('No sign-in was measured one at a time');
  const { shop, yardstick, share, shareRange } = alone;
  return [
    `Hashing is ${percent(share)} of the time of a sign-in (${shareRange.map(percent).join(' to ')}):`,
    `${milliseconds(yardstick)} of ${milliseconds(shop)}, one at a time.`,
  ].join(' ');
}

/** @param {AccountOutcome} outcome */
function row({ name, connections, shop, yardstick, yardstickKind, share, shareRange }) {
  const cells = [
    name,
    String(connections),
    perSecond(shop),
    `${shop.p50} / ${shop.p99} ms`,
    `${perSecond(yardstick)} (${yardstickKind})`,
    `${yardstick.p50} / ${yardstick.p99} ms`,
    `${percent(share)} (${shareRange.map(percent).join(' to ')})`,
    `${core(shop)} / ${core(yardstick)}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** @param {import('../load/measure.mjs').Round} figures */
const perSecond = (figures) => Math.round(figures.perSecond).toLocaleString('en');
/** @param {import('../load/measure.mjs').Round} figures */
const milliseconds = (figures) => `${(1_000 / figures.perSecond).toFixed(1)} ms`;
/** @param {number} value */
const percent = (value) => `${Math.round(value * 100)} %`;
/** @param {import('../load/measure.mjs').Round} figures */
const core = ({ cpuMicroseconds }) =>
  cpuMicroseconds === undefined
    ? 'unknown'
    : `${Math.round(cpuMicroseconds).toLocaleString('en')} µs`;
