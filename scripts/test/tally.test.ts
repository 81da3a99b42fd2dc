import { expect, it } from 'vitest';
import { sumUp, tallyOf } from './tally.mjs';

const vitest = (passed: number, failed: number, unloaded = 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: Array.from({ length: unloaded }, () => ({ status: 'failed', assertionResults: [] })),
});
const playwright = (expected: number, unexpected: number, flaky = 0) => ({
  stats: { expected, unexpected, flaky, skipped: 0 },
  errors: [],
});

it('a check counts as one', () => {
  expect(tallyOf(true)).toEqual({ passed: 1, failed: 0 });
  expect(tallyOf(false)).toEqual({ passed: 0, failed: 1 });
});

it('tests are counted by the report', () => {
  expect(tallyOf(true, vitest(12, 0))).toEqual({ passed: 12, failed: 0 });
  expect(tallyOf(false, vitest(10, 2))).toEqual({ passed: 10, failed: 2 });
  expect(tallyOf(true, playwright(7, 0))).toEqual({ passed: 7, failed: 0 });
  expect(tallyOf(false, playwright(5, 2))).toEqual({ passed: 5, failed: 2 });
});

it('a step that failed without a failed test counts as a failure', () => {
  expect(tallyOf(false, vitest(12, 0))).toEqual({ passed: 12, failed: 1 });
});

it('a file that cannot be loaded counts as a failure', () => {
  expect(tallyOf(false, vitest(12, 1, 2))).toEqual({ passed: 12, failed: 3 });
});

it('a step without any test counts as a failure', () => {
  expect(tallyOf(true, vitest(0, 0))).toEqual({ passed: 0, failed: 1 });
});

it('a story that passed at the second try counts as passed', () => {
  expect(tallyOf(true, playwright(7, 0, 1))).toEqual({ passed: 8, failed: 0 });
});

it('the summary has the wording that machines read', () => {
  const tallies = [
    { passed: 1, failed: 0 },
    { passed: 12, failed: 2 },
  ];
  expect(sumUp(tallies)).toEqual({ passed: 13, failed: 2, line: '13 passed, 2 failed' });
});
