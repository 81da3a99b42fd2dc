import { type Head, type HeadTag, headTags } from './head.ts';

/** The head as HTML for the server's page. Whatever a seller wrote stays text. */
export function headHtml(head: Head, origin: string): string {
  return headTags(head, origin).map(tagHtml).join('');
}

function tagHtml({ name, attributes, text }: HeadTag): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
    .join('');
  // The title is the document's own; the rest is marked, so that the browser knows what to replace on navigation.
  const mark = name === 'title' ? '' : ' data-head';
  if (text === undefined) return `<${name}${written}${mark}>`;
  const inside = name === 'script' ? escapeScript(text) : escapeHtml(text);
  return `<${name}${written}${mark}>${inside}</${name}>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** JSON inside a script: no entity is read there, and `</script>` or `<!--` would end it early (HTML, 4.12.1.3). */
function escapeScript(json: string): string {
  return json.replaceAll('<', '\\u003c');
}
