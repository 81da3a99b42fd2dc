import type { CallReply } from '#contract/calls.ts';
import { categories } from '#contract/constants.ts';
import { modelTag, searchesTag, shortestModel } from '../../products/catalogue-tags.ts';
import { beginningClause } from '../matching/lexemes.ts';
import { interpret, type MatchDeps, readMatches } from '../matching/read-matches.ts';
import { orderOf, type Query } from '../matching/search-plan.ts';
import { parseWords } from '../words/parse-words.ts';
import { plainText } from '../words/plain-text.ts';
import { categoriesByWord, kindNames } from '../words/synonyms.ts';
import { searchTags } from './cache-tags.ts';
import { isModel } from './similarity.ts';

type Suggestions = CallReply<'suggestSearches'>;

const maxWords = 5;
/** Of which those are kept that are on sale now. */
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
  const plain = plainText(text).trim();
  const typed = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const [beginning, before] = [typed.at(-1), typed.slice(0, -1).join(' ')];
  if (beginning === undefined || plain.length < 2) return [];
  const words = await completionsOf(deps, beginning);
  const searches = words.map((word) => `${before} ${word}`.trim());
  const wanted = { q: searches[0] ?? text, count: maxInstruments, onlyAdvertised };
  const whole = await findFirst(deps, wanted);
  const found = whole.length > 0 ? whole : await findFirst(deps, { ...wanted, isBeginning: true });
  return [
    ...searches.map((search) => ({ kind: 'word' as const, text: search })),
    ...found.map(({ id, name }) => ({ kind: 'instrument' as const, text: name, productId: id })),
    ...categoriesFor(beginning).map((category) => ({ kind: 'category' as const, text: category })),
  ].slice(0, maxSuggestions);
}

/**
 * Words of names, places and categories, because descriptions have any words. The vocabulary keeps those of products that are
 * not on sale any more, so only words that a search finds are given out.
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

interface FirstWanted {
  q: string;
  count: number;
  onlyAdvertised: boolean;
  /** Whether the last word is the beginning of a model's name. */
  isBeginning?: boolean;
}

/** The names of the first products that match words, by relevance. */
async function findFirst(
  deps: MatchDeps,
  { q, count: limit, onlyAdvertised, isBeginning = false }: FirstWanted,
): Promise<{ id: string; name: string }[]> {
  const asked: Beginning | undefined = isBeginning ? beginningOf(q) : { q };
  if (!asked) return [];
  const query: Query = { q: asked.q, limit };
  const search = await interpret(deps, query);
  const filters = asked.beginning
    ? [...search.filters, beginningClause(asked.beginning)]
    : search.filters;
  const order = orderOf(query, search);
  const tags = asked.beginning
    ? [searchesTag, modelTag(asked.beginning)]
    : searchTags(search, await deps.frequencies());
  return deps.shared(
    JSON.stringify(['first', q, limit, onlyAdvertised, isBeginning]),
    async () => {
      const page = { search: { ...search, filters }, order, onlyAdvertised };
      const matches = await readMatches(deps, query, page);
      const ids = matches.slice(0, limit).map(({ id }) => id);
      return deps.reader.sql<{ id: string; name: string }[]>`
        select p.id, p.name from unnest(${ids}::uuid[]) with ordinality as found (id, position)
        join products p on p.id = found.id order by found.position`;
    },
    tags,
  );
}

interface Beginning {
  q: string;
  /** With which a word of the name begins. */
  beginning?: string;
}

/** The words before the last one, and the last one; undefined when it is no model. */
function beginningOf(text: string): Beginning | undefined {
  const terms = parseWords(text);
  const last = terms.at(-1);
  const joined = last?.alternatives[0]?.[0];
  if (!last || !isModel(last) || joined === undefined || [...joined].length < shortestModel)
    return undefined;
  const q = terms.slice(0, -1).map(({ typed }) => typed);
  return { q: q.join(' '), beginning: joined };
}

/** Whether a product on sale, advertised or not, matches a word. */
async function hasMatch(deps: MatchDeps, word: string): Promise<boolean> {
  const query: Query = { q: word, limit: 1 };
  const search = await interpret(deps, query);
  const page = { search, order: 'newest', onlyAdvertised: false } as const;
  const read = async () => (await readMatches(deps, query, page)).length > 0;
  return deps.shared(
    JSON.stringify(['has', word]),
    read,
    searchTags(search, await deps.frequencies()),
  );
}

function categoriesFor(beginning: string): string[] {
  const named = categories.filter((category) => category.toLowerCase().startsWith(beginning));
  const meant = categoriesByWord
    .filter(([word]) => beginning.length > 2 && word.startsWith(beginning))
    .map(([, category]) => category);
  return [...new Set([...named, ...meant])];
}
