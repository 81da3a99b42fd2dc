import { LRUCache } from 'lru-cache';
import type { Sql } from '../../../database/sql.ts';

/** The stems of words; a word without a meaning for a search ('the') has none. */
export type Stems = ReadonlyMap<string, readonly string[]>;

/** Reads the stems of words as the index has them. Remembers them, because the same words are searched again and again. */
export function stemReader(sql: Sql): (words: readonly string[]) => Promise<Stems> {
  const known = new LRUCache<string, readonly string[]>({ max: 20_000 });
  return async (words) => {
    const missing = [...new Set(words)].filter((word) => !known.has(word));
    const stems = new Map<string, readonly string[]>();
    if (missing.length > 0) {
      const rows = await sql<{ word: string; stems: string[] }[]>`
        select word, tsvector_to_array(to_tsvector('pg_catalog.english', search_words(word))) as stems
        from unnest(${missing}::text[]) word`;
      for (const row of rows) {
        stems.set(row.word, row.stems);
        known.set(row.word, row.stems);
      }
    }
    for (const word of words) {
      const found = stems.get(word) ?? known.get(word);
      if (found) stems.set(word, found);
    }
    return stems;
  };
}
