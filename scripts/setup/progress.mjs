/**
 * Says what takes a while and, when it is over, how long it took: `Building the pages… 4.1 s`.
 * @template Result
 * @param {string} what
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withProgress(what, work) {
  const startedAt = performance.now();
  process.stdout.write(`${what}… `);
  try {
    const result = await work();
    process.stdout.write(`${seconds(performance.now() - startedAt)}\n`);
    return result;
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
}

/** @param {number} durationMs */
export function seconds(durationMs) {
  return `${(durationMs / 1_000).toFixed(1)} s`;
}
