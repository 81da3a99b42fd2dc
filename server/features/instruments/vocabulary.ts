import { brands } from '#contract/instruments/brands.ts';
import { factWords } from '#contract/instruments/fact-words.ts';
import { instruments } from '#contract/instruments/kinds.ts';
import { otherWords } from '#contract/instruments/other-words.ts';
import { plainText, withoutArticle } from '../../core/plain-text.ts';

/*
 * What musicians call kinds of instruments, facts about them, makers, and what belongs to them, in all languages of the shop: the
 * one reader of the words in contract/instruments.
 */

export interface Meaning {
  as: 'kind' | 'fact' | 'brand';
  /** The kinds, the facts as `attribute:answer`, or the names of the makers that are called so. */
  ids: readonly string[];
  /** Whether it has this meaning only beside a kind that is asked for these facts: 'alto' of a recorder. */
  isBeside: boolean;
}

/** In small letters, without accents and articles; 'YAMAHAピアノ' has a space between its words. */
export const plainWords = (text: string) =>
  withoutArticle(plainText(text)).replaceAll(changeOfScript, ' ');

const changeOfScript =
  /(?<=[\p{Script=Han}\p{Script=Katakana}ー])(?=[\p{Script=Latin}\p{Nd}])|(?<=[\p{Script=Latin}\p{Nd}])(?=[\p{Script=Han}\p{Script=Katakana}])/gu;

/** The words of a plain text as they are compared: 'E-Gitarre' has two, '3/4' is one, and hiragana is as katakana. */
export const tokensOf = (plain: string): string[] =>
  (plain.match(/[\p{L}\p{M}\p{N}]+(?:\/\p{N}+)?/gu) ?? []).map((token) =>
    /^[ぁ-ゖー]+$/.test(token) ? inKatakana(token) : token,
  );

const inKatakana = (word: string) =>
  word.replaceAll(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));

const keyOf = (text: string) => tokensOf(plainWords(text)).join(' ');

const meanings = new Map<string, Meaning[]>();
/** The two words of each that is written together as well. */
const writtenApart = new Map<string, readonly string[]>();
/** The kinds that have a word, also one for only some of their instruments. */
const kindsCalled = new Map<string, string[]>();
const mixed = new Set(otherWords.kinds.mixed.split(' '));
const unequal = new Set(otherWords.kinds.unequal.split(' '));

for (const { facts, words } of factWords) {
  for (const word of Object.values(words).flat()) if (word) add(word, 'fact', facts);
}
for (const { kind, words } of instruments.kinds) {
  for (const ofLanguage of Object.values(words)) {
    for (const [at, word] of ofLanguage.entries()) {
      const called = kindsCalled.get(keyOf(word)) ?? [];
      kindsCalled.set(keyOf(word), [...new Set([...called, kind])]);
      if (!unequal.has(kind) && (at === 0 || !mixed.has(kind))) add(word, 'kind', [kind]);
    }
  }
}
for (const { facts, beside = [] } of factWords) {
  for (const word of beside) add(word, 'fact', facts, true);
}
for (const { name, aliases = [] } of brands) {
  for (const word of [name, ...aliases]) add(word, 'brand', [name]);
}
const ambiguous = new Set(otherWords.ambiguous.split(' '));
for (const [name, words] of Object.entries(otherWords.instruments)) {
  const meant = meanings.get(name) ?? meanings.get(`${name}s`) ?? [];
  for (const word of words.split(' ')) {
    if (ambiguous.has(word) || meanings.has(keyOf(word))) continue;
    for (const { as, ids, isBeside } of meant) if (as !== 'brand') add(word, as, ids, isBeside);
  }
}

function add(word: string, as: Meaning['as'], ids: readonly string[], isBeside = false): void {
  const key = keyOf(word);
  const words = key.split(' ');
  // What is written apart is also written together: 'pbass', 'egitarre'.
  const isJoined = words.length === 2 && key.length > 4 && /^[\p{Script=Latin} ]+$/u.test(key);
  const joined = isJoined ? [words.join('')] : [];
  for (const form of joined) writtenApart.set(form, words);
  for (const form of [key, ...joined]) {
    const known = meanings.get(form) ?? [];
    const same = known.find((one) => one.as === as && one.isBeside === isBeside);
    const others = known.filter((one) => one !== same);
    const all = [...new Set([...(same?.ids ?? []), ...ids])];
    meanings.set(
      form,
      same
        ? known.with(known.indexOf(same), { as, ids: all, isBeside })
        : [...others, { as, ids, isBeside }],
    );
  }
}

const accessories = new Set(Object.values(otherWords.accessories).flat().map(keyOf));
const longest = Math.max(...[...meanings.keys()].map((key) => key.split(' ').length));

/** A place in a list of words that means something. */
export interface Span {
  from: number;
  to: number;
  word: string;
  meanings: readonly Meaning[];
}

