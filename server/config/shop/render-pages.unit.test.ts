import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderPages } from './render-pages.ts';

let parent: string;
let folder: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'reprise-shop-pages-'));
  folder = join(parent, 'shop');
  const red = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } });
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 48"/>';
  const files = {
    'shop/pages/door.png': await red.png().toBuffer(),
    'shop/mark.svg': drawing,
    'shop/text.jpg': 'This is no picture.',
    'shop/large.png': Buffer.alloc(2 * 1024 * 1024 + 1),
    'shop/.hidden.png': await red.png().toBuffer(),
    'private.svg': drawing,
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(parent, name)), { recursive: true });
    await writeFile(join(parent, name), content);
  }
  await symlink('../private.svg', join(folder, 'linked.svg'));
});
afterAll(() => rm(parent, { recursive: true }));

function render(...contents: (string | Buffer)[]) {
  const written = contents.map((content, index) => ({
    index,
    file: `pages/${index}.md`,
    path: `/page-${index}`,
    title: `Page ${index}`,
    content: Buffer.from(content),
  }));
  return renderPages(folder, written);
}

describe('the pages of a shop', () => {
  it('a page takes its heading and description from its file, and its title from shop.json', async () => {
    const { pages } = await render(`\uFEFF# A *heading*\n\n${'Many words follow. '.repeat(20)}`);
    expect(pages).toMatchObject([{ title: 'Page 0', heading: 'A heading', path: '/page-0' }]);
    expect(pages[0]?.description).toMatch(/^Many words follow\. .{100,140} (Many|words)…$/);
    const plain = await render('- No paragraph before this list');
    expect(plain.pages).toMatchObject([{ heading: 'Page 0' }]);
  });

  it('pages link to each other by their files, and show pictures beside and above them', async () => {
    const { pages, pictures, faults } = await render(
      '[Next](1.md) ![Our door](door.png)',
      '![Mark](../mark.svg) ![Our door](./door.png)',
    );
    expect(faults).toEqual([]);
    expect(pages[0]?.html).toContain('<a href="/page-1">');
    expect(pages[0]?.html).toMatch(
      /<img src="\/shop\/[0-9a-f]{12}\/door.png" alt="Our door" width="40" height="30"/,
    );
    expect(pages[1]?.html).toMatch(/mark.svg" alt="Mark" width="64" height="48"/);
    expect(pictures.map(({ contentType }) => contentType)).toEqual(['image/png', 'image/svg+xml']);
  });

  it('a page shows only pictures of the shop’s folder', async () => {
    const sources = [
      '../linked.svg',
      '../../private.svg',
      '../.hidden.png',
      '../text.jpg',
      '../large.png',
      '../missing.png',
      '../shop.json',
      'https://elsewhere.example/a.png',
    ];
    const { faults, pictures } = await render(
      sources.map((source) => `![x](${source})`).join('\n'),
    );
    expect(pictures).toEqual([]);
    expect(faults.map((fault) => fault.replace(/.* which /, ''))).toEqual([
      'leads out of the folder',
      'is not the name of a file in the folder',
      'is not the name of a file in the folder',
      'is no picture',
      'is larger than 2 MB',
      'does not exist in the folder',
      'is no SVG, PNG, JPEG, WebP or AVIF file in the folder',
      'is not the name of a file in the folder',
    ]);
  });

  it('all faults of all pages are found together', async () => {
    const { faults } = await render(
      '',
      'x'.repeat(200_001),
      Buffer.from([0x47, 0xf6, 0xdf, 0x65]),
      'A\0B',
      'Text\n\n[Nowhere](missing.md) and ![](missing.png)',
    );
    expect(faults).toEqual([
      'pages[0].file pages/0.md is empty',
      'pages[1].file pages/1.md is larger than 200 kB',
      'pages[2].file pages/2.md is not UTF-8: save it with this encoding',
      'pages[3].file pages/3.md is not a text',
      'pages[4].file pages/4.md line 3 links to missing.md, which is no page of the shop',
      'pages[4].file pages/4.md line 3 shows the picture missing.png, which does not exist in the folder',
    ]);
  });

  it('a page with places to fill in is named, with the lines', async () => {
    const { warnings, faults, pages } = await render(
      '[[Name]]\n\n[[Street]], [[town]]',
      'Done.',
      '[[It]]',
    );
    expect(faults).toEqual([]);
    // Search engines do not get them.
    for (const { description } of pages) expect(description).not.toContain('[[');
    expect(warnings).toEqual([
      'pages/0.md has 3 places to fill in, marked [[…]]: line 1, 3',
      'pages/2.md has 1 place to fill in, marked [[…]]: line 1',
    ]);
  });
});
