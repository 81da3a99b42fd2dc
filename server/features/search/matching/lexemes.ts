import type { CallRequest } from '#contract/calls.ts';
import { madeYear, purchaseYear } from '#contract/constants.ts';
import { type FilterOf, filters } from '#contract/search/search-filters.ts';
import { namesOfMaker } from '../../instruments/find-brand.ts';
import { isPrefixed, parseName, type Term } from '../words/parse-words.ts';
import type { Stems } from '../words/read-stems.ts';

type Filters = CallRequest<'searchProducts'>['query'];

/**
 * What a product must have, for `to_tsquery`-like texts of the lexemes that the function `search_lexemes` of the database
 * makes: a conjunction of clauses, each a disjunction of conjunctions of lexemes.
 */
export type Clause = readonly (readonly string[])[];

/**
 * The clauses of the words, from the strictest tier to the one that all matches fulfil; each tier contains the one before. The
 * kind, facts and the words of the name as they were typed come first, then what the name says in other words, then all texts.
 * @param kindLexemes one of which each must have; none when any kind will do
 */
export function tiersOf(
  terms: readonly Term[],
  stems: Stems,
  kindLexemes: readonly string[] = [],
): Clause[][] {
  const known = terms
    .map((term) => [term, clauseOf(term, stems)] as const)
    .filter(([, clause]) => clause.length > 0);
  if (known.length === 0) return [phraseOf(terms)];
  const ofKind = kindLexemes.length > 0 ? [kindLexemes.map((lexeme) => [lexeme])] : [];
  const inName = known.map(([{ meant }, clause]) => namedClause(clause, meant));
  const closest = known.map(([{ meant }], at) => {
    const lexemes = meant?.lexemes ?? [];
    // What a seller calls left-handed is so, but a name with 'guitar' in it may be that of a strap.
    return meant?.as === 'kind' ? lexemes : [...lexemes, ...(inName[at]?.slice(0, 1) ?? [])];
  });
  const anywhere = known.map(([{ meant }, clause], at) => {
    const name = inName[at] ?? [];
    if (meant?.as === 'kind') return [...name, ...ofNoKind(clause)];
    // Of words that mean a fact together, each alone is in any text.
    if (meant?.joined === undefined) return clause;
    return [...name, ...(stems.get(meant.joined) ?? []).map((stem) => [stem])];
  });
  const isSame = inName.every((clause) => clause.length === 1);
  const tiers = isSame ? [inName, anywhere] : [closest, inName, anywhere];
  return tiers.map((clauses) => [...clauses, ...ofKind]);
}

/** What the name says. A product with a kind has the kind that was asked for, or one alike whose name has the word as typed. */
function namedClause(clause: Clause, meant: Term['meant']): Clause {
  const named = clause.map((all) => all.map(nameLexeme));
  if (meant?.as !== 'kind') return named;
  const typed = named[0] ?? [];
  return [...meant.lexemes, ...meant.alike.map((lexeme) => [...typed, lexeme]), ...ofNoKind(named)];
}

const ofNoKind = (clause: Clause): Clause =>
  clause.flatMap((all) => (all.some((one) => one.startsWith('k:')) ? [] : [[...all, 'k:none']]));

