import { escapeHtml } from '#contract/escape-html.ts';
import { type Head, type HeadTag, headTags } from './head.ts';

/** The head as HTML for the server-rendered page. Text from sellers is escaped. */
export function headHtml(head: Head, origin: string): string {
  return headTags(head, origin).map(tagHtml).join('');
}

function tagHtml({ name, attributes, text }: HeadTag): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
    .join('');
  // All tags but the title are marked, so that the browser knows which to replace on navigation.
  const mark = name === 'title' ? '' : ' data-head';
  if (text === undefined) return `<${name}${written}${mark}>`;
  const inside = name === 'script' ? escapeScript(text) : escapeHtml(text);
  return `<${name}${written}${mark}>${inside}</${name}>`;
}

/**
 * JSON inside a script element: entities are not decoded there, and `</script>` or `<!--` would end it early (HTML,
 * 4.12.1.3).
 */
function escapeScript(json: string): string {
  return json.replaceAll('<', '\\u003c');
}
