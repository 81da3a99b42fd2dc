import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setFirstLanguage } from '#contract/shop/owned-text.ts';
import { postsAt, shopAt } from '../../core/shop-at.ts';
import { loadShop } from './load-shop.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-blog-'));
});
afterEach(async () => {
  setFirstLanguage('en');
  await rm(folder, { recursive: true });
});

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();

async function load(files: Record<string, string | Buffer>, more: object = {}) {
  const shop = { name: 'Nordklang', ...more };
  for (const [name, content] of Object.entries({ 'shop.json': JSON.stringify(shop), ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return loadShop({ path: folder, isRequired: true });
}

const post = (fields: string, text = 'Words.') => `---\n${fields}\n---\n\n${text}\n`;
const noon = new Date('2026-11-30T12:00:00Z');

it('the example of a post in docs/shop.md is a post', async () => {
  const docs = await readFile(join(import.meta.dirname, '../../../docs/shop.md'), 'utf8');
  const [, example = ''] = /```markdown\n(---\n[\s\S]*?)```/.exec(docs) ?? [];
  const shop = await load(
    {
      'blog/new-strings.md': example,
      'blog/strings.jpg': await picture(),
      'returns.md': 'Three days. [Strings](blog/new-strings.md)',
    },
    { pages: [{ title: 'Returns', file: 'returns.md', path: '/returns' }] },
  );
  const [shown] = postsAt(shop, noon);
  expect(shown).toMatchObject({
    name: 'new-strings',
    title: 'New strings: when, and which',
    date: '2026-11-02',
    lang: 'en',
    description: 'Strings go dull long before they break.',
    picture: { width: 60, height: 40, alt: 'A set of gut strings on a bench' },
  });
  expect(shown?.html).toContain('<a href="/returns">Our returns</a>');
  expect(shop.pages[0]?.html).toContain('<a href="/blog/new-strings">Strings</a>');
  expect(shop.files.has(shown?.picture?.address ?? '')).toBe(true);
  expect(shop.pages).toHaveLength(1);
});

it('a post is shown from its day in the time zone of the shop, and without a post there is no blog', async () => {
  const files = { 'blog/later.md': post('title: Later\ndate: 2026-12-01') };
  const shop = await load(files, { timeZone: 'Asia/Tokyo' });
  expect(shopAt(shop, noon).blog).toBeUndefined();
  expect(postsAt(shop, noon)).toEqual([]);
  const midnightInTokyo = new Date('2026-11-30T15:00:00Z');
  expect(shopAt(shop, midnightInTokyo).blog).toBe('posts');
  expect(postsAt(shop, midnightInTokyo)).toMatchObject([{ title: 'Later' }]);
});

it('a post in several languages is one post, and a reader of another language gets the first one of the shop', async () => {
  const shop = await load(
    {
      'blog/strings.md': post('title: Snaren\ndate: 2026-11-02'),
      'blog/strings.fr.md': post('title: Cordes\ndate: 2026-11-03'),
      'blog/bows.md': post('title: Archets\ndate: 2026-11-01\nlanguage: fr'),
    },
    { languages: ['de', 'fr', 'en'] },
  );
  setFirstLanguage('de');
  const titles = (tag: string) => postsAt(shop, noon, tag).map(({ title, lang }) => [title, lang]);
  expect(titles('fr')).toEqual([
    ['Cordes', 'fr'],
    ['Archets', 'fr'],
  ]);
  expect(titles('en')).toEqual([
    ['Snaren', 'de'],
    ['Archets', 'fr'],
  ]);
});

it('all faults of the posts are named with their files, fields and lines', async () => {
  const faults = await load({
    'blog/Upper Case.md': post('title: A\ndate: 2026-11-01'),
    'blog/bare.md': 'Words',
    'blog/colon.md': post('title: Strings: which\ndate: 2026-11-01'),
    'blog/day.md': post('title: A\ndate: 1 November'),
    'blog/link.md': post('title: A\ndate: 2026-11-01', '[Nowhere](nowhere.md)'),
    'blog/missing.md': post('date: 2026-11-01\nauthor: Nora'),
    'blog/picture.md': post('title: A\ndate: 2026-11-01\npicture: ../../etc/passwd.jpg'),
    'blog/twice.fr.md': post('title: A\ndate: 2026-11-01'),
    'blog/twice.md': post('title: A\ndate: 2026-11-01\nlanguage: fr'),
  }).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(faults.split('\n  - ').slice(1)).toEqual([
    'blog/Upper Case.md must be named with lower-case letters, digits and hyphens, such as new-strings.md',
    'blog/bare.md must begin with title and date between two lines of ---',
    expect.stringMatching(/^blog\/colon.md has front matter that is no YAML .*line 1/),
    'blog/day.md date must be a day such as 2027-03-31',
    'blog/missing.md title must be one line of 1 to 120 characters, has no field author',
    'blog/picture.md picture ../../etc/passwd.jpg is not the name of a file in the folder',
    'blog/twice.md is in the same language as blog/twice.fr.md: fr',
    'blog/link.md line 6 links to nowhere.md, which is no page of the shop',
  ]);
});
