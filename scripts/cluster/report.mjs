import { describeSetting, setting } from '../../bench/support/machine.mjs';

/**
 * @typedef {{ acknowledged: number, refused: number, failed: number, longestGapMs: number, slowestMs: number }} Figures
 * @typedef {{ name: string, figures: Record<string, Figures>, sales: Record<string, number> }} Round
 * @typedef {{ rounds: Round[], totals: Record<string, any>, found: string[] }} Report
 */

/**
 * A chapter of bench/results/cluster.md.
 * @param {Report} report
 */
export function describeCluster({ rounds, totals, found }) {
  const programs = setting(['pg', 'fastify']);
  const { races } = totals;
  return [
    `## ${programs.date}`,
    '',
    describeSetting(programs),
    `- ${totals.sales} sales with ${totals.steps} acknowledged steps and ${totals.transfers} payouts; ${totals.listed} acknowledged listings; ${races.races} products that three buyers booked at the same time, ${races.won} bookings acknowledged, ${races.refused} refused, ${races.unknown} without a certain answer`,
    `- lost, doubled, or different in the ledger: ${found.length === 0 ? 'nothing' : `${found.length} (the test failed)`}`,
    '',
    '| fault | seconds without an acknowledged write: for visitors | server 1 (PgBouncer, HAProxy) | server 2 (PgBouncer, HAProxy) | server 3 (list of hosts) | acknowledged / refused with 503 / no answer | slowest answer |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...rounds.map(line),
    '',
  ].join('\n');
}

/** @param {Round} round */
function line({ name, figures }) {
  const seconds = (/** @type {number} */ ms) => (ms / 1_000).toFixed(1);
  const gaps = ['edge', 'app1', 'app2', 'app3'].map((target) =>
    seconds(figures[target]?.longestGapMs ?? 0),
  );
  const all = Object.values(figures);
  const sum = (/** @type {'acknowledged' | 'refused' | 'failed'} */ key) =>
    all.reduce((total, one) => total + one[key], 0);
  const slowest = Math.max(...all.map(({ slowestMs }) => slowestMs));
  const counts = `${sum('acknowledged')} / ${sum('refused')} / ${sum('failed')}`;
  return `| ${name} | ${gaps.join(' | ')} | ${counts} | ${seconds(slowest)} s |`;
}
