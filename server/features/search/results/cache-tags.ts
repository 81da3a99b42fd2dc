import { lexemeTag, listsTag, searchesTag } from '../../products/catalogue-tags.ts';
import type { InterpretedSearch } from '../matching/interpret-search.ts';
import type { Clause } from '../matching/lexemes.ts';
import { isPrefixed } from '../words/parse-words.ts';

/**
 * The cache tags of what a search finds or counts. Every product that matches has a lexeme of each clause, so those of one
 * clause are enough: of the longest word, which is mostly the rarest, or else of the last filter. `s:advertise` is never among
 * them: a sale ends it without `recordEdit`.
 */
export function searchTags({
  tiers,
  filters,
}: Pick<InterpretedSearch, 'tiers' | 'filters'>): string[] {
  const words = (tiers.at(-1) ?? []).toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const clause = words[0] ?? filters.at(-1);
  if (!clause) return [listsTag];
  return [searchesTag, ...clause.map((all) => lexemeTag(longestOf(all)))];
}

/** The cache tags of what depends on the products that have any word of a search, or another word for it. */
export function wordTags({ terms, stems }: Pick<InterpretedSearch, 'terms' | 'stems'>): string[] {
  const words = terms.flatMap(({ alternatives }) => alternatives.flat());
  const lexemes = [...words.flatMap((word) => stems.get(word) ?? []), ...words.filter(isPrefixed)];
  return [searchesTag, ...[...new Set(lexemes)].map(lexemeTag)];
}

/** How long the shortest alternative of a clause is. A filter by category is short, because many listings match it. */
const lengthOf = (clause: Clause) =>
  Math.min(...clause.map((all) => longestOf(all).length), clause.flat().some(isPrefixed) ? 0 : 99);

const longestOf = (lexemes: readonly string[]) =>
  lexemes.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
