import { stripVTControlCharacters } from 'node:util';

/** How many lines of an error are repeated. */
const shownLines = 6;

/**
 * The tests that failed or passed only at the second try, each with the beginning of its error. They are repeated at the
 * end of the whole run, because what a step printed may be thousands of lines back.
 * @param {any} report of Vitest (Jest's form) or of Playwright
 * @returns {string[]}
 */
export function failuresIn(report) {
  if (report.stats) return report.suites.flatMap(failuresInSuite);
  return report.testResults.flatMap((/** @type {any} */ { name, message, assertionResults }) => {
    if (assertionResults.length === 0) return message ? [described(name, '', [message])] : [];
    return assertionResults
      .filter((/** @type {any} */ { status }) => status === 'failed')
      .map((/** @type {any} */ test) => described(name, test.fullName, test.failureMessages));
  });
}

/**
 * @param {any} suite of Playwright
 * @returns {string[]}
 */
function failuresInSuite({ suites = [], specs = [] }) {
  const own = specs
    .filter((/** @type {any} */ { ok, tests }) => !ok || tests.some(isFlaky))
    .map((/** @type {any} */ { ok, file, title, tests }) => {
      const results = tests.flatMap((/** @type {any} */ test) => test.results);
      const errors = results.flatMap((/** @type {any} */ result) => result.errors ?? []);
      return described(
        file,
        title,
        errors.map((/** @type {any} */ { message }) => String(message)),
        ok ? 'passed at the second try' : 'failed',
      );
    });
  return [...own, ...suites.flatMap(failuresInSuite)];
}

/** @param {{ status: string }} test of Playwright */
function isFlaky({ status }) {
  return status === 'flaky';
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string[]} messages
 */
function described(file, title, messages, outcome = 'failed') {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
  const shown = lines.filter((line) => line.trim() !== '').slice(0, shownLines);
  return [`${outcome}: ${file} › ${title}`, ...shown.map((line) => `  ${line.trim()}`)].join('\n');
}
