/**
 * One step of the whole test.
 * @typedef {object} Step
 * @property {string} name
 * @property {string} program a program of node_modules, or a script of ours
 * @property {string[]} words
 * @property {Record<string, string>} [environment]
 * @property {string} [report] the JSON in which the step counts its tests; a step without one counts as one
 * @property {string} [needs] the step that this one makes no sense without
 */

/** @type {readonly Step[]} */
export const steps = [
  { name: 'format and lint', program: '@biomejs/biome/bin/biome', words: ['check'] },
  { name: 'types of the server', program: 'typescript/bin/tsc', words: ['-p', 'tsconfig.json'] },
  { name: 'types of the web', program: 'typescript/bin/tsc', words: ['-p', 'web/tsconfig.json'] },
  {
    name: 'types of the stories',
    program: 'typescript/bin/tsc',
    words: ['-p', 'e2e/tsconfig.json'],
  },
  { name: 'dead code', program: 'knip/bin/knip.js', words: [] },
  {
    name: 'unit tests',
    program: 'vitest/vitest.mjs',
    words: ['run'],
    environment: { VITEST_JSON: '1' },
    report: 'test-results/vitest.json',
  },
  { name: 'build', program: 'scripts/build.mjs', words: [] },
  {
    name: 'stories in the browser',
    program: '@playwright/test/cli.js',
    words: ['test'],
    report: 'test-results/playwright.json',
    needs: 'build',
  },
  {
    name: 'conformance to the specification',
    program: 'scripts/check-conformance.mjs',
    words: [],
    needs: 'stories in the browser',
  },
];
