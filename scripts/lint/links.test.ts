import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['contract', 'server', 'web', 'demo', 'e2e', 'bench', 'docs', 'scripts', 'deploy'];
const files = ['', ...folders]
  .flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: folder !== '', withFileTypes: true }),
  )
  .filter((entry) => entry.isFile() && /\.(md|ts|tsx|mjs|ya?ml|example)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(project.length));
const textOf = (file: string) => readFileSync(join(project, file), 'utf8');
/** Drafts of the pages of a shop: their links lead to pages of that shop. */
const pages = files.filter((file) => file.endsWith('.md') && !file.startsWith('scripts/shop-new/'));

/** A link to a file of the repository. */
const link = /\]\((?!\w+:|\/)([^)\s]+)\)/g;

/** The text without examples of code. */
const proseOf = (page: string) => textOf(page).replaceAll(/^ *```.*?^ *```/gms, '');

/** The anchors that GitHub makes of headings. */
function anchorsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isBroken(from: string, to: string): boolean {
  const [path = '', anchor] = to.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(project, target))) return true;
  if (anchor === undefined) return false;
  return statSync(join(project, target)).isDirectory() || !anchorsOf(target).includes(anchor);
}

it('every link between documents leads to a file, and to a heading of it', () => {
  const links = pages.flatMap((file) =>
    [
      ...proseOf(file)
        .replaceAll(/`[^`\n]*`(?!\])/g, '')
        .matchAll(link),
    ].map(([, to = '']) => ({
      file,
      to,
    })),
  );
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter(({ file, to }) => isBroken(file, to))).toEqual([]);
});

it('every document that code, a setting or a message names exists', () => {
  const named = files.flatMap((file) =>
    [...textOf(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([path]) => ({ file, path })),
  );
  const madeUp = ['scripts/test/conformance.test.ts'];
  expect(
    named.filter(({ file, path }) => !madeUp.includes(file) && !existsSync(join(project, path))),
  ).toEqual([]);
});

it('the start page for operators fits on a screen, and names every chapter', () => {
  const page = textOf('docs/operators.md');
  const [beforeChapters = ''] = page.split('## Chapters');
  expect(beforeChapters.split(/\s+/).length).toBeLessThan(450);
  const chapters = readdirSync(join(project, 'docs/operators'));
  expect(chapters.filter((chapter) => !page.includes(`](operators/${chapter}) |`))).toEqual([]);
});
