/**
 * What a person typed, as a full-text query for texts in which each of the words begins one, in any order. Only letters
 * and digits reach the query's own language, so that nothing in it has a meaning.
 * @returns for `to_tsquery('simple', …)`, or null when there is no word in it
 */
export function queryOfWords(search: string): string | null {
  const words = search.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.length === 0 ? null : words.map((word) => `${word}:*`).join(' & ');
}
