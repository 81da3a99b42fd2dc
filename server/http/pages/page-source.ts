import { createHash } from 'node:crypto';
import type { PageRequest, RenderedPage } from '#contract/page.ts';

/** Where pages come from: the build on disk, or the bundler while developing. */
export interface PageSource {
  render(request: PageRequest): Promise<PageAnswer>;
  /** SHA-256 hashes (base64) of the inline scripts and styles of every page, for the content security policy. */
  inline: { scripts: readonly string[]; styles: readonly string[] };
}

export interface PageAnswer {
  status: number;
  /** Set when the answer is a redirect. */
  location?: string;
  html: string;
}

/**
 * Puts a rendered page into the template, in place of its markers `<!--head-->`, `<!--body-->` and `<!--state-->`.
 * @param links elements for the head: what the page's modules need at once
 */
export function fillTemplate(template: string, rendered: RenderedPage, links: string): PageAnswer {
  const state = `<script type="application/json" id="state">${asScriptText(rendered.state)}</script>`;
  // Replacing by function: in a replacement text `$&` would have a meaning.
  const html = template
    .replace('<!--head-->', () => rendered.head + links)
    .replace('<!--body-->', () => rendered.body)
    .replace('<!--state-->', () => state);
  return {
    status: rendered.status,
    html,
    ...(rendered.location === undefined ? {} : { location: rendered.location }),
  };
}

/** What the template runs or styles inline. Data blocks (JSON) are never run and need no permission. */
export function inlineHashes(template: string): PageSource['inline'] {
  const scripts = [...template.matchAll(/<script(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/g)]
    .filter(({ groups }) => !/\bsrc=|type="application\//.test(groups?.attributes ?? ''))
    .map(({ groups }) => sha256(groups?.text ?? ''));
  const styles = [...template.matchAll(/<style[^>]*>(?<text>[\s\S]*?)<\/style>/g)].map(
    ({ groups }) => sha256(groups?.text ?? ''),
  );
  return { scripts, styles };
}

/** JSON that cannot end its script element early, whatever a seller wrote (HTML, section 4.12.1.3). */
function asScriptText(state: unknown): string {
  return (JSON.stringify(state) ?? 'null').replaceAll('<', '\\u003c');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
