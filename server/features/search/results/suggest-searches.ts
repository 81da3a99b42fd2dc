import type { I18n } from '@lingui/core';
import type { CallReply } from '#contract/calls.ts';
import { kindWithId } from '#contract/instruments/shop-instruments.ts';
import { inLanguage } from '#contract/language.ts';
import { shopCategories } from '#contract/products/shop-categories.ts';
import { allTexts } from '#contract/shop/owned-text.ts';
import { plainText, withoutArticle } from '../../../core/plain-text.ts';
import { categoriesByWord } from '../../instruments/category-words.ts';
import { sayKind } from '../../instruments/say-kind.ts';
import { suggestBrands } from '../../instruments/suggest-brands.ts';
import { kindsBeginning } from '../../instruments/vocabulary.ts';
import { modelTag, searchesTag, shortestModel } from '../../products/catalogue-tags.ts';
import { findMatches } from '../matching/find-matches.ts';
import { type InterpretedSearch, interpretSearch } from '../matching/interpret-search.ts';
import { beginningClause } from '../matching/lexemes.ts';
import type { MatchDeps } from '../matching/match-deps.ts';
import { kindNames } from '../words/instrument-kinds.ts';
import { isModel, type Term } from '../words/parse-words.ts';
import { searchTags } from './cache-tags.ts';

type Suggestions = CallReply<'suggestSearches'>;

const maxWords = 5;
/** The instruments that are on sale now are kept of these. */
const maxCandidates = 3 * maxWords;
const maxInstruments = 4;
/** So many kinds, and so many makers. */
const maxFilters = 2;
const maxSuggestions = 10;

/**
 * Kinds and makers of which something is on sale, where they have a language to be named in; completions of the last word, kinds
 * of instruments first, then the most frequent; instruments that the text with the first of them finds, or whose model begins like
 * the last word ('jv-10'); and categories.
 */
export async function suggestSearches(
  deps: MatchDeps,
  text: string,
  { onlyAdvertised, texts }: { onlyAdvertised: boolean; texts?: I18n | undefined },
): Promise<Suggestions> {
  const plain = withoutArticle(plainText(text)).trim();
  const typed = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const [beginning, before] = [typed.at(-1), typed.slice(0, -1).join(' ')];
  if (beginning === undefined || plain.length < 2) return [];
  const [filters, words] = await Promise.all([
    texts ? filtersFor(deps, plain, texts) : [],
    completionsOf(deps, beginning),
  ]);
  const named = new Set(filters.map((one) => plainText(one.text)));
  const searches = words
    .map((word) => `${before} ${word}`.trim())
    .filter((search) => !named.has(search));
  const search = await interpretSearch(deps, {
    q: words[0] ? `${before} ${words[0]}` : text,
    limit: maxInstruments,
  });
  const whole = await findFirst(deps, search, onlyAdvertised);
  const found = whole.length > 0 ? whole : await findModels(deps, search, onlyAdvertised);
  return [
    ...filters,
    ...searches.map((search) => ({ kind: 'word' as const, text: search })),
    ...found.map(({ id, name }) => ({ kind: 'instrument' as const, text: name, productId: id })),
    ...categoriesFor(beginning).map((category) => ({ kind: 'category' as const, text: category })),
  ].slice(0, maxSuggestions);
}

/** The kinds and the makers with a name that begins with all that was typed. */
async function filtersFor(deps: MatchDeps, plain: string, texts: I18n): Promise<Suggestions> {
  const kinds = kindsBeginning(plain)
    .slice(0, maxFilters)
    .flatMap((id) => kindWithId(id) ?? []);
  const makers = suggestBrands({ q: plain }).slice(0, maxFilters);
  const [ofKinds, ofMakers] = await Promise.all([
    Promise.all(kinds.map(({ kind }) => hasMatch(deps, { q: '', kind }))),
    Promise.all(makers.map(({ name }) => hasMatch(deps, { q: '', brand: name }))),
  ]);
  const said = inLanguage(texts, () => kinds.map(sayKind));
  return [
    ...said
      .filter((_, at) => ofKinds[at])
      .map(({ id, name, languages }) => ({
        kind: 'kind' as const,
        text: name,
        id,
        ...(languages?.name && { languages: { text: languages.name } }),
      })),
    ...makers
      .filter((_, at) => ofMakers[at])
      .map(({ name }) => ({ kind: 'maker' as const, text: name })),
  ];
}

/**
 * Words of names, places and categories, because descriptions have any words. The vocabulary keeps those of products
 * that are no longer on sale, so only words that a search finds are given out.
 */
