import { realpath } from 'node:fs/promises';
import { posix } from 'node:path';
import { type OwnedText, ownText } from '#contract/shop/owned-text.ts';
import type { ShopPageContent } from '#contract/shop/shop-pages.ts';
import { translatedPage } from '../../core/loaded-shop.ts';
import { type PagePicture, readPagePicture } from './page-pictures.ts';
import type { RenderedMarkdown } from './render-markdown.ts';
import { fieldName, type ShopFault } from './shop-faults.ts';

/** A page of `shop.json` whose file could be read. */
export interface PageFile {
  /** Its place in the list of `shop.json`; missing for a post of the blog. */
  index?: number | undefined;
  file: string;
  path: string;
  title: OwnedText;
  lang?: string | undefined;
  /** The language of the shop that the file is the page in, unless it is the page itself. */
  translatedTo?: string;
  content: Buffer;
}

export interface ShopPages {
  pages: ShopPageContent[];
  /** By `translatedPage`. */
  translatedPages: Map<string, ShopPageContent>;
  /** The pictures that the pages show. Nothing else of the folder becomes public by them. */
  pictures: PagePicture[];
  faults: ShopFault[];
  /** Places that the owner has yet to fill in, one sentence for each file. */
  warnings: string[];
}

/** Long terms of use have a fifth of it. */
const maxBytes = 200_000;
const descriptionLength = 160;

/** Renders the pages of the owner, once at the start. The renderer is loaded only by shops that have pages. */
export async function renderPages(
  folder: string,
  written: readonly PageFile[],
): Promise<ShopPages> {
  const result: ShopPages = {
    pages: [],
    translatedPages: new Map(),
    pictures: [],
    faults: [],
    warnings: [],
  };
  if (written.length === 0) return result;
  const root = await realpath(folder);
  const { renderMarkdown } = await import('./render-markdown.ts');
  const paths = new Map(written.map(({ file, path }) => [file, path]));
  const pictures = new Map<string, PagePicture | { reason: string }>();
  for (const page of written) {
    const text = readText(page, result.faults);
    if (text === undefined) continue;
    const inFolder = (target: string) => posix.join(posix.dirname(page.file), target);
    const wanted = new Set<string>();
    const pageOf = (target: string) => paths.get(inFolder(target));
    const imageOf = (target: string) => {
      wanted.add(inFolder(target));
      return pictures.get(inFolder(target)) ?? { reason: 'is not read yet' };
    };
    // Once to learn which pictures it shows.
    renderMarkdown(text, { pageOf, imageOf });
    for (const name of wanted) {
      if (!pictures.has(name)) pictures.set(name, await readPagePicture(root, name));
    }
    const rendered = renderMarkdown(text, { pageOf, imageOf });
    result.faults.push(...rendered.faults.map((fault) => `${nameOf(page)} ${fault}`));
    result.warnings.push(...placesLeft(page.file, text));
    const content = toPage(page, rendered);
    if (page.translatedTo === undefined) result.pages.push(content);
    else result.translatedPages.set(translatedPage(page.path, page.translatedTo), content);
  }
  for (const picture of pictures.values()) if ('content' in picture) result.pictures.push(picture);
  return result;
}

const nameOf = ({ index, file }: PageFile) =>
  index === undefined ? file : `${fieldName(['pages', index, 'file'])} ${file}`;

function readText(page: PageFile, faults: ShopFault[]): string | undefined {
  const fault = (message: string) => {
    faults.push(`${nameOf(page)} ${message}`);
    return undefined;
  };
  if (page.content.length > maxBytes) return fault('is larger than 200 kB');
  try {
    // It takes off the byte order mark that editors on Windows write.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(page.content);
    if (text.includes('\0')) return fault('is not a text');
    return text.trim() === '' ? fault('is empty') : text;
  } catch {
    return fault('is not UTF-8: save it with this encoding');
  }
}

function toPage({ path, title, lang }: PageFile, rendered: RenderedMarkdown): ShopPageContent {
  const { html, contents } = rendered;
  const called = ownText(title, lang);
  const heading = rendered.title ?? called;
  // A place that is still to be filled in is nothing for search engines.
  const summary = rendered.summary?.includes('[[') ? undefined : rendered.summary;
  return {
    path,
    title: called,
    ...(lang !== undefined && { lang }),
    heading,
    description: shortened(summary ?? heading),
    html,
    contents,
  };
}

function shortened(text: string): string {
  if (text.length <= descriptionLength) return text;
  return `${text.slice(0, descriptionLength).replace(/\s+\S*$/, '')}…`;
}

function placesLeft(file: string, text: string): string[] {
  const lines = text.split('\n').flatMap((line, index) => {
    return [...line.matchAll(/\[\[.+?\]\]/g)].map(() => index + 1);
  });
  if (lines.length === 0) return [];
  const places = lines.length === 1 ? '1 place' : `${lines.length} places`;
  return [`${file} has ${places} to fill in, marked [[…]]: line ${[...new Set(lines)].join(', ')}`];
}
