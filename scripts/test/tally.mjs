/**
 * What a step came to.
 * @typedef {{ passed: number, failed: number }} Tally
 */

/**
 * Counts a step by its report, which Vitest and Playwright write, or as one where there is none. A step that failed has
 * at least one failure, whatever its report says: a file that cannot be loaded has no tests that could fail.
 * @param {boolean} isWell whether the step ended with status 0
 * @param {unknown} [report] undefined where the step has none or did not get as far
 * @returns {Tally}
 */
export function tallyOf(isWell, report) {
  const counted = report === undefined ? undefined : countIn(report);
  // Nothing tested is nothing shown.
  const isEmpty = counted?.passed === 0 && counted.failed === 0;
  const isRight = isWell && !isEmpty;
  if (isRight) return counted ?? { passed: 1, failed: 0 };
  return { passed: counted?.passed ?? 0, failed: Math.max(1, counted?.failed ?? 0) };
}

/**
 * The last line, by which people and machines judge.
 * @param {Tally[]} tallies
 */
export function sumUp(tallies) {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  return { passed, failed, line: `${passed} passed, ${failed} failed` };
}

/**
 * @param {any} report of Vitest (Jest's form) or of Playwright
 * @returns {Tally}
 */
function countIn(report) {
  if (report.stats) {
    const { expected, unexpected, flaky } = report.stats;
    // What passed at the second try does not stop a change that has nothing to do with it. `npm test` names it at the end.
    return { passed: expected + flaky, failed: unexpected + (report.errors?.length ?? 0) };
  }
  // The number of tests in a file that cannot be loaded is unknown; it counts as one that failed.
  const unloaded = report.testResults.filter(isUnloaded).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded };
}

/** @param {{ status: string, assertionResults: unknown[] }} file */
function isUnloaded({ status, assertionResults }) {
  return status === 'failed' && assertionResults.length === 0;
}