async function completionsOf(deps: MatchDeps, beginning: string): Promise<string[]> {
  if (!/^\p{L}{2,}$/u.test(beginning)) return [];
  const kinds = kindNames().filter((word) => word.startsWith(beginning));
  const read = async () => {
    // One word for each stem, and kinds of instruments before places.
    const rows = await deps.reader.sql<{ word: string }[]>`
      select word from (
        select distinct on (stem) word, names,
          bool_or(word = any(${kinds}::text[])) over (partition by stem) as is_kind
        from search_vocabulary
        where word ~>=~ ${beginning} and word ~<~ ${`${beginning}\u{10ffff}`} and names > 0
        order by stem, names desc, word
      ) completed
      order by is_kind desc, names desc, word limit ${maxCandidates}`;
    return rows.map(({ word }) => word);
  };
  // The job that collects words drops all searches.
  const key = JSON.stringify(['completions', beginning]);
  const candidates = await deps.shared(key, read, [searchesTag]);
  const kept: string[] = [];
  for (let at = 0; at < candidates.length && kept.length < maxWords; at += maxWords) {
    const batch = candidates.slice(at, at + maxWords);
    const found = await Promise.all(batch.map((word) => hasMatch(deps, { q: word })));
    kept.push(...batch.filter((_, index) => found[index]));
  }
  return kept.slice(0, maxWords);
}

interface Instrument {
  id: string;
  name: string;
}

/** The first products that match, by relevance. */
function findFirst(
  deps: MatchDeps,
  search: InterpretedSearch,
  onlyAdvertised: boolean,
): Promise<Instrument[]> {
  const key = JSON.stringify(['first', search.query, onlyAdvertised]);
  const read = () => readFirst(deps, search, onlyAdvertised);
  return deps.shared(key, read, searchTags(search));
}

/** The first products with the words before the last one, and a model in their names that begins like that. */
async function findModels(
  deps: MatchDeps,
  { query, terms }: InterpretedSearch,
  onlyAdvertised: boolean,
): Promise<Instrument[]> {
  const beginning = beginningOfModel(terms.at(-1));
  if (beginning === undefined) return [];
  const before = terms.slice(0, -1).map(({ typed }) => typed);
  const search = await interpretSearch(deps, { ...query, q: before.join(' ') });
  const filters = [...search.filters, beginningClause(beginning)];
  const key = JSON.stringify(['first models', search.query, beginning, onlyAdvertised]);
  const read = () => readFirst(deps, { ...search, filters }, onlyAdvertised);
  return deps.shared(key, read, [searchesTag, modelTag(beginning)]);
}

async function readFirst(
  deps: MatchDeps,
  search: InterpretedSearch,
  onlyAdvertised: boolean,
): Promise<Instrument[]> {
  const matches = await findMatches(deps, search, { onlyAdvertised });
  const ids = matches.slice(0, search.query.limit).map(({ id }) => id);
  return deps.reader.sql<Instrument[]>`
    select p.id, p.name from unnest(${ids}::uuid[]) with ordinality as found (id, position)
    join products p on p.id = found.id order by found.position`;
}

/** Undefined when the word is no model, or too short. */
function beginningOfModel(term: Term | undefined): string | undefined {
  const joined = term?.alternatives[0]?.[0];
  if (!term || !isModel(term) || joined === undefined) return undefined;
  return [...joined].length < shortestModel ? undefined : joined;
}

/** Whether a product on sale, advertised or not, matches a word or a filter. */
async function hasMatch(
  deps: MatchDeps,
  wanted: { q: string; kind?: string; brand?: string },
): Promise<boolean> {
  const search = await interpretSearch(deps, { ...wanted, sort: 'newest', limit: 1 });
  const read = async () => (await findMatches(deps, search, { onlyAdvertised: false })).length > 0;
  return deps.shared(JSON.stringify(['has', wanted]), read, searchTags(search));
}

function categoriesFor(beginning: string): string[] {
  const named = shopCategories()
    .filter(({ id, name }) =>
      beginsWith(beginning, [id, ...(name === undefined ? [] : allTexts(name))]),
    )
    .map(({ id }) => id);
  const meant = categoriesByWord()
    .filter(([word]) => beginning.length > 2 && word.startsWith(beginning))
    .map(([, category]) => category);
  return [...new Set([...named, ...meant])];
}

/** Whether a word of one of the names begins so. */
const beginsWith = (beginning: string, names: readonly string[]) =>
  names.some((name) => ` ${plainText(name)}`.includes(` ${beginning}`));
