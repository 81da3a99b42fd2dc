import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { maxBlogPosts } from '#contract/blog/blog.ts';
import { paths } from '#contract/page-paths.ts';
import { line } from '#contract/shop/shop-lines.ts';
import type { BlogPost } from '../../core/loaded-shop.ts';
import { type PagePicture, readPagePicture } from './page-pictures.ts';
import { readInside } from './read-shop-files.ts';
import type { PageFile, ShopPages } from './render-pages.ts';
import { fieldName, type ShopFault } from './shop-faults.ts';

/** A file of the blog that could be read, before it is rendered. */
interface PostFile extends FrontMatter {
  name: string;
  file: string;
  lang: string;
  content: Buffer;
  shown?: PagePicture | undefined;
}

export interface BlogFiles {
  posts: PostFile[];
  faults: ShopFault[];
}

const frontMatter = z.strictObject({
  title: line(120),
  date: z.iso.date('must be a day such as 2027-03-31'),
  picture: line(120).optional(),
  alt: line(200).optional(),
  language: z
    .string('must be a language tag such as de or pt-BR')
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as de or pt-BR')
    .optional(),
});
type FrontMatter = z.output<typeof frontMatter>;

const fileName = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?:\.([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*))?\.md$/;

/**
 * Reads the folder `blog` of the shop. `cello.md` is the post `/blog/cello`, and `cello.fr.md` the same in French.
 * @param firstLanguage the language of posts that name none
 */
export async function readBlog(folder: string, firstLanguage: string): Promise<BlogFiles> {
  const found: BlogFiles = { posts: [], faults: [] };
  const root = await realpath(folder);
  const names = await readdir(join(root, 'blog')).catch(() => []);
  const files = names.filter((name) => name.endsWith('.md') && !name.startsWith('.')).sort();
  if (files.length > maxBlogPosts) {
    found.faults.push(`blog has ${files.length} files, and may have at most ${maxBlogPosts}`);
    return found;
  }
  for (const name of files) await readPost(root, name, { found, firstLanguage });
  return found;
}

async function readPost(
  root: string,
  fileInBlog: string,
  { found, firstLanguage }: { found: BlogFiles; firstLanguage: string },
): Promise<void> {
  const file = `blog/${fileInBlog}`;
  const fault = (message: string) => found.faults.push(`${file} ${message}`);
  const [, name, suffix] = fileName.exec(fileInBlog) ?? [];
  if (name === undefined || name === 'feed') {
    fault('must be named with lower-case letters, digits and hyphens, such as new-strings.md');
    return;
  }
  try {
    const content = await readInside(root, file);
    const { fields, body } = splitPost(content);
    if (fields.language !== undefined && suffix !== undefined && fields.language !== suffix) {
      throw new Error(`language is ${fields.language}, but its name says ${suffix}`);
    }
    const lang = fields.language ?? suffix ?? firstLanguage;
    const twin = found.posts.find((post) => post.name === name && post.lang === lang);
    if (twin) throw new Error(`is in the same language as ${twin.file}: ${lang}`);
    const shown = fields.picture && (await readPagePicture(root, `blog/${fields.picture}`));
    if (shown && 'reason' in shown) throw new Error(`picture ${fields.picture} ${shown.reason}`);
    found.posts.push({ ...fields, name, file, lang, content: body, ...(shown && { shown }) });
  } catch (error) {
    fault((error as Error).message);
  }
}

/** The lines of the front matter are left empty in the body, so that faults name the lines of the file. */
function splitPost(content: Buffer): { fields: FrontMatter; body: Buffer } {
  const text = content.toString('utf8').replace(/^\uFEFF/, '');
  const [head, yaml] = /^---[ \t]*\r?\n([\s\S]*?\r?\n)---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  if (head === undefined || yaml === undefined) {
    throw new Error('must begin with title and date between two lines of ---');
  }
  const parsed = frontMatter.safeParse(parseYaml(yaml), { error: describe });
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) =>
      `${fieldName(path)} ${message}`.trim(),
    );
    throw new Error(faults.join(', '));
  }
  const body = '\n'.repeat(head.split('\n').length - 1) + text.slice(head.length);
  return { fields: parsed.data, body: Buffer.from(body) };
}

function parseYaml(yaml: string): unknown {
  try {
    return parse(yaml, { maxAliasCount: 0 });
  } catch (error) {
    const [first] = (error as Error).message.split('\n');
    throw new Error(
      `has front matter that is no YAML (put texts with a colon into quotes): ${first}`,
    );
  }
}

function describe(issue: { code?: string; input?: unknown; keys?: string[] }): string | undefined {
  if (issue.code === 'unrecognized_keys') return `has no field ${issue.keys?.join(', ')}`;
  if (issue.code !== 'invalid_type') return undefined;
  return issue.input === undefined ? 'is missing' : 'must be lines such as title: New strings';
}

/** The posts as pages to render. */
export function postPages({ posts }: BlogFiles): PageFile[] {
  return posts.map(({ name, file, title, lang, content }) => {
    return { path: paths.blogPost(name), file, title, lang, content };
  });
}

/** Takes the rendered posts out of the pages. */
export function takePosts(rendered: ShopPages, { posts }: BlogFiles): BlogPost[] {
  const byName = new Map<string, BlogPost>();
  for (const { name, title, date, lang, shown, alt = '' } of posts) {
    const path = paths.blogPost(name);
    const at = rendered.pages.findIndex((page) => page.path === path && page.lang === lang);
    const [page] = at < 0 ? [] : rendered.pages.splice(at, 1);
    if (!page) continue;
    const { description, html } = page;
    const post = byName.get(name) ?? { name, versions: [] };
    byName.set(name, post);
    if (shown) rendered.pictures.push(shown);
    const picture = shown && {
      address: shown.address,
      width: shown.width,
      height: shown.height,
      alt,
    };
    post.versions.push({ name, title, date, lang, description, html, ...(picture && { picture }) });
  }
  return [...byName.values()];
}
