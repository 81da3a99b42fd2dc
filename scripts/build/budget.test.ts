import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { tellOverweight, weighPages } from './budget.mjs';

const manifest = {
  'index.html': { file: 'assets/main.js', isEntry: true, imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_card.js': { file: 'assets/card.js', imports: ['_react.js'] },
  'home/HomePage.tsx': { file: 'assets/home.js', imports: ['_card.js', 'index.html'] },
  'blog/BlogPage.tsx': { file: 'assets/blog.js' },
  'theme.css': { file: 'assets/theme.css' },
};
/** Noise, which gzip makes nothing smaller of: 1,000 bytes stay 1,000 and its 23 of wrapping. */
const noise = randomBytes(1_000);

it('weighs the entry, the page and what both import at once, each once', () => {
  const [home] = weighPages(manifest, { home: 'home/HomePage.tsx' }, () => noise);
  expect(home?.files.map(({ file }) => file).sort()).toEqual([
    'assets/card.js',
    'assets/home.js',
    'assets/main.js',
    'assets/react.js',
  ]);
  expect(home?.bytes).toBe(4 * 1_023);
});

it('is told by gzip, not by length', () => {
  const pages = { home: 'home/HomePage.tsx' };
  const [home] = weighPages(manifest, pages, () => Buffer.alloc(1_000_000, 'a'));
  expect(home?.bytes).toBeLessThan(10_000);
});

it('says nothing of a page within the budget, and lists what makes another too heavy', () => {
  const pages = { home: 'home/HomePage.tsx', blog: 'blog/BlogPage.tsx' };
  const weights = weighPages(manifest, pages, () => noise);
  expect(tellOverweight(weights)).toBeUndefined();
  const table = tellOverweight(weights, 3_500);
  expect(table).toContain('The home page needs 4.1 kB of JavaScript (gzip); 3.5 kB is the most.');
  expect(table).toContain('1.0 kB  assets/react.js');
  expect(table).not.toContain('The blog page');
});

it('refuses a page that the build does not know, instead of weighing nothing', () => {
  expect(() => weighPages(manifest, { shop: 'shop/ShopPage.tsx' }, () => noise)).toThrow(
    'The manifest has no shop/ShopPage.tsx',
  );
  expect(() => weighPages({}, {}, () => noise)).toThrow('no entry');
});
