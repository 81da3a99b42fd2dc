import { lexemeTag } from '../../products/catalogue-tags.ts';
import type { InterpretedSearch } from '../matching/interpret-search.ts';
import type { MatchDeps } from '../matching/match-deps.ts';
import { correctWords } from '../words/correct-words.ts';
import { wordTags } from './cache-tags.ts';

/**
 * What the shop's words make of those of a search, the closest first, none when they are known or like none of them, and the
 * cache tags of that: the job that collects words drops all searches, and until then a product with an unknown word makes it a
 * known one.
 */
export async function correctionsOf(
  { reader, shared }: MatchDeps,
  search: InterpretedSearch,
  doubtsRare: boolean,
): Promise<{ texts: string[]; tags: string[] }> {
  const key = JSON.stringify(['corrected', search.query.q, doubtsRare]);
  const tagsOf = ({ stems }: { stems: readonly string[] }) => [
    ...wordTags(search),
    ...stems.map(lexemeTag),
  ];
  const correct = () => correctWords(reader.sql, search, doubtsRare);
  const corrected = await shared(key, correct, tagsOf);
  return { texts: corrected.texts, tags: tagsOf(corrected) };
}
