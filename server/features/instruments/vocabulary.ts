import { otherWords } from '#contract/instruments/other-words.ts';
import { shopInstruments } from '#contract/instruments/shop-instruments.ts';
import { perShop } from '#contract/shop/per-shop.ts';
import { keyOf, type Meaning, plainWords, tokensOf, vocabulary } from './vocabulary-tables.ts';

/*
 * What musicians call kinds of instruments, facts about them, makers, and what belongs to them, in all languages of the shop: the
 * one reader of the words in contract/instruments and of those of the owner.
 */

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
  const { meanings } = vocabulary();
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
  const { kindsCalled } = vocabulary();
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
    const kinds = vocabulary().kindsCalled.get(word);
    if (kinds) return [{ word, kinds }];
  }
  return [];
}

function spanAt<Found>(
  tokens: readonly string[],
  from: number,
  find: (word: string) => Found | undefined,
) {
  for (let to = Math.min(tokens.length, from + vocabulary().longest); to > from; to -= 1) {
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
  const { meanings, kindsCalled } = vocabulary();
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
export const vocabularyWords = perShop((): readonly string[] => [
  ...new Set(
    [...vocabulary().meanings.keys(), ...wordsOfKinds()]
      .flatMap((key) => key.split(' '))
      .filter((word) => /^\p{L}{4,}$/u.test(word)),
  ),
]);

/** 'jazz' and 'bass' of 'jazzbass'. */
export const apartOf = (word: string): readonly string[] | undefined =>
  vocabulary().writtenApart.get(word);

/** The words for kinds, in all languages. */
export const wordsOfKinds = (): readonly string[] => [...vocabulary().kindsCalled.keys()];

/** Whether these words name what belongs to an instrument and is none, other than a word that says what is included. */
export function isAccessory(tokens: readonly string[]): boolean {
  return accessoryIn(tokens) >= 0;
}

/** The place of the first word for what belongs to an instrument; -1 when there is none. */
export function accessoryIn(tokens: readonly string[]): number {
  const { accessories } = vocabulary();
  return tokens.findIndex((token, at) => {
    const pair = `${token} ${tokens[at + 1] ?? ''}`;
    const isKnown = [token, singular(token), pair, singular(pair)].some((one) =>
      accessories.has(one),
    );
    return isKnown && !/^付/.test(tokens[at + 1] ?? '');
  });
}

/** The kinds that are asked for a fact and may have it. */
export const kindsWith = (fact: string): readonly string[] =>
  vocabulary().kindsAsked.get(fact) ?? [];

/** The kinds that are often called by the word of this one, and this one. */
export function kindsAlike(kind: string): readonly string[] {
  const groups = otherWords.kinds.alike.map((group) => group.split(' '));
  return [kind, ...groups.filter((group) => group.includes(kind)).flat()];
}

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
const parts = perShop(() => {
  const { meanings, kindsCalled, accessories } = vocabulary();
  const known = new Set(
    [...meanings.keys(), ...kindsCalled.keys(), ...accessories].flatMap((key) => key.split(' ')),
  );
  const lengths = [...known]
    .filter((token) => token.match(spaceless)?.[0] === token)
    .map(({ length }) => length);
  return { known, longest: Math.max(...lengths) };
});

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
  const { known, longest } = parts();
  if (known.has(run)) return [run];
  const found: string[] = [];
  let rest = '';
  const endRest = () => {
    if (rest !== '' && !particle.test(rest)) found.push(rest);
    rest = '';
  };
  for (let at = 0; at < run.length; ) {
    const shortest = at === 0 ? least : 2;
    let length = Math.min(longest, run.length - at);
    while (length >= shortest && !known.has(run.slice(at, at + length))) length -= 1;
    // Behind a letter, 'ライド' is the end of another word: 'スライド'.
    if (
      length >= shortest &&
      !/(?<!\p{Script=Katakana})\p{Script=Katakana}$/u.test(rest.slice(-2))
    ) {
      endRest();
      found.push(run.slice(at, at + length));
      at += length;
    } else {
      rest += run[at];
      at += 1;
    }
  }
  endRest();
  return found;
}

const longestCompound = 40;

/** 'linkshander gitarre' of 'linkshandergitarre'. */
function splitCompound(word: string): string | undefined {
  if (word.length > longestCompound) return undefined;
  const { meanings, kindsCalled } = vocabulary();
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
  const found = beginnings().flatMap(([word, kinds]) => {
    const rank =
      word === typed ? 0 : word.startsWith(typed) ? 1 : word.includes(` ${typed}`) ? 2 : 3;
    return rank < 3 ? kinds.map((kind) => ({ kind, rank })) : [];
  });
  const { kinds: inOrder } = shopInstruments();
  const order = (kind: string) => inOrder.findIndex((one) => one.kind === kind);
  const sorted = found.sort(
    (one, other) => one.rank - other.rank || order(one.kind) - order(other.kind),
  );
  return [...new Set(sorted.map(({ kind }) => kind))];
}

const beginnings = perShop((): readonly (readonly [word: string, kinds: readonly string[]])[] => {
  const { meanings, kindsCalled } = vocabulary();
  return [
    ...kindsCalled,
    ...[...meanings].flatMap(([word, all]) => {
      const kinds = all.flatMap(({ as, ids, isBeside }) =>
        as === 'fact' && !isBeside ? ids.flatMap(kindsWith) : [],
      );
      // A word of many kinds ('lefty') says none.
      return new Set(kinds).size === 1 ? [[word, kinds] as const] : [];
    }),
  ];
});
