import { createHash } from 'node:crypto';
import type { PageRequest, RenderedPage } from '#contract/shop/page.ts';
import { directionOf, type LoadedLanguage } from '../../core/shop-language.ts';

/** Renders pages: from the build on disk, or through the bundler in development. */
export interface PageSource {
  render(
    request: PageRequest & { shopHead: string; scripts: LoadedLanguage['scripts'] },
  ): Promise<PageResponse>;
  /** SHA-256 hashes (base64) of the inline scripts and styles of every page, for the content security policy. */
  inline: InlineHashes;
  /** The same of pages whose scripts are in this folder, which is none of the build. */
  inlineOf?(folder: string): InlineHashes;
}

interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

export interface PageResponse {
  status: number;
  /** Set for a redirect. */
  location?: string;
  html: string;
}

/**
 * Puts a rendered page into the template, in place of its markers `<!--head-->`, `<!--shop-->`, `<!--body-->` and `<!--state-->`,
 * and says its language.
 * @param tag the language
 * @param links, shop elements for the head: the files that the page's modules need, and those of the shop
 */
export function fillTemplate(
  template: string,
  rendered: RenderedPage,
  { tag, links, shop }: { tag: string; links: string; shop: string },
): PageResponse {
  const state = `<script type="application/json" id="state">${scriptSafeJson(rendered.state)}</script>`;
  // By function, because `$&` in a replacement string would have a meaning.
  const html = template
    .replace('<html lang="en">', () => `<html lang="${tag}" dir="${directionOf(tag)}">`)
    .replace('<!--head-->', () => rendered.head + links)
    .replace('<!--shop-->', () => shop)
    .replace('<!--body-->', () => rendered.body)
    .replace('<!--state-->', () => state);
  return {
    status: rendered.status,
    html,
    ...(rendered.location === undefined ? {} : { location: rendered.location }),
  };
}

/** The hashes of the template's inline scripts and styles. Data blocks (JSON) are not run and need none. */
export function inlineHashes(template: string): InlineHashes {
  const scripts = [...template.matchAll(/<script(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/g)]
    .filter(({ groups }) => !/\bsrc=|type="application\//.test(groups?.attributes ?? ''))
    .map(({ groups }) => sha256(groups?.text ?? ''));
  const styles = [...template.matchAll(/<style[^>]*>(?<text>[\s\S]*?)<\/style>/g)].map(
    ({ groups }) => sha256(groups?.text ?? ''),
  );
  return { scripts, styles };
}

/** JSON in which no text of a user can end the script element (HTML, section 4.12.1.3). */
export function scriptSafeJson(state: unknown): string {
  return (JSON.stringify(state) ?? 'null').replaceAll('<', '\\u003c');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
