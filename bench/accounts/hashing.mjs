/**
 * The yardstick of a sign-in: nothing but the check of the password, by the code of the shop itself, so that library and
 * cost are the same. The hash is computed in the threads of Node, as in the shop.
 * @typedef {(known: { hash: string, password: string }) => Promise<boolean>} Check
 *
 * @param {{ check: Check, hash: string, password: string, workers: number }} hashing
 * @param {number} seconds
 * @returns {Promise<import('../load/measure.mjs').Round>}
 */
export async function hashingRound({ check, hash, password, workers }, seconds) {
  /** @type {number[]} */
  const times = [];
  const coreBefore = process.cpuUsage();
  const start = performance.now();
  const end = start + seconds * 1_000;
  const work = async () => {
    for (let from = performance.now(); from < end; ) {
      if (!(await check({ hash, password }))) throw new Error('The password does not match');
      const now = performance.now();
      times.push(now - from);
      from = now;
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(coreBefore);
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / (took / 1_000),
    p50: Math.round(quantile(times, 0.5)),
    p99: Math.round(quantile(times, 0.99)),
    cpuMicroseconds: (user + system) / times.length,
  };
}

/**
 * @param {readonly number[]} sorted
 * @param {number} share
 */
function quantile(sorted, share) {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
