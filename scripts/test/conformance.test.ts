import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  missingOf,
  missingReports,
  pages,
  passedInPlaywright,
  passedInVitest,
  testsNamedIn,
} from './conformance.mjs';

const page = [
  '| Home | `web/features/home/HomePage.tsx` | `web/features/home/HomePage.test.tsx` “links to the five categories” |',
  '| Card | x | `e2e/buying.spec.ts` “a buyer books” and `e2e/list.spec.ts` “that is empty” |',
].join('\n');

describe('the page of conformance', () => {
  it('the page of conformance names tests by file and words', () => {
    expect(testsNamedIn(page)).toEqual([
      { file: 'web/features/home/HomePage.test.tsx', words: 'links to the five categories' },
      { file: 'e2e/buying.spec.ts', words: 'a buyer books' },
      { file: 'e2e/list.spec.ts', words: 'that is empty' },
    ]);
  });

  it('a page that names a missing or failed test is at fault', () => {
    const unit = passedInVitest({
      testResults: [
        {
          name: '/shop/web/features/home/HomePage.test.tsx',
          assertionResults: [
            { fullName: 'the home page links to the five categories', status: 'passed' },
            { fullName: 'the home page reassures', status: 'failed' },
          ],
        },
      ],
    });
    const stories = passedInPlaywright({
      suites: [
        {
          title: 'buying.spec.ts',
          file: 'buying.spec.ts',
          specs: [
            { title: 'a buyer books and pays', ok: true, tests: [{ status: 'expected' }] },
            { title: 'is left out', ok: true, tests: [{ status: 'skipped' }] },
          ],
        },
        {
          title: 'list.spec.ts',
          file: 'list.spec.ts',
          specs: [],
          suites: [
            {
              title: 'a list',
              file: 'list.spec.ts',
              specs: [{ title: 'that is empty', ok: true, tests: [{ status: 'expected' }] }],
            },
          ],
        },
      ],
    });
    const passed = [...unit, ...stories];
    expect(missingOf(testsNamedIn(page), passed)).toEqual([]);
    const wrong = [
      { file: 'web/features/home/HomePage.test.tsx', words: 'reassures' },
      { file: 'e2e/buying.spec.ts', words: 'is left out' },
      { file: 'e2e/other.spec.ts', words: 'a buyer books' },
    ];
    expect(missingOf(wrong, passed)).toEqual(wrong);
    expect(passed.at(-1)?.words).toBe('a list that is empty');
  });

  it('the named tests are checked against the reports, and a missing report is a fault', () => {
    const vitest = {
      testResults: [
        {
          name: '/shop/web/features/home/HomePage.test.tsx',
          assertionResults: [{ fullName: 'links to the five categories', status: 'passed' }],
        },
      ],
    };
    expect(missingReports({ vitest }, false)).toEqual([
      'The report of the browser tests is missing',
    ]);
    expect(faultsOf('docs/page.md', page, { vitest }, false)).toEqual([]);
    expect(faultsOf('docs/page.md', page, { vitest: { testResults: [] } }, false)).toEqual([
      'docs/page.md names a test that did not pass: web/features/home/HomePage.test.tsx “links to the five categories”',
    ]);
    expect(faultsOf('docs/page.md', '', { vitest }, false)).toEqual(['docs/page.md names no test']);
  });

  it('long tests may be named, and are checked when they have run', () => {
    const long = '`server/a.full.test.ts` “a long test” and `e2e/b.full.spec.ts` “a long story”';
    const reports = { vitest: { testResults: [] }, playwright: { suites: [] } };
    expect(faultsOf('docs/page.md', long, reports, false)).toEqual([]);
    expect(missingReports(reports, true)).toEqual(['The report of the long tests is missing']);
    const ran = { ...reports, long: { testResults: [] } };
    expect(faultsOf('docs/page.md', long, ran, true)).toEqual([
      'docs/page.md names a test that did not pass: server/a.full.test.ts “a long test”',
      'docs/page.md names a test that did not pass: e2e/b.full.spec.ts “a long story”',
    ]);
  });

  it('no page names a test by a pattern, which no report has', async () => {
    const texts = await Promise.all(pages.map((name) => readFile(name, 'utf8')));
    const words = texts.flatMap(testsNamedIn).map((test) => test.words);
    expect(words.length).toBeGreaterThan(100);
    expect(words.filter((title) => /%[sdifjo]|\$\{|\$[a-z]/.test(title))).toEqual([]);
  });
});
