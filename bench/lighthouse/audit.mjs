import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../load/measure.mjs';

/** Not a dependency of the project: it brings 150 packages and is used here only. */
export const lighthouseVersion = '12.8.2';

export const categories = /** @type {const} */ ([
  'performance',
  'accessibility',
  'best-practices',
  'seo',
]);
const timings = /** @type {const} */ ({
  lcpMs: 'largest-contentful-paint',
  fcpMs: 'first-contentful-paint',
  tbtMs: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  speedIndexMs: 'speed-index',
});

/**
 * @typedef {Record<typeof categories[number], number>} Scores out of 100
 *
 * @typedef {object} Outcome one page: medians over the runs
 * @property {string} name
 * @property {string} path
 * @property {Scores} scores
 * @property {Record<keyof typeof timings, number>} timings
 * @property {Fault[]} faults of the last run: what keeps a category from 100
 *
 * @typedef {object} Fault
 * @property {string} category
 * @property {string} audit
 * @property {string} title
 * @property {number} score out of 100
 * @property {string} value
 *
 * @typedef {object} Audited the parts of Lighthouse's report that are read here
 * @property {Record<string, { score: number | null, auditRefs: { id: string, weight: number }[] }>} categories
 * @property {Record<string, { title: string, score: number | null, numericValue?: number, displayValue?: string }>} audits
 */

/**
 * @param {object} wanted
 * @param {string} wanted.name
 * @param {string} wanted.path
 * @param {string} wanted.url
 * @param {number} wanted.runs
 * @param {import('./browser-command.mjs').BrowserCommand} wanted.browser
 * @param {string | undefined} wanted.keep
 * @returns {Promise<Outcome>}
 */
export async function audit({ name, path, url, runs, browser, keep }) {
  const folder = keep ? resolve(keep) : await mkdtemp(join(tmpdir(), 'reprise-lighthouse-'));
  await mkdir(folder, { recursive: true });
  /** @type {Audited[]} */
  const reports = [];
  for (let run = 1; run <= runs; run += 1) {
    const output = join(folder, `${name.replaceAll(' ', '-').toLowerCase()}-${run}.json`);
    reports.push(await lighthouse(url, output, browser));
  }
  if (!keep) await rm(folder, { recursive: true, force: true });
  const last = reports.at(-1);
  return {
    name,
    path,
    scores: medians(categories, (category) =>
      reports.map((report) => Math.round((report.categories[category]?.score ?? Number.NaN) * 100)),
    ),
    timings: medians(/** @type {(keyof typeof timings)[]} */ (Object.keys(timings)), (timing) =>
      reports.map((report) => report.audits[timings[timing]]?.numericValue ?? Number.NaN),
    ),
    faults: last ? faultsIn(last) : [],
  };
}

/**
 * @param {string} url
 * @param {string} output
 * @param {import('./browser-command.mjs').BrowserCommand} browser
 * @returns {Promise<Audited>}
 */
async function lighthouse(url, output, browser) {
  const words = ['--yes', `lighthouse@${lighthouseVersion}`, url, '--quiet', '--output=json'];
  const choices = [
    `--output-path=${output}`,
    '--form-factor=mobile',
    '--throttling-method=simulate',
    `--only-categories=${categories.join()}`,
    `--chrome-flags=${browser.flags.join(' ')}`,
  ];
  await promisify(execFile)('npx', [...words, ...choices], {
    // Away from the project, whose packages have nothing to do with it.
    cwd: tmpdir(),
    env: { ...process.env, CHROME_PATH: browser.path },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(await readFile(output, 'utf8'));
}

/**
 * @param {Audited} report
 * @returns {Fault[]}
 */
function faultsIn(report) {
  return categories.flatMap((category) =>
    (report.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const found = report.audits[id];
      if (!found || weight === 0 || found.score === null || found.score > 0.995) return [];
      const { title, score, displayValue = '' } = found;
      return [{ category, audit: id, title, score: Math.round(score * 100), value: displayValue }];
    }),
  );
}

/**
 * @template {string} Name
 * @param {readonly Name[]} names
 * @param {(name: Name) => number[]} valuesOf
 * @returns {Record<Name, number>}
 */
function medians(names, valuesOf) {
  const entries = names.map((name) => [name, median(valuesOf(name))]);
  // Made of just these names.
  return /** @type {Record<Name, number>} */ (Object.fromEntries(entries));
}
