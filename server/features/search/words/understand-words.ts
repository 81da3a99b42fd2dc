import {
  accessoryIn,
  apartOf,
  kindsAlike,
  kindsIn,
  kindsNamedIn,
  kindsWith,
  type Span,
  separateVocabulary,
  spansIn,
} from '../../instruments/vocabulary.ts';
import { type Meaning, plainWords, tokensOf } from '../../instruments/vocabulary-tables.ts';
import { parseEveryWord, type Term, withoutFillers } from './parse-words.ts';

/** Words of a search that name a kind, a fact or a maker. */
export interface Understood {
  text: string;
  as: Meaning['as'];
  /** Of a kind, of a fact as `attribute:answer`, or the name of a maker. */
  id: string;
}

export interface UnderstoodTerms {
  /** Those that mean a kind, a fact or a maker are also found by its lexeme, or by its other names. */
  terms: Term[];
  understood: Understood[];
  /** The terms, as typed, that mean a fact or what belongs to an instrument: a search never leaves them out. */
  needed: ReadonlySet<string>;
  /** The terms, as typed, that mean a fact together, with the fact when it is one. */
  facts: readonly { typed: readonly string[]; id: string | undefined }[];
  /** The terms, as typed, that mean a kind together: 'french horn' without 'french' is another one. */
  kindTerms: readonly (readonly string[])[];
  /** The terms, as typed, that mean nothing of this. */
  others: readonly string[];
  /** The kinds that the words mean; none when they mean no kind. */
  kinds: readonly string[];
  /** The lexemes of kinds one of which a product must have, whatever its texts say; none when it may have any. */
  kindLexemes: readonly string[];
}

/** A fact that is a matter of opinion, which a listing need not say. */
const isNeeded = (fact: string) => !fact.startsWith('level:');

/** A word that as many kinds are asked for says none of them. */
const fewKinds = 12;

interface Read extends Omit<Span, 'meanings'> {
  meaning: Meaning;
  /** Of a fact, the kinds that its words name as well: 'bb trumpet'. */
  named: readonly string[];
}

/** The terms of a search text and what they mean, the longest words first. */
export function understandWords(text: string): UnderstoodTerms {
  const terms = parseEveryWord(separateVocabulary(text));
  const places = terms.flatMap(({ typed }, at) =>
    tokensOf(plainWords(typed)).map((token) => ({ token, at })),
  );
  const tokens = places.map(({ token }) => token);
  const spans = spansIn(tokens);
  const accessory = accessoryBeside(tokens, spans);
  const { read, kinds, foreign } = readSpans(spans, tokens);
  // A trumpet mute is no trumpet.
  const isThing = accessory === undefined;
  const meant = read.filter(({ meaning }) => isThing || meaning.as === 'brand');
  const result = terms.map((term) => ({ ...term }));
  const understood: Understood[] = [];
  const facts: { typed: readonly string[]; id: string | undefined }[] = [];
  const kindTerms: (readonly string[])[] = [];
  const others = new Set(terms.map(({ typed }) => typed));
  const needed = new Set(isThing ? [] : [terms[places[accessory]?.at ?? -1]?.typed ?? '']);
  for (const { from, to, meaning, named } of meant) {
    const { as, ids } = meaning;
    const covered = [...new Set(places.slice(from, to).map(({ at }) => at))].flatMap(
      (at) => result[at] ?? [],
    );
    const typed = covered.map((term) => term.typed);
    const id = ids.length === 1 ? ids[0] : undefined;
    if (id !== undefined) understood.push({ text: typed.join(' '), as, id });
    if (as === 'fact') facts.push({ typed, id });
    if (as === 'kind' && typed.length > 1) kindTerms.push(typed);
    for (const term of covered) {
      others.delete(term.typed);
      addMeaning(term, { meaning, named }, tokens.slice(from, to));
      if (as === 'fact' && ids.some(isNeeded)) needed.add(term.typed);
    }
  }
  for (const { from, to } of isThing ? foreign : []) {
    const typed = [...new Set(places.slice(from, to).map(({ at }) => at))].flatMap(
      (at) => result[at]?.typed ?? [],
    );
    facts.push({ typed, id: undefined });
    for (const word of typed) needed.add(word);
  }
  const isNamed = meant.some(({ meaning }) => meaning.as === 'kind');
  const isLimited = !isNamed && kinds.length > 0 && kinds.length <= fewKinds;
  const isNamedByFact = meant.some(({ named }) => named.length > 0);
  const allowed = isLimited ? [...new Set(isNamedByFact ? kinds : kinds.flatMap(kindsAlike))] : [];
  const left = withoutFillers(result);
  // A fact is of the instrument that is looked for.
  const ofKinds = facts.length > 0 ? left.filter((term) => term.meant?.as === 'kind') : [];
  for (const { typed } of ofKinds) needed.add(typed);
  return {
    terms: left,
    understood,
    needed,
    facts,
    kindTerms,
    others: left.flatMap(({ typed }) => (others.has(typed) ? [typed] : [])),
    kinds: isThing ? kinds : [],
    kindLexemes:
      isLimited || !isThing ? [...(isThing ? allowed : []), 'none'].map((kind) => `k:${kind}`) : [],
  };
}

