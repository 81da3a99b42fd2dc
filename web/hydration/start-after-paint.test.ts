import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startAfterPaint } from './start-after-paint.ts';

interface Added {
  tag: string;
  src?: string;
  href?: string;
}

/** Runs the program in a fake page; `happen` is what the browser would do. */
function pageWith({ hidden = false, tellsPaint = true } = {}) {
  const added: Added[] = [];
  const parsed: (() => void)[] = [];
  const painted: ((list: { getEntriesByName: (name: string) => unknown[] }) => void)[] = [];
  const waited: (() => void)[] = [];
  class PerformanceObserver {
    constructor(told: (typeof painted)[number]) {
      painted.push(told);
    }
    observe() {
      // It is told by `happen.paint`.
    }
  }
  runInNewContext(startAfterPaint('/entry.js', ['/library.js']), {
    document: {
      hidden,
      head: { appendChild: (element: Added) => added.push(element) },
      createElement: (tag: string) => ({ tag }),
      querySelector: () => ({ content: '/page.js /part.js' }),
      addEventListener: (_name: string, run: () => void) => parsed.push(run),
    },
    window: { setTimeout: (run: () => void) => waited.push(run) },
    ...(tellsPaint && { PerformanceObserver }),
  });
  const runAll = (programs: (() => void)[]) => {
    for (const run of programs) run();
  };
  const happen = {
    parse: () => runAll(parsed),
    paint(name = 'first-contentful-paint') {
      const list = { getEntriesByName: (wanted: string) => (wanted === name ? [name] : []) };
      for (const tell of painted) tell(list);
    },
    longWait: () => runAll(waited),
  };
  return { added, happen };
}

const all = [
  { tag: 'link', rel: 'modulepreload', href: '/library.js' },
  { tag: 'link', rel: 'modulepreload', href: '/page.js' },
  { tag: 'link', rel: 'modulepreload', href: '/part.js' },
  { tag: 'script', type: 'module', src: '/entry.js' },
];

test('the script waits for the first paint, and comes once', () => {
  const { added, happen } = pageWith();
  happen.parse();
  happen.paint('first-paint');
  expect(added).toEqual([]);
  happen.paint();
  happen.longWait();
  expect(added).toEqual(all);
});

test('a page that is never painted gets it all the same', () => {
  const { added, happen } = pageWith();
  happen.parse();
  happen.longWait();
  expect(added).toEqual(all);
});

test.each([
  ['in a tab that nobody looks at', { hidden: true }],
  ['in a browser that does not tell when it paints', { tellsPaint: false }],
])('it comes at once %s, when the page has been read', (_where, page) => {
  const { added, happen } = pageWith(page);
  expect(added).toEqual([]);
  happen.parse();
  expect(added).toEqual(all);
});
