import { describeSetting } from '../support/machine.mjs';
import { sideNames } from './alternate.mjs';

/**
 * @typedef {import('./alternate.mjs').SalesOutcome} SalesOutcome
 * @typedef {import('./alternate.mjs').Figures} Figures
 *
 * @typedef {object} SalesReport
 * @property {import('../support/machine.mjs').Setting} setting
 * @property {{ count: number, rounds: number, atOnce: number }} effort
 * @property {SalesOutcome[]} outcomes
 */

const kinds = { booking: 'booking', payment: 'payment recorded' };
const sides = {
  call: 'call to the shop',
  workflow: 'its transaction alone',
  bare: 'bare transaction',
};

/**
 * @param {SalesReport} report
 */
export function asMarkdown({ setting, effort, outcomes }) {
  return [
    '# Sales',
    '',
    'Made by `node bench/sales.mjs`; [the page on performance](../../docs/performance.md) says what the figures mean.',
    '',
    describeSetting(setting),
    `- ${effort.rounds} rounds of ${effort.count} of each on each side, in turn, ${effort.atOnce} at a time; medians`,
    '',
    '| | by | per second | p50 / p99 | share of bare (least to most) |',
    '|---|---|--:|--:|--:|',
    ...outcomes.flatMap((outcome) => rows(outcome)),
    '',
    'The *call* goes over HTTP to the built shop in a process of its own; *its transaction alone* is the same function of the',
    'shop in the process of the benchmark; the *bare transaction* sends the same statements through pg.',
    '',
  ].join('\n');
}

/**
 * One kind as a line for the terminal.
 * @param {SalesOutcome} outcome
 */
export function asLine({ kind, sides: { call, workflow, bare } }) {
  return [
    `${kinds[kind]}: ${perSecond(call)}/s, its transaction alone ${perSecond(workflow)}/s,`,
    `bare ${perSecond(bare)}/s: ${share(call)} and ${share(workflow)}`,
  ].join(' ');
}

/** @param {SalesOutcome} outcome */
function rows({ kind, sides: figures }) {
  return sideNames.map((name) => {
    const { p50, p99 } = figures[name];
    const times = `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
    const part = name === 'bare' ? '' : share(figures[name]);
    return `| ${[kinds[kind], sides[name], perSecond(figures[name]), times, part].join(' | ')} |`;
  });
}

/** @param {Figures} figures */
const perSecond = (figures) => Math.round(figures.perSecond).toLocaleString('en');
/** @param {Figures} figures */
const share = (figures) =>
  `${percent(figures.share)} (${figures.shareRange.map(percent).join(' to ')})`;
/** @param {number} value */
const percent = (value) => `${Math.round(value * 100)} %`;
