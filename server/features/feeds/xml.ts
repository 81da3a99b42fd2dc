import { escapeHtml } from '#contract/escape-html.ts';

/** The beginning of each document. */
export const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Text for XML 1.0, without the characters that it forbids even when they are escaped, and halves of characters. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replaceAll(forbidden, ''));
}

/** An element with a text; empty when there is no text. */
export const element = (name: string, text: string | number | undefined): string =>
  text === undefined || text === '' ? '' : `<${name}>${escapeXml(String(text))}</${name}>`;

const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
