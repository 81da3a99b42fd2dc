/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} program a program of node_modules, or a script of ours
 * @property {string[]} args
 * @property {Record<string, string>} [environment]
 * @property {string} [report] the JSON report in which its tests are counted; a step without one counts as one
 * @property {string} [needs] the step whose result it uses; it is not run when that one failed
 */

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
    args: ['run'],
    environment: { VITEST_JSON: '1' },
    report: 'test-results/vitest.json',
  },
  { name: 'build', program: 'scripts/build.mjs', args: [] },
  {
    name: 'browser tests',
    program: '@playwright/test/cli.js',
    args: ['test'],
    report: 'test-results/playwright.json',
    needs: 'build',
  },
  // Without `needs`: it checks what did run also when another step failed.
  {
    name: 'conformance to the specification',
    program: 'scripts/check-conformance.mjs',
    args: [],
  },
];
