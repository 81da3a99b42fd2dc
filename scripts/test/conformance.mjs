import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../setup/project.mjs';
import { longTestsReport, playwrightReport, vitestReport } from './steps.mjs';

/** Pages that promise something and name the tests that hold it. */
export const pages = ['docs/conformance.md', 'docs/security.md', 'docs/promises.md'];

/**
 * A test that a page names: its file, and words of its full name.
 * @typedef {{ file: string, words: string }} Named
 */

/**
 * The reports that are checked. `long` is that of the long tests, which only `npm run test:full` runs.
 * @typedef {{ vitest?: unknown, playwright?: unknown, long?: unknown }} Reports
 */

/**
 * Fails when a page names a test that does not exist, did not run, or did not pass. Where a report is missing, because
 * its step did not run, it says so and checks the tests of the others.
 * @param {{ isFull: boolean }} options whether the long tests ran as well; without them a page may name any that has a file
 */
export async function checkConformance({ isFull }) {
  const [vitest, playwright, long] = await Promise.all([
    readReport(vitestReport),
    readReport(playwrightReport),
    isFull ? readReport(longTestsReport) : undefined,
  ]);
  const reports = { vitest, playwright, long };
  const texts = await Promise.all(pages.map((page) => readFile(join(projectFolder, page), 'utf8')));
  const faults = [
    ...missingReports(reports, isFull),
    ...texts.flatMap((text, index) => faultsOf(pages[index] ?? '', text, reports, isFull)),
    ...texts
      .flatMap(testsNamedIn)
      .flatMap(({ file }) =>
        existsSync(join(projectFolder, file)) ? [] : [`A page names ${file}, which does not exist`],
      ),
  ];
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

/** @param {string} path */
async function readReport(path) {
  return readFile(join(projectFolder, path), 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => undefined);
}

/**
 * @param {Reports} reports
 * @param {boolean} isFull
 */
export function missingReports({ vitest, playwright, long }, isFull) {
  return [
    ...(vitest === undefined ? ['The report of the Vitest tests is missing'] : []),
    ...(playwright === undefined ? ['The report of the browser tests is missing'] : []),
    ...(isFull && long === undefined ? ['The report of the long tests is missing'] : []),
  ];
}

/**
 * @param {string} page its path
 * @param {string} text
 * @param {Reports} reports
 * @param {boolean} isFull
 * @returns {string[]} what is wrong, a sentence each
 */
export function faultsOf(page, text, { vitest, playwright, long }, isFull) {
  const named = testsNamedIn(text);
  if (named.length === 0) return [`${page} names no test`];
  const reportOf = (/** @type {string} */ file) => {
    if (file.startsWith('e2e/')) return isLong(file) && !isFull ? undefined : playwright;
    return isLong(file) ? long : vitest;
  };
  const passed = [
    ...[vitest, long].flatMap((report) => (report === undefined ? [] : passedInVitest(report))),
    ...(playwright === undefined ? [] : passedInPlaywright(playwright)),
  ];
  const checked = named.filter(({ file }) => reportOf(file) !== undefined);
  return missingOf(checked, passed).map(
    ({ file, words }) => `${page} names a test that did not pass: ${file} “${words}”`,
  );
}

/**
 * Whether only `npm run test:full` runs the tests of a file.
 * @param {string} file
 */
function isLong(file) {
  return /\.full\.(test|spec)\./.test(file);
}

/**
 * The tests in a page, written as `file` “words of its title”.
 * @param {string} page
 * @returns {Named[]}
 */
export function testsNamedIn(page) {
  const reference = /`([\w./-]+\.(?:test|spec)\.tsx?)`\s+“([^”]+)”/g;
  return [...page.matchAll(reference)].map(([, file = '', words = '']) => ({ file, words }));
}

/**
 * @param {readonly Named[]} named
 * @param {readonly Named[]} passed
 */
export function missingOf(named, passed) {
  return named.filter(
    ({ file, words }) =>
      !passed.some((test) => test.file.endsWith(file) && test.words.includes(words)),
  );
}

/**
 * @param {any} report Vitest's, in Jest's form
 * @returns {Named[]}
 */
export function passedInVitest(report) {
  return report.testResults.flatMap((/** @type {any} */ { name, assertionResults }) =>
    assertionResults
      .filter((/** @type {any} */ { status }) => status === 'passed')
      .map((/** @type {any} */ { fullName }) => ({ file: name, words: fullName })),
  );
}

/**
 * @param {any} report Playwright's
 * @returns {Named[]}
 */
export function passedInPlaywright(report) {
  return report.suites.flatMap((/** @type {any} */ suite) => passedInSuite(suite, []));
}

/**
 * @param {any} suite
 * @param {string[]} above titles of the suites around it
 * @returns {Named[]}
 */
function passedInSuite(suite, above) {
  const isFile = suite.title === suite.file;
  const titles = isFile ? above : [...above, suite.title];
  const own = (suite.specs ?? [])
    .filter((/** @type {any} */ { ok, tests }) => {
      return (
        ok &&
        tests.some((/** @type {any} */ { status }) => status === 'expected' || status === 'flaky')
      );
    })
    .map((/** @type {any} */ { title }) => ({
      file: `e2e/${suite.file}`,
      words: [...titles, title].join(' '),
    }));
  const inner = (suite.suites ?? []).flatMap((/** @type {any} */ one) =>
    passedInSuite(one, titles),
  );
  return [...own, ...inner];
}