/** The place of a word for what belongs to the instrument that other words name. */
function accessoryBeside(tokens: readonly string[], spans: readonly Span[]): number | undefined {
  const covered = new Set(
    spans.flatMap(({ from, to }) => tokens.slice(from, to).map((_, at) => from + at)),
  );
  const open = tokens.map((token, at) => (covered.has(at) ? '' : token));
  const at = accessoryIn(open);
  // 'Violin with case' is a violin.
  const before = tokens.slice(0, Math.max(0, at));
  return at < 0 || before.some((token) => asides.has(token)) ? undefined : at;
}

const asides = new Set(
  'with and plus incl including mit und samt inkl avec et con y مع'.split(' '),
);

/** Which of its meanings each word has beside the others, and the kinds that they mean together. */
function readSpans(
  spans: readonly Span[],
  tokens: readonly string[],
): { read: Read[]; kinds: readonly string[]; foreign: Span[] } {
  const kindsOf = ({ meanings }: Span) =>
    meanings.filter(({ as }) => as === 'kind').flatMap(({ ids }) => ids);
  const isSure = ({ meanings }: Span) =>
    meanings[0]?.as === 'kind' && !meanings.some(({ isBeside }) => isBeside);
  const ofKinds = spans.filter((span) => kindsOf(span).length > 0 && meaningsAreKinds(span));
  const sure = ofKinds.filter(isSure);
  let kinds = together((sure.length > 0 ? sure : ofKinds.slice(0, 1)).map(kindsOf));
  const read: Read[] = [];
  // Facts that the kind is not asked for: 'lefty cello'.
  const foreign: Span[] = [];
  for (const span of spans) {
    const meaning = choose(
      span,
      kinds,
      sure.length > 0 ? sure.includes(span) : span === ofKinds[0],
    );
    if (!meaning) {
      if (span.meanings.some(({ as, isBeside }) => as === 'fact' && !isBeside)) foreign.push(span);
      continue;
    }
    const inside = meaning.as === 'fact' ? kindsNamedIn(tokens.slice(span.from, span.to)) : [];
    const asked = meaning.ids.flatMap(kindsWith);
    const named = inside.flatMap((one) => one.kinds).filter((kind) => asked.includes(kind));
    const ids = meaning.ids.filter((id) => named.some((kind) => kindsWith(id).includes(kind)));
    read.push({ ...span, meaning: ids.length > 0 ? { ...meaning, ids } : meaning, named });
  }
  for (const { meaning, named } of read) {
    if (meaning.as !== 'fact') continue;
    const asked = named.length > 0 ? named : meaning.ids.flatMap(kindsWith);
    const left = kinds.filter((kind) => asked.includes(kind));
    if (kinds.length === 0) kinds = [...new Set(asked)];
    else if (left.length > 0) kinds = left;
  }
  return { read, kinds, foreign };
}

/** Whether a word means a kind before it means a fact. */
const meaningsAreKinds = ({ meanings }: Span) =>
  meanings.find(({ isBeside }) => !isBeside)?.as === 'kind';

/** What several words have in common, or all that they mean. */
function together(sets: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = sets;
  const common = first.filter((id) => others.every((other) => other.includes(id)));
  return common.length > 0 ? common : [...new Set(sets.flat())];
}

function choose(
  { meanings }: Span,
  kinds: readonly string[],
  isKind: boolean,
): Meaning | undefined {
  for (const meaning of meanings) {
    if (meaning.as === 'brand') return meaning;
    if (meaning.as === 'kind') {
      if (isKind || !meanings.some(({ isBeside }) => isBeside)) return meaning;
      continue;
    }
    if (isKind && meaning.isBeside) continue;
    if (kinds.length === 0) {
      if (!meaning.isBeside) return meaning;
      continue;
    }
    const own = meaning.ids.filter((fact) => kindsWith(fact).some((kind) => kinds.includes(kind)));
    if (own.length > 0) return { ...meaning, ids: own };
  }
  return meanings.find(({ as }) => as === 'kind');
}

function addMeaning(
  term: Term,
  { meaning: { as, ids }, named }: Pick<Read, 'meaning' | 'named'>,
  tokens: readonly string[],
): void {
  if (as === 'brand') {
    const names = ids.map((name) => tokensOf(plainWords(name)));
    term.alternatives = [...term.alternatives, ...names.filter(({ length }) => length <= 2)];
    return;
  }
  const ofIds = ids.map((id) => `${as === 'kind' ? 'k' : 'f'}:${id}`);
  const lexemes = ofIds.flatMap((lexeme) =>
    named.length === 0 ? [[lexeme]] : named.map((kind) => [lexeme, `k:${kind}`]),
  );
  // A size is not any two numbers.
  const typed = term.typed.includes('/') ? term.alternatives.slice(0, 1) : term.alternatives;
  const [only = ''] = tokens;
  const apart = tokens.length === 1 ? apartOf(only) : undefined;
  const isOne = isApart(term, tokens) && (kindsIn(tokens).length === 0 || tokens.some(isShort));
  const joined = isOne ? tokens.join('') : undefined;
  const alike = as === 'kind' ? ids.flatMap(kindsAlike).filter((id) => !ids.includes(id)) : [];
  term.meant = { as, lexemes, joined, alike: [...new Set(alike)].map((id) => `k:${id}`) };
  term.alternatives = [
    ...typed,
    ...(apart ? [apart] : []),
    ...(joined === undefined ? [] : [[joined]]),
    ...lexemes,
  ];
}

/** A letter alone is in any text: the 'c' of 'c trumpet'. */
const isShort = ({ length }: string) => length < 2;

/** Whether a term has only a part of the words that mean something together. */
const isApart = ({ typed }: Term, tokens: readonly string[]) =>
  tokensOf(typed).length < tokens.length;
