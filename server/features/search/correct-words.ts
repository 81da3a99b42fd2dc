import type { Sql } from '../../database/sql.ts';
import { longestWord } from './collect-vocabulary.ts';
import { onSale } from './match-sql.ts';
import { parseWords, type Term } from './parse-words.ts';
import type { Stems } from './read-stems.ts';

/**
 * The search text with words of the shop in place of those that it does not know; words to which nothing is similar are left
 * out, unless none would remain, and so are further words when many are unknown. Tokens with digits stay as they are: they name models, of which the shop may have none.
 * @returns undefined when the shop knows all words, or none that are similar
 */
export async function correctWords(
  sql: Sql,
  text: string,
  stems: Stems,
): Promise<string | undefined> {
  const terms = parseWords(text);
  const typed = terms.filter(isWord).map((term) => term.typed);
  if (typed.length === 0) return undefined;
  const unknown = await findUnknown(sql, terms.filter(isWord), stems);
  if (unknown.size === 0) return undefined;
  const similar = await findSimilar(sql, [...unknown].filter(isShort).slice(0, mostCorrected));
  const corrected = terms.flatMap((term) =>
    unknown.has(term.typed) ? (similar.get(term.typed) ?? []) : term.typed,
  );
  return corrected.length === 0 ? undefined : corrected.join(' ');
}

/** Each word is compared with all of one edit, so the time for a search grows with these. */
const mostCorrected = 8;

/** The vocabulary has no longer words. */
const isShort = ({ length }: string) => length <= longestWord;

const isWord = ({ typed }: Term) => /^\p{L}+$/u.test(typed);

/** The typed words of which no alternative is in the vocabulary. */
async function findUnknown(sql: Sql, terms: readonly Term[], stems: Stems): Promise<Set<string>> {
  const stemsOf = ({ alternatives }: Term) =>
    alternatives.flat().flatMap((word) => (isCategory(word) ? [word] : (stems.get(word) ?? [])));
  const all = [...new Set(terms.flatMap(stemsOf))].filter((stem) => !isCategory(stem));
  const rows = await sql<{ stem: string }[]>`
    select distinct stem from search_vocabulary where stem = any(${all}::text[])`;
  const known = new Set(rows.map(({ stem }) => stem));
  for (const stem of await findListed(
    sql,
    all.filter((one) => !known.has(one)),
  ))
    known.add(stem);
  // A word without a stem ('the') is not searched for at all.
  const unknown = terms.filter((term) => {
    const its = stemsOf(term);
    return its.length > 0 && !its.some((stem) => isCategory(stem) || known.has(stem));
  });
  return new Set(unknown.map(({ typed }) => typed));
}

/** A synonym of a category is its lexeme, which has a prefix. */
const isCategory = (word: string) => word.includes(':');

/** Those of these stems that a product has of which the job has not collected the words yet. They are rare. */
async function findListed(sql: Sql, stems: readonly string[]): Promise<string[]> {
  if (stems.length === 0) return [];
  const rows = await sql<{ stem: string }[]>`
    select stem from unnest(${stems}::text[]) as stem
    cross join lateral (
      select from (
        select from products p
        where p.search_lexemes @@ array_to_tsvector(array[stem])::text::tsquery and ${onSale} offset 0
      ) found limit 1
    ) listed`;
  return rows.map(({ stem }) => stem);
}

interface Candidate {
  typed: string;
  word: string;
  products: number;
}

/** The closest word of the vocabulary for each: that of the fewest edits, and of these the most frequent one. */
async function findSimilar(sql: Sql, typed: readonly string[]): Promise<Map<string, string>> {
  const variants = typed.flatMap((word) => oneEditFrom(word).map((variant) => [word, variant]));
  const candidates = await sql<Candidate[]>`
    select typed, word, products from unnest(
      ${variants.map(([word]) => word ?? '')}::text[], ${variants.map(([, variant]) => variant ?? '')}::text[]
    ) as tried (typed, variant)
    cross join lateral (select word, products from search_vocabulary where word = variant limit 1) same
    union
    select typed, word, products from unnest(${typed}::text[]) as typed
    cross join lateral (
      select word, products from search_vocabulary where word % typed
      order by similarity(word, typed) desc limit 40
    ) alike`;
  const best = new Map<string, Candidate & { distance: number }>();
  for (const candidate of candidates) {
    const distance = editDistance(candidate.typed, candidate.word);
    if (distance > mostEdits(candidate.typed)) continue;
    const known = best.get(candidate.typed);
    const isBetter =
      !known ||
      distance < known.distance ||
      (distance === known.distance && candidate.products > known.products);
    if (isBetter) best.set(candidate.typed, { ...candidate, distance });
  }
  return new Map([...best].map(([word, { word: found }]) => [word, found]));
}

function mostEdits({ length }: string): number {
  if (length <= 3) return 1;
  return length <= 7 ? 2 : 3;
}

/** All words one edit away, which trigrams of short words miss: a letter left out, added or replaced, or two exchanged. */
function oneEditFrom(word: string): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const edits: string[] = [];
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    edits.push(...letters.map((letter) => before + letter + after));
    if (after === '') continue;
    edits.push(
      before + after.slice(1),
      ...letters.map((letter) => before + letter + after.slice(1)),
    );
    if (after.length > 1) edits.push(before + after.charAt(1) + after.charAt(0) + after.slice(2));
  }
  return [...new Set(edits)];
}

/** Letters added, left out, replaced, or exchanged with the next one (optimal string alignment). */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isExchange = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        cell(rows, i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
        cell(rows, i - 1, j - 1) + (isSame ? 0 : 1),
        isExchange ? cell(rows, i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return cell(rows, from.length, to.length);
}

const cell = (rows: readonly number[][], i: number, j: number) => rows[i]?.[j] ?? 0;
