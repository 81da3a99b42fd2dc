import type { Fragment, Sql } from './sql.ts';

/**
 * Makes a full-text query from a search text: it matches texts in which each word of the search begins a word, in any order,
 * whatever their accents, capital letters and Arabic articles (`search_words` in the database has the texts with and without them). Only letters and digits become part of the
 * query, so that no character has a special meaning.
 * @returns a tsquery, or null when there is no word in it
 */
export function queryOfWords(sql: Sql, search: string): Fragment | null {
  if (!/[\p{L}\p{N}]/u.test(search)) return null;
  const words = sql`search_spaced(search_without_article(search_plain_text(${search}::text)))`;
  return sql`to_tsquery('simple',
    regexp_replace(nullif(${words}, ''), ' ', ':* & ', 'g') || ':*')`;
}
