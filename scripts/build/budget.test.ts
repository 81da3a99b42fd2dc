import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeHeavyLogin, describeOverweight, weighPages } from './budget.mjs';

const manifest = {
  'index.html': { file: 'assets/main.js', isEntry: true, imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_card.js': { file: 'assets/card.js', imports: ['_react.js'] },
  'home/HomePage.tsx': { file: 'assets/home.js', imports: ['_card.js', 'index.html'] },
  'blog/BlogPage.tsx': { file: 'assets/blog.js' },
  'theme.css': { file: 'assets/theme.css' },
};
/** gzip cannot compress it: 1,000 bytes become 1,000 and a frame of 23. */
const noise = randomBytes(1_000);

it('a page counts the entry, its own script and what both import statically, each once', () => {
  const [home] = weighPages(manifest, { home: 'home/HomePage.tsx' }, () => noise);
  expect(home?.files.map(({ file }) => file).sort()).toEqual([
    'assets/card.js',
    'assets/home.js',
    'assets/main.js',
    'assets/react.js',
  ]);
  expect(home?.bytes).toBe(4 * 1_023);
});

it('sizes are those after gzip', () => {
  const pages = { home: 'home/HomePage.tsx' };
  const [home] = weighPages(manifest, pages, () => Buffer.alloc(1_000_000, 'a'));
  expect(home?.bytes).toBeLessThan(10_000);
});

it('only the files of pages over the budget are listed', () => {
  const pages = { home: 'home/HomePage.tsx', blog: 'blog/BlogPage.tsx' };
  const weights = weighPages(manifest, pages, () => noise);
  expect(describeOverweight(weights)).toBeUndefined();
  const table = describeOverweight(weights, 3_500);
  expect(table).toContain('The home page needs 4.1 kB of JavaScript (gzip); the budget is 3.5 kB.');
  expect(table).toContain('1.0 kB  assets/react.js');
  expect(table).not.toContain('The blog page');
});

it('a login page that needs more than the home page is reported', () => {
  const weigh = (login: number, home: number) => [
    { page: 'home', files: [], bytes: home },
    { page: 'login', files: [], bytes: login },
    { page: 'blog', files: [], bytes: home + 1 },
  ];
  expect(describeHeavyLogin(weigh(120_000, 120_000))).toBeUndefined();
  expect(describeHeavyLogin(weigh(120_100, 120_000))).toBe(
    'The login page needs 120.1 kB of JavaScript (gzip), more than the 120.0 kB of the home page.',
  );
});

it('a page that is not in the manifest is an error', () => {
  expect(() => weighPages(manifest, { shop: 'shop/ShopPage.tsx' }, () => noise)).toThrow(
    'The manifest has no shop/ShopPage.tsx',
  );
  expect(() => weighPages({}, {}, () => noise)).toThrow('no entry');
});
