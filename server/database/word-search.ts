/**
 * Makes a full-text query from a search text: it matches texts in which each word of the search begins a word, in any order.
 * Only letters and digits become part of the query, so that no character has a special meaning.
 * @returns for `to_tsquery('simple', …)`, or null when there is no word in it
 */
export function queryOfWords(search: string): string | null {
  const words = search.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.length === 0 ? null : words.map((word) => `${word}:*`).join(' & ');
}