/** What the words mean, the longest of them first. */
export function spansIn(tokens: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const span = spanAt(tokens, from, (word) => meanings.get(word));
    if (!span) continue;
    spans.push({ ...span, meanings: span.found });
    from = span.to - 1;
  }
  return spans;
}

/** The places of words for kinds, with all that are called so. */
export function kindsIn(tokens: readonly string[]): { word: string; kinds: readonly string[] }[] {
  const found: { word: string; kinds: readonly string[] }[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const span = spanAt(tokens, from, (word) => kindsCalled.get(word));
    if (!span) continue;
    found.push({ word: span.word, kinds: span.found });
    from = span.to - 1;
  }
  return found;
}

/** The same, also where the kind is the end of a word: 'Drehventiltrompete'. */
export function kindsNamedIn(
  tokens: readonly string[],
): { word: string; kinds: readonly string[] }[] {
  const found = kindsIn(tokens);
  return found.length > 0 ? found : tokens.flatMap(kindEnding);
}

function kindEnding(token: string): { word: string; kinds: readonly string[] }[] {
  for (let at = 2; at <= token.length - 4; at += 1) {
    const word = token.slice(at);
    const kinds = kindsCalled.get(word);
    if (kinds) return [{ word, kinds }];
  }
  return [];
}

function spanAt<Found>(
  tokens: readonly string[],
  from: number,
  find: (word: string) => Found | undefined,
) {
  for (let to = Math.min(tokens.length, from + longest); to > from; to -= 1) {
    const words = tokens.slice(from, to);
    for (const word of formsOf(words)) {
      const found = find(word);
      if (found) return { from, to, word, found };
    }
  }
  return undefined;
}

const ending = /(?:es|en|[sne])$/;
const singular = (word: string) => (word.length > 4 ? word.replace(/s$/, '') : word);

/** Words as they are, in the singular, and two of them in the other order: 'guitar electric'. */
function formsOf(words: readonly string[]): string[] {
  const [last = ''] = words.slice(-1);
  const typed = words.join(' ');
  const before = typed.slice(0, typed.length - last.length);
  const ends =
    last.length > 4 && ending.test(last)
      ? [last.replace(/s$/, ''), last.slice(0, -1), last.slice(0, -2)]
      : [];
  const forms = [typed, ...ends.map((end) => before + end)];
  if (words.length === 1) return forms;
  forms.push(words.map(singular).join(' '));
  if (words.length === 2)
    forms.push(`${last} ${words[0]}`, `${singular(last)} ${singular(words[0] ?? '')}`);
  return forms;
}

/** Whether a word is one of the vocabulary, which is never taken for another one. */
export const isVocabulary = (word: string) => {
  const tokens = tokensOf(plainWords(word));
  const isWhole = (find: (word: string) => unknown) =>
    spanAt(tokens, 0, find)?.to === tokens.length;
  return (
    isWhole((one) => meanings.get(one)) ||
    isWhole((one) => kindsCalled.get(one)) ||
    isAccessory(tokens)
  );
};

/** The words of the vocabulary that are one word in an alphabet, towards which others are corrected. */
export const vocabularyWords: readonly string[] = [
  ...new Set(
    [...meanings.keys(), ...kindsCalled.keys()]
      .flatMap((key) => key.split(' '))
      .filter((word) => /^\p{L}{4,}$/u.test(word)),
  ),
];

/** 'jazz' and 'bass' of 'jazzbass'. */
export const apartOf = (word: string): readonly string[] | undefined => writtenApart.get(word);

/** The words for kinds, in all languages. */
export const wordsOfKinds: readonly string[] = [...kindsCalled.keys()];

/** Whether these words name what belongs to an instrument and is none, other than a word that says what is included. */
export function isAccessory(tokens: readonly string[]): boolean {
  return accessoryIn(tokens) >= 0;
}

/** The place of the first word for what belongs to an instrument; -1 when there is none. */
export function accessoryIn(tokens: readonly string[]): number {
  return tokens.findIndex((token, at) => {
    const pair = `${token} ${tokens[at + 1] ?? ''}`;
    const isKnown = [token, singular(token), pair, singular(pair)].some((one) =>
      accessories.has(one),
    );
    return isKnown && !/^付/.test(tokens[at + 1] ?? '');
  });
}

const kindsAsked = new Map<string, string[]>();
for (const { kind, attributes, without = [] } of instruments.kinds) {
  const common = instruments.common.filter((id) => !without.includes(id));
  for (const { id, values } of [
    ...attributes,
    ...common.map((id) => ({ id, values: undefined })),
  ]) {
    const answers =
      values ?? Object.keys(instruments.attributes[id]?.values ?? { yes: '', no: '' });
    for (const answer of answers) {
      const fact = `${id}:${answer}`;
      kindsAsked.set(fact, [...(kindsAsked.get(fact) ?? []), kind]);
    }
  }
}

