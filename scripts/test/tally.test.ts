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

it('counts a check as one', () => {
  expect(tallyOf(true)).toEqual({ passed: 1, failed: 0 });
  expect(tallyOf(false)).toEqual({ passed: 0, failed: 1 });
});

it('counts tests by the report', () => {
  expect(tallyOf(true, vitest(12, 0))).toEqual({ passed: 12, failed: 0 });
  expect(tallyOf(false, vitest(10, 2))).toEqual({ passed: 10, failed: 2 });
  expect(tallyOf(true, playwright(7, 0))).toEqual({ passed: 7, failed: 0 });
  expect(tallyOf(false, playwright(5, 2))).toEqual({ passed: 5, failed: 2 });
});

it('has a failure where a step failed though no test did', () => {
  expect(tallyOf(false, vitest(12, 0))).toEqual({ passed: 12, failed: 1 });
});

it('counts a file that cannot be loaded as a failure of its own', () => {
  expect(tallyOf(false, vitest(12, 1, 2))).toEqual({ passed: 12, failed: 3 });
});

it('has a failure where nothing was tested', () => {
  expect(tallyOf(true, vitest(0, 0))).toEqual({ passed: 0, failed: 1 });
});

it('does not forgive a test that needed a second try', () => {
  expect(tallyOf(true, playwright(7, 0, 1))).toEqual({ passed: 7, failed: 1 });
});

it('sums up in the words that the machine reads', () => {
  const tallies = [
    { passed: 1, failed: 0 },
    { passed: 12, failed: 2 },
  ];
  expect(sumUp(tallies)).toEqual({ passed: 13, failed: 2, line: '13 passed, 2 failed' });
});
