import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../setup/project.mjs';

/**
 * A test that `docs/conformance.md` names: its file, and words of its full name.
 * @typedef {{ file: string, words: string }} Named
 */

/** Fails when the page names a test that does not exist, did not run, or did not pass. Reads the reports of this run. */
export async function checkConformance() {
  const read = (/** @type {string} */ path) => readFile(join(projectFolder, path), 'utf8');
  const [page, unit, stories] = await Promise.all([
    read('docs/conformance.md'),
    read('test-results/vitest.json').then(JSON.parse),
    read('test-results/playwright.json').then(JSON.parse),
  ]);
  const named = testsNamedIn(page);
  const missing = missingOf(named, [...passedInVitest(unit), ...passedInPlaywright(stories)]);
  for (const { file, words } of missing) {
    process.stdout.write(
      `docs/conformance.md names a test that did not pass: ${file} “${words}”\n`,
    );
  }
  if (named.length === 0) process.stdout.write('docs/conformance.md names no test\n');
  if (missing.length > 0 || named.length === 0) process.exitCode = 1;
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
      return ok && tests.some((/** @type {any} */ { status }) => status === 'expected');
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
