import { brands } from '#contract/instruments/brands.ts';
import { factWords } from '#contract/instruments/fact-words.ts';
import { kindWithId } from '#contract/instruments/kinds.ts';
import { plainText, withoutArticle } from '../../../core/plain-text.ts';
import { kindsMeantBy } from './kind-words.ts';
import type { Term } from './parse-words.ts';

/** Words of a search that name a kind, a fact or a maker. */
export interface Understood {
  text: string;
  as: 'kind' | 'fact' | 'brand';
  /** Of a kind, of a fact as `attribute:answer`, or the name of a maker. */
  id: string;
}

export interface UnderstoodTerms {
  /** Those that mean a kind or a fact are also found by its lexeme. */
  terms: Term[];
  understood: Understood[];
  /** The terms that mean a fact, or a kind, which a search never leaves out. */
  needed: ReadonlySet<string>;
}

interface Meaning {
  as: Understood['as'];
  ids: readonly string[];
}

/** A word as it is compared: 'P-Bass' is 'p bass' and 'pbass'. */
const keyOf = (text: string) =>
  withoutArticle(plainText(text))
    .replaceAll(/[-._\s]+/g, ' ')
    .trim();

const meanings = new Map<string, Meaning>();
for (const { name, aliases = [] } of brands) {
  for (const word of [name, ...aliases]) meanings.set(keyOf(word), { as: 'brand', ids: [name] });
}
for (const [word, ids] of kindsMeantBy) meanings.set(word, { as: 'kind', ids });
for (const { facts, words } of factWords) {
  for (const word of Object.values(words).flat().map(keyOf)) {
    const before = meanings.get(word);
    // A word of a kind that is one of its facts too ('tenor ukulele') means the fact, which only that kind has.
    const ids = before?.as === 'fact' ? [...new Set([...before.ids, ...facts])] : facts;
    meanings.set(word, { as: 'fact', ids });
    if (/^\p{L} /u.test(word)) meanings.set(word.replace(' ', ''), { as: 'fact', ids });
  }
}

const longest = Math.max(...[...meanings.keys()].map((word) => word.split(' ').length));

/** Whether a word is one of the vocabulary of musicians, which is never taken for another one. */
export const isVocabulary = (word: string) => meanings.has(keyOf(word));

/** What the terms of a search mean, the longest words first. */
export function understandTerms(terms: readonly Term[]): UnderstoodTerms {
  const spans: { from: number; to: number; meaning: Meaning }[] = [];
  for (let at = 0; at < terms.length; at += 1) {
    const span = spanAt(terms, at);
    if (!span) continue;
    spans.push(span);
    at = span.to - 1;
  }
  const kind = kindOf(spans.map(({ meaning }) => meaning));
  const result = terms.map((term) => ({ ...term }));
  const understood: Understood[] = [];
  const needed = new Set<string>();
  for (const { from, to, meaning } of spans) {
    const { as } = meaning;
    const ids = as === 'fact' ? factsOf(kind, meaning.ids) : meaning.ids;
    const covered = result.slice(from, to);
    const [id] = ids;
    if (ids.length === 1 && id !== undefined) {
      understood.push({ text: covered.map(({ typed }) => typed).join(' '), as, id });
    }
    if (as === 'brand') continue;
    const lexemes = ids.map((each) => [`${as === 'kind' ? 'k' : 'f'}:${each}`]);
    for (const term of covered) {
      term.alternatives = [...term.alternatives, ...lexemes];
      if (as === 'fact') needed.add(term.typed);
    }
  }
  return { terms: result, understood, needed };
}

function spanAt(terms: readonly Term[], from: number) {
  for (let to = Math.min(terms.length, from + longest); to > from; to -= 1) {
    const typed = keyOf(
      terms
        .slice(from, to)
        .map((term) => term.typed)
        .join(' '),
    );
    const words = [typed, typed.replace(/s$/, ''), typed.replaceAll(' ', '')];
    const meaning = words.map((word) => meanings.get(word)).find((one) => one !== undefined);
    if (meaning) return { from, to, meaning };
  }
  return undefined;
}

/** The one kind that the words mean; undefined when they mean several or none. */
function kindOf(all: readonly Meaning[]): string | undefined {
  const ids = new Set(all.flatMap(({ as, ids }) => (as === 'kind' && ids.length === 1 ? ids : [])));
  return ids.size === 1 ? [...ids][0] : undefined;
}

/** Of these facts, those that the kind is asked for; all where it is asked for none. */
function factsOf(kindId: string | undefined, facts: readonly string[]): readonly string[] {
  const asked = kindId === undefined ? undefined : kindWithId(kindId)?.attributes;
  const own = facts.filter((fact) => asked?.some(({ id }) => id === fact.split(':')[0]));
  return own.length > 0 ? own : facts;
}
