import { yardstickPath } from './cases.mjs';
import { median, round } from './measure.mjs';

/**
 * One catalogue with its shop and its yardstick.
 * @typedef {object} Setup
 * @property {number} products
 * @property {import('../support/shop.mjs').StartedShop} shop
 * @property {{ url: string, pid: number }} yardstick
 * @property {import('./cases.mjs').Case[]} cases
 *
 * @typedef {object} Figures medians over the rounds
 * @property {number} perSecond
 * @property {number} p50
 * @property {number} p99
 * @property {number | undefined} cpuMicroseconds
 *
 * @typedef {{ shop: import('./measure.mjs').Round, yardstick: import('./measure.mjs').Round }} Pair
 *
 * @typedef {object} Outcome one case at one size
 * @property {string} name
 * @property {'bytes' | 'query'} yardstickKind
 * @property {number} products
 * @property {Figures} shop
 * @property {Figures} yardstick
 * @property {number} share of the yardstick's requests per second: the median over the pairs of rounds
 * @property {[number, number]} shareRange
 * @property {number | undefined} coreShare the yardstick's core time per request as a share of the shop's, which a busy machine
 *   disturbs less: both would answer so much at most, were nothing else in the way
 * @property {number} aim
 * @property {number | undefined} growth how many times longer a request takes here than with the fewest products
 */

/**
 * Long enough for the statements to be prepared and the code to be compiled: the way of a read from the database is long,
 * and whichever case came first was measured a fifth slower after 3 s.
 */
const warmUpSeconds = { bytes: 3, query: 12 };

/**
 * Measures a case at all sizes. Shop and yardstick take turns, and so do the sizes, because the machine may be busy with
 * other things: only what was measured side by side is compared.
 * @param {readonly Setup[]} setups from few products to many
 * @param {number} index of the case
 * @param {{ seconds: number, rounds: number }} effort
 * @returns {Promise<Outcome[]>}
 */
export async function compare(setups, index, { seconds, rounds }) {
  const runs = setups.map((setup) => ({ setup, ...targetsOf(setup, index), pairs: noPairs() }));
  for (const { measured, shop, yardstick } of runs) {
    await round(shop, warmUpSeconds[measured.yardstick]);
    await round(yardstick, warmUpSeconds[measured.yardstick]);
  }
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const run of runs) {
      // The order alternates, so that a machine that gets slower or faster favours neither side.
      const ours = turn % 2 === 0 ? await round(run.shop, seconds) : undefined;
      const theirs = await round(run.yardstick, seconds);
      run.pairs.push({ shop: ours ?? (await round(run.shop, seconds)), yardstick: theirs });
    }
  }
  const [smallest] = runs;
  return runs.map((run) => ({
    ...summary(run),
    growth:
      run === smallest || !smallest
        ? undefined
        : median(run.pairs.map(({ shop }, turn) => slower(smallest.pairs[turn]?.shop, shop))),
  }));
}

/** @returns {Pair[]} */
const noPairs = () => [];

/**
 * @param {import('./measure.mjs').Round | undefined} few
 * @param {import('./measure.mjs').Round} many
 */
const slower = (few, many) => (few?.perSecond ?? Number.NaN) / many.perSecond;

/**
 * @param {Setup} setup
 * @param {number} index
 */
function targetsOf(setup, index) {
  const measured = setup.cases[index];
  if (!measured) throw new Error(`There is no case ${index}`);
  const { status, headers, paths, varied } = measured;
  const theirPaths = paths.map((path) => yardstickPath(measured, path));
  const shop = { ...setup.shop, status, headers, paths };
  const yardstick = { ...setup.yardstick, status, headers: {}, paths: theirPaths };
  if (!varied) return { measured, shop, yardstick };
  const theirs = counted(varied);
  const nextPath = () => ({ path: yardstickPath(measured, theirs().path), headers: {} });
  return {
    measured,
    shop: { ...shop, next: counted(varied) },
    yardstick: { ...yardstick, next: nextPath },
  };
}

/**
 * @param {(index: number) => import('./measure.mjs').VariedRequest} varied
 * @returns {() => import('./measure.mjs').VariedRequest}
 */
function counted(varied) {
  let index = 0;
  return () => {
    index += 1;
    return varied(index);
  };
}

/**
 * @param {{ setup: Setup, measured: import('./cases.mjs').Case, pairs: Pair[] }} run
 */
function summary({ setup, measured, pairs }) {
  const shares = pairs.map(({ shop, yardstick }) => shop.perSecond / yardstick.perSecond);
  return {
    name: measured.name,
    yardstickKind: measured.yardstick,
    products: setup.products,
    shop: figures(pairs.map(({ shop }) => shop)),
    yardstick: figures(pairs.map(({ yardstick }) => yardstick)),
    share: median(shares),
    shareRange: /** @type {[number, number]} */ ([Math.min(...shares), Math.max(...shares)]),
    coreShare: coreShare(pairs),
    aim: measured.aim,
  };
}

/** @param {readonly Pair[]} pairs */
function coreShare(pairs) {
  const shares = pairs.flatMap(({ shop, yardstick }) =>
    shop.cpuMicroseconds && yardstick.cpuMicroseconds
      ? yardstick.cpuMicroseconds / shop.cpuMicroseconds
      : [],
  );
  return shares.length > 0 ? median(shares) : undefined;
}

/**
 * @param {readonly import('./measure.mjs').Round[]} rounds
 * @returns {Figures}
 */
function figures(rounds) {
  const times = rounds.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? []);
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    cpuMicroseconds: times.length > 0 ? median(times) : undefined,
  };
}
