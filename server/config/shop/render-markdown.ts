import MarkdownIt, { type Token } from 'markdown-it';
import { escapeHtml } from '#contract/escape-html.ts';

/** What links and pictures lead to. */
export interface PageTargets {
  /** The path of the page that a Markdown file beside this one became; undefined when it is no page. */
  pageOf: (file: string) => string | undefined;
  /** A picture in the folder, or why it cannot be shown: `does not exist in the folder`. */
  imageOf: (file: string) => PageImage | { reason: string };
}

export interface PageImage {
  address: string;
  /** In pixels. */
  width: number;
  height: number;
}

export interface RenderedMarkdown {
  /** The heading that the file begins with. It is no part of `html`, because the page has it above. */
  title: string | undefined;
  /** The text of the first paragraph. */
  summary: string | undefined;
  /** HTML in the file is shown as the text that it is, and its comments are left out. */
  html: string;
  /** The headings of the second level, to jump to. */
  contents: { id: string; text: string }[];
  /** What visitors would miss, with its line: links and pictures that lead nowhere. */
  faults: string[];
}

/**
 * Renders CommonMark with tables. Headings begin at the second level and leave none out, because the page's title is the
 * first; each has an id, made of its text. Tables and code scroll within themselves.
 */
export function renderMarkdown(source: string, targets: PageTargets): RenderedMarkdown {
  const tokens = markdown.parse(source, {});
  const title = takeTitle(tokens);
  const contents = arrangeHeadings(tokens);
  const faults = resolveTargets(tokens, targets);
  labelScrollables(tokens);
  const first = tokens.findIndex(({ type }) => type === 'paragraph_open');
  return {
    title: title || undefined,
    summary: textOf(tokens[first + 1]) || undefined,
    html: markdown.renderer.render(tokens, markdown.options, {}),
    contents,
    faults,
  };
}

// `html` lets the parser recognise HTML, so that the rules below can take comments out and show the rest as text.
const markdown = new MarkdownIt({ html: true, linkify: true });
// Otherwise the parser would leave such a link as text, and no one would be told.
markdown.validateLink = () => true;
const { rules } = markdown.renderer;
const asText = (html: string) => escapeHtml(html.replace(/<!--[\s\S]*?(-->|$)/g, ''));
rules.html_inline = (tokens, index) => asText(tokens[index]?.content ?? '');
rules.html_block = (tokens, index) => {
  const text = asText(tokens[index]?.content ?? '').trim();
  return text === '' ? '' : `<p>${text}</p>\n`;
};
// A place that the owner has yet to fill in.
rules.text = (tokens, index) =>
  escapeHtml(tokens[index]?.content ?? '').replace(/\[\[(.+?)\]\]/g, '<mark>$1</mark>');
rules.table_open = (tokens, index) =>
  `<div class="table-scroll" role="group" tabindex="0" aria-label="${labelOf(tokens[index])}"><table>\n`;
rules.table_close = () => '</table></div>\n';
rules.fence = renderCode;
rules.code_block = renderCode;

function renderCode(tokens: Token[], index: number): string {
  const code = escapeHtml(tokens[index]?.content ?? '');
  return `<pre role="group" tabindex="0" aria-label="${labelOf(tokens[index])}"><code>${code}</code></pre>\n`;
}

/** Removes the heading of the first level that the file begins with. */
function takeTitle(tokens: Token[]): string | undefined {
  const first = tokens.findIndex(
    ({ type, content }) => type !== 'html_block' || asText(content).trim() !== '',
  );
  if (tokens[first]?.tag !== 'h1') return undefined;
  const [, inline] = tokens.splice(first, 3);
  return textOf(inline);
}

/** Ids of the frame around the page. */
const frameIds = ['root', 'state', 'content', 'search', 'navigation-links'] as const;

function arrangeHeadings(tokens: Token[]): RenderedMarkdown['contents'] {
  const contents: RenderedMarkdown['contents'] = [];
  const ids = new Set<string>(frameIds);
  // The levels, as written, of the headings that the present one belongs under.
  const above: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const written = Number(token.tag.slice(1));
    while ((above.at(-1) ?? 0) >= written) above.pop();
    above.push(written);
    // HTML has six levels: six of them below one another in a file begin at the second.
    const level = Math.min(6, above.length + 1);
    const text = textOf(tokens[index + 1]);
    const id = uniqueId(text, ids);
    const close = tokens[index + 2];
    token.tag = `h${level}`;
    if (close) close.tag = token.tag;
    token.attrSet('id', id);
    if (level === 2) contents.push({ id, text });
  }
  return contents;
}

