import type { CallReply } from '#contract/calls.ts';
import { categories } from '#contract/constants.ts';
import { plainText, withoutArticle } from '../../../core/plain-text.ts';
import { modelTag, searchesTag, shortestModel } from '../../products/catalogue-tags.ts';
import { findMatches } from '../matching/find-matches.ts';
import { type InterpretedSearch, interpretSearch } from '../matching/interpret-search.ts';
import { beginningClause } from '../matching/lexemes.ts';
import type { MatchDeps } from '../matching/match-deps.ts';
import { kindNames } from '../words/instrument-kinds.ts';
import { isModel, type Term } from '../words/parse-words.ts';
import { categoriesByWord } from '../words/synonyms.ts';
import { searchTags } from './cache-tags.ts';

type Suggestions = CallReply<'suggestSearches'>;

const maxWords = 5;
/** The instruments that are on sale now are kept of these. */
const maxCandidates = 3 * maxWords;
const maxInstruments = 4;
const maxSuggestions = 10;

/**
 * Completions of the last word, kinds of instruments first, then the most frequent; instruments that the text with the first
 * of them finds, or whose model begins like the last word ('jv-10'); and categories.
 */
export async function suggestSearches(
  deps: MatchDeps,
  text: string,
  onlyAdvertised: boolean,
): Promise<Suggestions> {
  const plain = withoutArticle(plainText(text)).trim();
  const typed = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const [beginning, before] = [typed.at(-1), typed.slice(0, -1).join(' ')];
  if (beginning === undefined || plain.length < 2) return [];
  const words = await completionsOf(deps, beginning);
  const searches = words.map((word) => `${before} ${word}`.trim());
  const search = await interpretSearch(deps, { q: searches[0] ?? text, limit: maxInstruments });
  const whole = await findFirst(deps, search, onlyAdvertised);
  const found = whole.length > 0 ? whole : await findModels(deps, search, onlyAdvertised);
  return [
    ...searches.map((search) => ({ kind: 'word' as const, text: search })),
    ...found.map(({ id, name }) => ({ kind: 'instrument' as const, text: name, productId: id })),
    ...categoriesFor(beginning).map((category) => ({ kind: 'category' as const, text: category })),
  ].slice(0, maxSuggestions);
}

/**
 * Words of names, places and categories, because descriptions have any words. The vocabulary keeps those of products
 * that are no longer on sale, so only words that a search finds are given out.
 */
async function completionsOf(deps: MatchDeps, beginning: string): Promise<string[]> {
  if (!/^\p{L}{2,}$/u.test(beginning)) return [];
  const kinds = kindNames.filter((word) => word.startsWith(beginning));
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
    const found = await Promise.all(batch.map((word) => hasMatch(deps, word)));
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

/** Whether a product on sale, advertised or not, matches a word. */
async function hasMatch(deps: MatchDeps, word: string): Promise<boolean> {
  const search = await interpretSearch(deps, { q: word, sort: 'newest', limit: 1 });
  const read = async () => (await findMatches(deps, search, { onlyAdvertised: false })).length > 0;
  return deps.shared(JSON.stringify(['has', word]), read, searchTags(search));
}

function categoriesFor(beginning: string): string[] {
  const named = categories.filter((category) => category.toLowerCase().startsWith(beginning));
  const meant = categoriesByWord
    .filter(([word]) => beginning.length > 2 && word.startsWith(beginning))
    .map(([, category]) => category);
  return [...new Set([...named, ...meant])];
}
