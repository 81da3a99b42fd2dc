import { convert, type HtmlToTextOptions } from 'html-to-text';

/** Elements that shop systems write into texts. '<3' and 'a < b' are none. */
const tag =
  /<\/?(?:p|br|div|span|ul|ol|li|a|b|i|u|em|strong|h[1-6]|table|tbody|thead|tr|td|th|img|hr|font|center|blockquote|section|article|iframe|style|script|pre|small|sup|sub|meta|link|html|body|head|figure|figcaption)(?:\s[^<>]*)?\/?>/i;
const entity =
  /&(?:nbsp|amp|quot|lt|gt|apos|rsquo|lsquo|rdquo|ldquo|ndash|mdash|hellip|deg|euro|pound|[aouAOU]uml|szlig|eacute|egrave|#\d{2,6}|#x[\da-f]{2,5});/i;

/** Whether a text is HTML, whose tags a listing would show. */
export const isHtml = (text: string): boolean => tag.test(text) || entity.test(text);

/** HTML as plain text, with its lists, its lines and the addresses of its links. Scripts, styles and pictures are left out. */
export function textOfHtml(html: string): string {
  // WordPress makes paragraphs of the lines of a text, which has no elements for them.
  const preserveNewlines = !/<(?:p|br|div)[\s/>]/i.test(html);
  return convert(html, { ...options, preserveNewlines })
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const heading = { options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 1 } };

const options: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: 20_000, maxDepth: 40, maxChildNodes: 1_000 },
  selectors: [
    {
      selector: 'a',
      options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true },
    },
    { selector: 'img', format: 'skip' },
    { selector: 'iframe', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'script', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
  ],
};