/** Words without a stem mean something only together, or as the name of something: 'The Who'. */
function phraseOf(terms: readonly Term[]): Clause[] {
  const words = terms.flatMap(({ typed }) => typed.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  const lexemes = words.length === 1 ? words.map(nameLexeme) : pairsOf(words);
  return lexemes.map((lexeme) => [[lexeme]]);
}

const pairsOf = (words: readonly string[]) =>
  words.slice(1).map((word, at) => nameLexeme(`${words[at]} ${word}`));

/** The alternatives of a term as stems. A word without a stem ('the') is left out; the clause may be empty. */
function clauseOf({ alternatives }: Pick<Term, 'alternatives'>, stems: Stems): Clause {
  const stemmed = alternatives
    .map((words) => {
      const lexemes = words.flatMap((word) =>
        isPrefixed(word) ? [word] : (stems.get(word) ?? []),
      );
      return lexemes.length > 0 ? lexemes : pairsOf(words);
    })
    .filter((lexemes) => lexemes.length > 0);
  // 'Guitar' and 'guitare' have the same stem.
  return [...new Map(stemmed.map((lexemes) => [lexemes.join(' '), lexemes])).values()];
}

const nameLexeme = (lexeme: string) => (isPrefixed(lexeme) ? lexeme : `n:${lexeme}`);

/** Clauses of names are combined with each other, which multiplies their alternatives. */
const maxCompared = 3;

/**
 * The clause of a term that must be in the name itself. Words for a whole category are left out, which would match all of
 * it.
 */
export function nameClause({ alternatives }: Term, stems: Stems): Clause {
  const words = alternatives.filter((all) => !all.some(isPrefixed)).slice(0, maxCompared);
  return clauseOf({ alternatives: words }, stems).map((all) => all.map(nameLexeme));
}

/** The words of each filter that has words, such as the place. */
export type FilterTerms = Partial<Record<FilterOf<'words'>, readonly Term[]>>;

export function filterTerms(query: Filters): FilterTerms {
  return Object.fromEntries(
    filters.flatMap(({ kind, name }) =>
      kind === 'words' ? [[name, parseName(query[name] ?? '')]] : [],
    ),
  );
}

/** The filters that lexemes decide. */
export function filterClauses(query: Filters, stems: Stems, terms: FilterTerms): Clause[] {
  const ofFields = filters.flatMap((filter): Clause[] => {
    const value = filter.kind === 'range' ? undefined : query[filter.name];
    if (filter.kind === 'facts') return value === undefined ? [] : factClauses(value);
    if (!('lexeme' in filter) || value === undefined) return [];
    const { lexeme } = filter;
    if (filter.kind === 'choice') return [[[`${lexeme}:${value}`]]];
    if (filter.kind === 'id') return [[[`${lexeme}:${value.toLowerCase()}`]]];
    const stemmed = (terms[filter.name] ?? [])
      .map((term) => clauseOf(term, stems))
      .filter(({ length }) => length > 0);
    if (filter.name === 'brand') return makerClause(value, stemmed);
    return stemmed.map((clause) => clause.map((all) => all.map((stem) => `${lexeme}:${stem}`)));
  });
  return [
    ...ofFields,
    ...yearClauses([query.minYear, query.maxYear], purchaseYear, { year: 'y', decade: 'd' }),
    ...yearClauses([query.madeFrom, query.madeTo], madeYear, { year: 'm', decade: 'e' }),
  ];
}

/** The words of a maker, or any of its names however it is written: 'C.G. Conn', 'ヤマハ'. */
function makerClause(typed: string, stemmed: readonly Clause[]): Clause[] {
  const words = stemmed.flatMap(([closest = []]) => closest);
  const lexemes = [words, ...namesOfMaker(typed).map((name) => [name])].filter(
    ({ length }) => length > 0,
  );
  if (lexemes.length === 0) return [];
  return [lexemes.map((all) => all.map((lexeme) => `b:${lexeme}`))];
}

/** Any answer of each attribute. */
function factClauses(facts: string): Clause[] {
  const byAttribute = new Map<string, Clause>();
  for (const fact of facts.split(',')) {
    const attribute = fact.slice(0, fact.indexOf(':'));
    byAttribute.set(attribute, [...(byAttribute.get(attribute) ?? []), [`f:${fact}`]]);
  }
  return [...byAttribute.values()];
}

/** Whole decades as one lexeme. */
function yearClauses(
  [from, to]: readonly [from: number | undefined, to: number | undefined],
  { min, max }: { min: number; max: number },
  prefixes: { year: string; decade: string },
): Clause[] {
  if (from === undefined && to === undefined) return [];
  const lexemes: string[] = [];
  const last = to ?? max;
  for (let year = from ?? min; year <= last; ) {
    const isWholeDecade = year % 10 === 0 && year + 9 <= last;
    lexemes.push(isWholeDecade ? `${prefixes.decade}:${year / 10}` : `${prefixes.year}:${year}`);
    year += isWholeDecade ? 10 : 1;
  }
  return [lexemes.map((lexeme) => [lexeme])];
}

/** The clauses as the text of a tsquery; empty when there are none. */
export function queryText(clauses: readonly Clause[]): string {
  return clauses
    .map((clause) => `(${clause.map((all) => `(${all.map(quote).join(' & ')})`).join(' | ')})`)
    .join(' & ');
}

/** A lexeme in quotes can have any character (PostgreSQL, section 8.11.2). No word has an asterisk. */
function quote(lexeme: string): string {
  const quoted = `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return quoted.endsWith("*'") ? `${quoted.slice(0, -2)}':*` : quoted;
}

/** The clause of names in which a word begins so. */
export const beginningClause = (word: string): Clause => [[`n:${word}*`]];
