import { expect, it } from 'vitest';
import { slowestIn } from './slowest.mjs';

it('the slowest files of Vitest are listed, relative to the project', () => {
  const file = (name: string, ms: number) => ({ name, startTime: 1_000, endTime: 1_000 + ms });
  const testResults = [file('/shop/server/a.test.ts', 250), file('/shop/web/b.test.tsx', 61_040)];
  expect(slowestIn({ testResults }, '/shop')).toEqual([
    '    61.0 s  web/b.test.tsx',
    '     0.3 s  server/a.test.ts',
  ]);
});

it('at most twenty of the slowest Playwright stories are listed, including those in groups', () => {
  const story = (title: string, ...durations: number[]) => ({
    file: 'login.spec.ts',
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const quick = Array.from({ length: 20 }, (_, index) => story(`story ${index}`, 100));
  const suites = [{ specs: quick, suites: [{ specs: [story('a buyer signs in', 900, 600)] }] }];
  const lines = slowestIn({ stats: {}, suites }, '/shop');
  expect(lines).toHaveLength(20);
  expect(lines[0]).toBe('     1.5 s  login.spec.ts › a buyer signs in');
});
