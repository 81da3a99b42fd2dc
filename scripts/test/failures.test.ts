import { expect, it } from 'vitest';
import { failuresIn } from './failures.mjs';

it('failed Vitest tests are listed with the beginning of their errors', () => {
  const report = {
    testResults: [
      {
        name: 'server/a.test.ts',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'a sale is right', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'a sale is wrong',
            failureMessages: ['\u001b[31mexpected 1\u001b[0m\n\nto be 2', 'b\nc\nd\ne\nf'],
          },
        ],
      },
      { name: 'server/b.test.ts', message: 'no such module', assertionResults: [] },
    ],
  };
  expect(failuresIn(report)).toEqual([
    'failed: server/a.test.ts › a sale is wrong\n  expected 1\n  to be 2\n  b\n  c\n  d\n  e',
    'failed: server/b.test.ts › \n  no such module',
  ]);
});

it('failed Playwright stories are listed, including those in groups', () => {
  const failed = {
    ok: false,
    file: 'login.spec.ts',
    title: 'a buyer signs in',
    tests: [
      { status: 'unexpected', results: [{ errors: [{ message: 'Timed out\nafter 20 s' }] }] },
    ],
  };
  const report = {
    stats: {},
    suites: [
      {
        specs: [{ ok: true, tests: [{ status: 'expected', results: [] }] }],
        suites: [{ specs: [failed] }],
      },
    ],
  };
  expect(failuresIn(report)).toEqual([
    'failed: login.spec.ts › a buyer signs in\n  Timed out\n  after 20 s',
  ]);
});

it('a story that passed at the second try is named with its first error', () => {
  const flaky = {
    ok: true,
    file: 'login.spec.ts',
    title: 'a buyer signs in',
    tests: [{ status: 'flaky', results: [{ errors: [{ message: 'not focused' }] }, {}] }],
  };
  expect(failuresIn({ stats: {}, suites: [{ specs: [flaky] }] })).toEqual([
    'passed at the second try: login.spec.ts › a buyer signs in\n  not focused',
  ]);
});