/** The kinds that are asked for a fact and may have it. */
export const kindsWith = (fact: string): readonly string[] => kindsAsked.get(fact) ?? [];

/** The kinds that are often called by the word of this one, and this one. */
export function kindsAlike(kind: string): readonly string[] {
  const groups = otherWords.kinds.alike.map((group) => group.split(' '));
  return [kind, ...groups.filter((group) => group.includes(kind)).flat()];
}

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
const knownTokens = new Set(
  [...meanings.keys(), ...kindsCalled.keys(), ...accessories].flatMap((key) => key.split(' ')),
);
const longestPart = Math.max(
  ...[...knownTokens]
    .filter((token) => token.match(spaceless)?.[0] === token)
    .map(({ length }) => length),
);

/** The text as `plainWords` makes it, with spaces between the words of the vocabulary that are written together: '左利きギター', 'Linkshändergitarre'. */
export function separateVocabulary(text: string): string {
  return plainWords(text)
    .replaceAll(spaceless, (run, at: number, whole: string) =>
      // Behind a number is what it counts: '7弦ギター'.
      partsOf(run, /\p{N} ?$/u.test(whole.slice(Math.max(0, at - 3), at)) ? 1 : 2).join(' '),
    )
    .replaceAll(/\p{Script=Latin}{9,}/gu, (word) => splitCompound(word) ?? word)
    .replaceAll(/[\p{L}\p{M}\p{N}/-]+/gu, splitChain);
}

/** '3/4 geige' of '3/4-geige'. */
function splitChain(chain: string): string {
  if (!/[-/]/.test(chain)) return chain;
  const tokens = tokensOf(chain);
  const spans = spansIn(tokens);
  const covered = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  if (spans.length < 2 || covered < tokens.length) return chain;
  return spans.map(({ from, to }) => tokens.slice(from, to).join('-')).join(' ');
}

/** What is between two parts and says nothing: 'の', '用'. */
const particle = /^(?:の|用|と|を|な|で)$/;

function partsOf(run: string, least: number): string[] {
  if (knownTokens.has(run)) return [run];
  const parts: string[] = [];
  let rest = '';
  const endRest = () => {
    if (rest !== '' && !particle.test(rest)) parts.push(rest);
    rest = '';
  };
  for (let at = 0; at < run.length; ) {
    const shortest = at === 0 ? least : 2;
    let length = Math.min(longestPart, run.length - at);
    while (length >= shortest && !knownTokens.has(run.slice(at, at + length))) length -= 1;
    // Behind a letter, 'ライド' is the end of another word: 'スライド'.
    if (
      length >= shortest &&
      !/(?<!\p{Script=Katakana})\p{Script=Katakana}$/u.test(rest.slice(-2))
    ) {
      endRest();
      parts.push(run.slice(at, at + length));
      at += length;
    } else {
      rest += run[at];
      at += 1;
    }
  }
  endRest();
  return parts;
}

const longestCompound = 40;

/** 'linkshander gitarre' of 'linkshandergitarre'. */
function splitCompound(word: string): string | undefined {
  if (word.length > longestCompound) return undefined;
  if (spanAt([word], 0, (one) => meanings.get(one) ?? kindsCalled.get(one))) return undefined;
  for (let at = 4; at <= word.length - 4; at += 1) {
    const [first, last] = [word.slice(0, at), word.slice(at)];
    const means = (part: string, isMeant: (meaning: Meaning) => boolean) =>
      spansIn([part]).some((span) => span.meanings.some(isMeant));
    const isKind = means(last, ({ as }) => as === 'kind');
    if (isKind && means(first, ({ isBeside }) => !isBeside)) return `${first} ${last}`;
  }
  return undefined;
}

/** The kinds with a word that begins with this, or whose facts have one: those with the whole word first. */
export function kindsBeginning(text: string): string[] {
  const typed = keyOf(text);
  if (typed === '') return [];
  const found = beginnings.flatMap(([word, kinds]) => {
    const rank =
      word === typed ? 0 : word.startsWith(typed) ? 1 : word.includes(` ${typed}`) ? 2 : 3;
    return rank < 3 ? kinds.map((kind) => ({ kind, rank })) : [];
  });
  const order = (kind: string) => instruments.kinds.findIndex((one) => one.kind === kind);
  const sorted = found.sort(
    (one, other) => one.rank - other.rank || order(one.kind) - order(other.kind),
  );
  return [...new Set(sorted.map(({ kind }) => kind))];
}

const beginnings: readonly (readonly [word: string, kinds: readonly string[]])[] = [
  ...kindsCalled,
  ...[...meanings].flatMap(([word, all]) => {
    const kinds = all.flatMap(({ as, ids, isBeside }) =>
      as === 'fact' && !isBeside ? ids.flatMap(kindsWith) : [],
    );
    // A word of many kinds ('lefty') says none.
    return new Set(kinds).size === 1 ? [[word, kinds] as const] : [];
  }),
];
