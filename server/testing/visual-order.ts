import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/**
 * A text in the order in which it is seen from left to right, by Unicode's bidirectional algorithm, without its invisible
 * characters. For tests: whether `+81 555 0145` can be read in an Arabic sentence.
 */
export function visualOrder(text: string, direction: 'ltr' | 'rtl' | 'auto' = 'auto'): string {
  return text
    .split('\n')
    .map((line) => bidi.getReorderedString(line, bidi.getEmbeddingLevels(line, direction)))
    .join('\n')
    .replaceAll(/[\u200e\u200f\u061c\u2066-\u2069]/g, '');
}