function uniqueId(text: string, taken: Set<string>): string {
  const base = toId(text) || 'section';
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
  taken.add(id);
  return id;
}

/** Without accents, because browsers show them in addresses in several ways. */
function toId(text: string): string {
  const plain = text.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '');
  return (plain.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).join('-');
}

function resolveTargets(tokens: readonly Token[], targets: PageTargets): string[] {
  const faults: string[] = [];
  for (const block of tokens) {
    const line = (block.map?.[0] ?? 0) + 1;
    for (const [index, token] of (block.children ?? []).entries()) {
      const fault =
        token.type === 'image'
          ? resolveImage(token, targets)
          : token.type === 'link_open'
            ? resolveLink(token, targets) || requireText(block.children ?? [], index)
            : undefined;
      if (fault) faults.push(`line ${line} ${fault}`);
    }
  }
  return faults;
}

function resolveImage(token: Token, { imageOf }: PageTargets): string | undefined {
  const source = String(token.attrGet('src') ?? '');
  const image = imageOf(decoded(source));
  if ('reason' in image) {
    token.attrSet('src', '');
    return `shows the picture ${source}, which ${image.reason}`;
  }
  token.attrSet('src', image.address);
  token.attrSet('width', String(image.width));
  token.attrSet('height', String(image.height));
  token.attrSet('loading', 'lazy');
  token.attrSet('decoding', 'async');
  return undefined;
}

/**
 * Links open in the same window, as everywhere in the shop: a visitor who wants another one can ask the browser for it, and
 * only then expects it.
 */
function resolveLink(token: Token, { pageOf }: PageTargets): string | undefined {
  const address = String(token.attrGet('href') ?? '');
  if (/^https?:\/\//i.test(address)) {
    token.attrSet('rel', 'external noopener');
    return undefined;
  }
  if (/^(mailto:|tel:|\/(?!\/))/i.test(address)) return undefined;
  const [file = '', anchor] = decoded(address).split('#');
  const path = file === '' && anchor ? '' : pageOf(file);
  if (path === undefined) {
    token.attrSet('href', '#');
    return `links to ${address}, which is no page of the shop`;
  }
  token.attrSet('href', anchor === undefined ? path : `${path}#${toId(anchor)}`);
  return undefined;
}

function requireText(tokens: readonly Token[], open: number): string | undefined {
  const close = tokens.findIndex(({ type }, index) => index > open && type === 'link_close');
  const text = tokens.slice(open, close).map(({ content }) => content);
  return text.join('').trim() === '' ? 'has a link without a text' : undefined;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address).replace(/^\.\//, '');
  } catch {
    return address;
  }
}

/** Names what scrolls after the heading that it follows, and gives cells classes in the place of styles. */
function labelScrollables(tokens: readonly Token[]): void {
  const scrollables = new Map([
    ['table_open', 'Table'],
    ['fence', 'Text as it is'],
    ['code_block', 'Text as it is'],
  ]);
  let heading = '';
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') heading = textOf(tokens[index + 1]);
    const kind = scrollables.get(token.type);
    if (kind) token.meta = { label: heading === '' ? kind : `${kind}: ${heading}` };
    if (token.tag === 'th' || token.tag === 'td') arrangeCell(tokens, index);
  }
}

function arrangeCell(tokens: readonly Token[], index: number): void {
  const [cell, content, close] = [tokens[index], tokens[index + 1], tokens[index + 2]];
  if (cell?.nesting !== 1) return;
  const alignment = /text-align:(\w+)/.exec(String(cell.attrGet('style')))?.[1];
  // The Content-Security-Policy allows no styles in attributes.
  cell.attrs = alignment ? [['class', `align-${alignment}`]] : null;
  if (cell.tag === 'td') return;
  if (textOf(content) !== '') cell.attrSet('scope', 'col');
  // A header without a text is an empty corner.
  else for (const part of [cell, close]) if (part) part.tag = 'td';
}

function labelOf(token: Token | undefined): string {
  return escapeHtml(String(token?.meta?.label ?? ''));
}

function textOf(inline: Token | undefined): string {
  const parts = (inline?.children ?? []).map(({ type, content }) => {
    if (type === 'softbreak' || type === 'hardbreak') return ' ';
    return type === 'html_inline' ? content.replace(/<!--[\s\S]*?-->/g, '') : content;
  });
  return parts.join('').trim();
}
