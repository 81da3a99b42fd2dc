import { median } from '../load/measure.mjs';

const warmUpSeconds = 1;

/**
 * @typedef {import('../load/measure.mjs').Round} Round
 *
 * @typedef {object} AccountOutcome
 * @property {string} name
 * @property {'hash' | 'bytes'} yardstickKind
 * @property {number} connections
 * @property {Round} shop medians over the rounds
 * @property {Round} yardstick
 * @property {number} share of the yardstick's answers per second: the median over the pairs of rounds
 * @property {[number, number]} shareRange
 */

/**
 * Measures a case and its yardstick in turn, because the machine may be busy with other things: only what was measured
 * side by side is compared.
 * @param {import('./account-cases.mjs').AccountCase} measured
 * @param {{ seconds: number, rounds: number }} effort
 * @returns {Promise<AccountOutcome>}
 */
export async function alternate(
  { name, yardstickKind, connections, ...sides },
  { seconds, rounds },
) {
  await sides.shop(warmUpSeconds);
  await sides.yardstick(warmUpSeconds);
  const pairs = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    // The order alternates, so that a machine that gets slower or faster favours neither side.
    const first = turn % 2 === 0 ? await sides.shop(seconds) : undefined;
    const yardstick = await sides.yardstick(seconds);
    pairs.push({ shop: first ?? (await sides.shop(seconds)), yardstick });
  }
  const shares = pairs.map(({ shop, yardstick }) => shop.perSecond / yardstick.perSecond);
  return {
    name,
    yardstickKind,
    connections,
    shop: middle(pairs.map(({ shop }) => shop)),
    yardstick: middle(pairs.map(({ yardstick }) => yardstick)),
    share: median(shares),
    shareRange: [Math.min(...shares), Math.max(...shares)],
  };
}

/**
 * @param {readonly Round[]} rounds
 * @returns {Round}
 */
function middle(rounds) {
  const core = rounds.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? []);
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    cpuMicroseconds: core.length > 0 ? median(core) : undefined,
  };
}
