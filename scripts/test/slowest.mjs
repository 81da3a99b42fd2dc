import { relative } from 'node:path';

/** How many are named. */
const namedCount = 20;

/**
 * The files of Vitest or the stories of Playwright that took longest, each in a line, the slowest first.
 * @param {any} report of Vitest (Jest's form) or of Playwright
 * @param {string} project the folder that paths are relative to
 * @returns {string[]}
 */
export function slowestIn(report, project) {
  const timed = report.stats
    ? report.suites.flatMap(storiesIn)
    : report.testResults.map((/** @type {any} */ { name, startTime, endTime }) => ({
        name: relative(project, name),
        ms: endTime - startTime,
      }));
  return timed
    .sort((/** @type {Timed} */ a, /** @type {Timed} */ b) => b.ms - a.ms)
    .slice(0, namedCount)
    .map(
      (/** @type {Timed} */ { name, ms }) => `${(ms / 1_000).toFixed(1).padStart(8)} s  ${name}`,
    );
}

/** @typedef {{ name: string, ms: number }} Timed */

/**
 * @param {any} suite of Playwright
 * @returns {Timed[]}
 */
function storiesIn({ suites = [], specs = [] }) {
  const own = specs.map((/** @type {any} */ { file, title, tests }) => {
    const results = tests.flatMap((/** @type {any} */ test) => test.results);
    const ms = results.reduce(
      (/** @type {number} */ sum, /** @type {any} */ one) => sum + one.duration,
      0,
    );
    return { name: `${file} › ${title}`, ms };
  });
  return [...own, ...suites.flatMap(storiesIn)];
}
