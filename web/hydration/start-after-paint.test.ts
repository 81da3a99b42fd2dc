import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startAfterPaint } from './start-after-paint.ts';

interface Added {
  tag: string;
  src?: string;
  href?: string;
}

/** Runs the program in a fake page; `happen` is what the browser would do. */
function pageWith({ hidden = false, reportsPaint = true } = {}) {
  const added: Added[] = [];
  const parsed: (() => void)[] = [];
  const painted: ((list: { getEntriesByName: (name: string) => unknown[] }) => void)[] = [];
  const waited: (() => void)[] = [];
  class PerformanceObserver {
    constructor(onPaint: (typeof painted)[number]) {
      painted.push(onPaint);
    }
    observe() {
      // `happen.paint` calls the callback.
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
    ...(reportsPaint && { PerformanceObserver }),
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

test('the script is loaded after the first paint, once', () => {
  const { added, happen } = pageWith();
  happen.parse();
  happen.paint('first-paint');
  expect(added).toEqual([]);
  happen.paint();
  happen.longWait();
  expect(added).toEqual(all);
});

test('the script is loaded on a page that is never painted', () => {
  const { added, happen } = pageWith();
  happen.parse();
  happen.longWait();
  expect(added).toEqual(all);
});

test.each([
  ['in a hidden tab', { hidden: true }],
  ['in a browser that does not report paints', { reportsPaint: false }],
])('the script is loaded %s when the document has been parsed', (_where, page) => {
  const { added, happen } = pageWith(page);
  expect(added).toEqual([]);
  happen.parse();
  expect(added).toEqual(all);
});
