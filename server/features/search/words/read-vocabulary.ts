import type { Sql } from '../../../database/sql.ts';
import { onSale } from '../../products/product-row.ts';
import { stemsOf, type Term } from './parse-words.ts';
import type { Stems } from './read-stems.ts';

/** Those of these words that are in a name, a place or a category, with how many products have them there. */
export async function findWords(sql: Sql, words: readonly string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map();
  const rows = await sql<{ word: string; names: number }[]>`
    select word, names from search_vocabulary where word = any(${words}::text[]) and names > 0`;
  return new Map(rows.map(({ word, names }) => [word, names]));
}

/** A stem that more listings have had is taken for one that some have now. */
const maxLookedUp = 1_000;

/**
 * Those of these stems that products on sale have: the vocabulary keeps words of what was sold, and the job may not have
 * collected those of a new listing yet.
 */
export async function findListed(sql: Sql, stems: readonly string[]): Promise<ReadonlySet<string>> {
  if (stems.length === 0) return new Set();
  // Planned as if all were read, or else the planner would look for one from the beginning of the table on.
  const rows = await sql<{ stem: string }[]>`
    select stem from unnest(${stems}::text[]) as stem
    where (select sum(products) from search_vocabulary v where v.stem = stem.stem) > ${maxLookedUp}
      or exists (
        with found as materialized (
          select from products p
          where p.search_lexemes @@ array_to_tsvector(array[stem])::text::tsquery and ${onSale}
        )
        select from found
      )`;
  return new Set(rows.map(({ stem }) => stem));
}

/** A word that may be meant by what was typed. */
export interface Candidate {
  typed: string;
  /** What was typed, or its stem. */
  form: string;
  word: string;
  /** What the index of products has for it; null when that is not looked up. */
  stem: string | null;
  products: number;
  names: number;
  /** Whether it begins with what was typed. */
  isLonger: boolean;
}

/** One edit away, similar by trigrams, or longer. Of each the most frequent, because each is compared with what was typed. */
export function readCandidates(
  sql: Sql,
  typed: readonly string[],
  forms: readonly (readonly [typed: string, form: string])[],
): Promise<Candidate[]> {
  return sql<Candidate[]>`
    select typed, form, word, stem, products, names, false as "isLonger" from unnest(
      ${forms.map(([word]) => word)}::text[], ${forms.map(([, form]) => form)}::text[]
    ) as forms (typed, form)
    cross join lateral (
      select word, stem, products, names from search_vocabulary
      where search_neighbours(word) && search_neighbours(form) and names > 0
      order by names desc, products desc limit 40
    ) near
    union
    select typed, typed, word, stem, products, names, false from unnest(${typed}::text[]) as typed
    cross join lateral (
      select word, stem, products, names from search_vocabulary where word % typed and names > 0
      order by similarity(word, typed) desc limit 40
    ) similar_ones
    union
    select typed, typed, word, stem, products, names, true from unnest(${typed.filter(isBeginning)}::text[]) as typed
    cross join lateral (
      select word, stem, products, names from search_vocabulary
      where word ~>=~ typed and word ~<~ (typed || ${'\u{10ffff}'}) and names > 0
      order by names desc limit 3
    ) longer`;
}

const isBeginning = ({ length }: string) => length >= 3;

/** In how many names, places and categories a word is, or another word for it. */
export async function countNames(sql: Sql, terms: readonly Term[], stems: Stems) {
  const rows = await sql<{ stem: string; names: number }[]>`
    select stem, sum(names)::integer as names from search_vocabulary
    where stem = any(${[...new Set(terms.flatMap((term) => stemsOf(term, stems)))]}::text[]) group by stem`;
  const names = new Map(rows.map((row) => [row.stem, row.names]));
  return (term: Term) =>
    stemsOf(term, stems).reduce((sum, stem) => sum + (names.get(stem) ?? 0), 0);
}
