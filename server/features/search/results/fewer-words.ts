import { findMatches } from '../matching/find-matches.ts';
import {
  type InterpretedSearch,
  interpretSearch,
  type Query,
} from '../matching/interpret-search.ts';
import type { MatchDeps } from '../matching/match-deps.ts';
import { instrumentKinds, kindOf, namesKind } from '../words/instrument-kinds.ts';
import { isModel, stemsOf, type Term } from '../words/parse-words.ts';
import { countNames } from '../words/read-vocabulary.ts';
import { wordTags } from './cache-tags.ts';

/** Each word that may be kept costs a search. */
const maxTried = 6;

/**
 * Those words of a search without matches that together have some, the most telling ones first. Null when neither a model nor
 * the kind has a match, nor two words of a name; without a kind one of them is enough. With the cache tags of that.
 */
export async function fewerWords(
  deps: MatchDeps,
  search: InterpretedSearch,
): Promise<{ words: string | null; tags: string[] }> {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...asked } = search.query;
  const key = JSON.stringify(['fewer words', asked]);
  const tags = wordTags(search);
  return { words: await deps.shared(key, () => findFewer(deps, search), tags), tags };
}

async function findFewer(
  deps: MatchDeps,
  { query, terms: typed, stems, needed, kindTerms }: InterpretedSearch,
): Promise<string | null> {
  const terms = typed.filter((term) => stemsOf(term, stems).length > 0);
  if (terms.length < 2) return null;
  const names = await countNames(deps.reader.sql, terms, stems);
  const kind = await kindIn(deps, query.q, terms);
  const roleOf = (term: Term): Role => {
    if (isModel(term)) return 'model';
    if (term.typed === kind) return 'kind';
    return names(term) > 0 ? 'name' : 'other';
  };
  // The rarest first: 'handpan' says more than 'berlin'.
  const told = terms
    .map((term) => ({ term, role: roleOf(term) }))
    .toSorted((one, other) => names(one.term) - names(other.term));
  const matching = new Map<string, Promise<boolean>>();
  const haveMatch = (words: string) => {
    const known = matching.get(words) ?? hasAnyMatch(deps, query, words);
    matching.set(words, known);
    return known;
  };
  const keep = async (order: readonly Role[], first: readonly Role[]) => {
    const ranked = told.toSorted(
      (one, other) => order.indexOf(one.role) - order.indexOf(other.role),
    );
    let kept: Term[] = [];
    for (const { term, role } of ranked.slice(0, maxTried)) {
      if (kept.length === 0 && !first.includes(role)) break;
      const partners = kindTerms.find((together) => together.includes(term.typed)) ?? [term.typed];
      const tried = terms.filter(
        (one) => partners.includes(one.typed) || kept.includes(one) || needed.has(one.typed),
      );
      if (await haveMatch(textOf(tried))) kept = tried;
    }
    return kept;
  };
  const byKind = await keep(
    ['model', 'kind', 'name', 'other'],
    kind === undefined ? ['model', 'name'] : ['model', 'kind'],
  );
  if (kind === undefined) return byKind.length === 0 ? null : textOf(byKind);
  // 'Gibson SG guitar' is not any guitar, and its listing need not have that word.
  const byName = await keep(['model', 'name', 'kind', 'other'], ['model', 'name']);
  // Words of descriptions do not outweigh the kind: 'like new flute'.
  const others = new Set(told.filter(({ role }) => role === 'other').map(({ term }) => term));
  const weightOf = (terms: readonly Term[]) => terms.filter((term) => !others.has(term)).length;
  const kept = weightOf(byName) > Math.max(1, weightOf(byKind)) ? byName : byKind;
  return kept.length === 0 ? null : textOf(kept);
}

/** The word for the kind of instruments that is looked for: 'accordion' in 'red piano accordion'. */
async function kindIn(deps: MatchDeps, q: string, terms: readonly Term[]) {
  const words = terms.flatMap(({ alternatives }) => alternatives.flat());
  const named = kindOf(q, terms, await deps.stemsOf([...words, ...instrumentKinds]));
  return (named?.term ?? terms.findLast(({ typed }) => namesKind(typed)))?.typed;
}

/** What a word tells: a model, a kind of instruments, what is in a name, or something else. */
type Role = 'model' | 'kind' | 'name' | 'other';

const textOf = (terms: readonly Term[]) => terms.map(({ typed }) => typed).join(' ');

/** Whether a product on sale, advertised or not, matches these words and the filters. */
async function hasAnyMatch(deps: MatchDeps, query: Query, q: string): Promise<boolean> {
  const first: Query = { ...query, q, sort: 'newest', cursor: undefined, limit: 0 };
  const search = await interpretSearch(deps, first);
  return (await findMatches(deps, search, { onlyAdvertised: false })).length > 0;
}
