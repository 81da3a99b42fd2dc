/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} program a program of node_modules, or a script of ours
 * @property {string[]} args
 * @property {Record<string, string>} [environment]
 * @property {string} [report] the JSON report in which its tests are counted; a step without one counts as one
 * @property {string} [needs] the step whose result it uses; it is not run when that one failed
 */

export const vitestReport = 'test-results/vitest.json';
export const longTestsReport = 'test-results/vitest-full.json';
export const playwrightReport = 'test-results/playwright.json';

/** How many random runs these tests make in `npm run test:full`; in `npm test` it is a twentieth of it or less. */
export const fullSizes = { SALE_RUNS: '2600', SEARCH_RUNS: '500' };

/** One file at a time, so that each has the machine to itself. */
export const longTestOptions = ['run', '--no-file-parallelism', '--testTimeout=7200000'];

/** @type {Step} */
const longTests = {
  name: 'long tests',
  program: 'vitest/vitest.mjs',
  args: [
    ...longTestOptions,
    '.full.test.ts',
    'server/features/after-sale/sale-interleavings.slow.test.ts',
    'server/features/search/results/search-model.test.ts',
  ],
  environment: { ...fullSizes, VITEST_JSON: longTestsReport },
  report: longTestsReport,
};

/** @type {readonly Step[]} */
export const steps = [
  { name: 'format and lint', program: '@biomejs/biome/bin/biome', args: ['check'] },
  { name: 'types of the server', program: 'typescript/bin/tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web', program: 'typescript/bin/tsc', args: ['-p', 'web/tsconfig.json'] },
  {
    name: 'types of the browser tests',
    program: 'typescript/bin/tsc',
    args: ['-p', 'e2e/tsconfig.json'],
  },
  { name: 'unused code', program: 'knip/bin/knip.js', args: [] },
  { name: 'licences and advisories', program: 'scripts/check-dependencies.mjs', args: [] },
  {
    name: 'unit, server and slow tests',
    program: 'vitest/vitest.mjs',
    args: ['run', '--project=!full'],
    environment: { VITEST_JSON: vitestReport },
    report: vitestReport,
  },
  { name: 'build', program: 'scripts/build.mjs', args: [] },
  {
    name: 'browser tests',
    program: '@playwright/test/cli.js',
    args: ['test', '--retries=1'],
    report: playwrightReport,
    needs: 'build',
  },
  // Without `needs`: it checks what did run also when another step failed.
  {
    name: 'conformance to the specification',
    program: 'scripts/check-conformance.mjs',
    args: [],
  },
];

/**
 * Those of `npm run test:full`. FULL_TESTS includes the stories of `*.full.spec.ts`, and the pages' quotes of long tests.
 * @type {readonly Step[]}
 */
export const fullSteps = steps.flatMap((step) =>
  step.report === vitestReport
    ? [step, longTests]
    : [{ ...step, environment: { ...step.environment, FULL_TESTS: '1' } }],
);
