import { factWords } from '#contract/instruments/fact-words.ts';
import { otherWords } from '#contract/instruments/other-words.ts';
import { type Kind, shopBrands, shopInstruments } from '#contract/instruments/shop-instruments.ts';
import { perShop } from '#contract/shop/per-shop.ts';
import { plainText, withoutArticle } from '../../core/plain-text.ts';

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

/** A word or several in the form in which the tables have them. */
export const keyOf = (text: string) => tokensOf(plainWords(text)).join(' ');

/** What words mean in this shop, by `keyOf`. */
export interface Vocabulary {
  meanings: ReadonlyMap<string, readonly Meaning[]>;
  /** The two words of each that is written together as well. */
  writtenApart: ReadonlyMap<string, readonly string[]>;
  /** The kinds that have a word, also one for only some of their instruments. */
  kindsCalled: ReadonlyMap<string, readonly string[]>;
  /** What belongs to an instrument and is none. */
  accessories: ReadonlySet<string>;
  /** The kinds that are asked for a fact and may have it. */
  kindsAsked: ReadonlyMap<string, readonly string[]>;
  /** The number of words of the longest. */
  longest: number;
}

/** The vocabulary of the shop, made again when its owner's kinds have changed. */
export const vocabulary = perShop(makeVocabulary);

const mixed = new Set(otherWords.kinds.mixed.split(' '));
const unequal = new Set(otherWords.kinds.unequal.split(' '));
const ambiguous = new Set(otherWords.ambiguous.split(' '));

function makeVocabulary(): Vocabulary {
  const { kinds } = shopInstruments();
  const meanings = new Map<string, Meaning[]>();
  const writtenApart = new Map<string, readonly string[]>();
  const kindsAsked = collectAsked(kinds);
  const add = (word: string, as: Meaning['as'], ids: readonly string[], isBeside = false) =>
    addMeaning({ meanings, writtenApart }, word, { as, ids, isBeside });
  // Facts of kinds that the shop does not show are words like any other.
  const facts = factWords.flatMap(({ facts: all, ...words }) => {
    const asked = all.filter((fact) => kindsAsked.has(fact));
    return asked.length > 0 ? [{ ...words, facts: asked }] : [];
  });
  for (const { facts: ids, words } of facts) {
    for (const word of Object.values(words).flat()) if (word) add(word, 'fact', ids);
  }
  for (const { kind, words } of kinds) {
    for (const ofLanguage of Object.values(words)) {
      for (const [at, word] of ofLanguage.entries()) {
        if (!unequal.has(kind) && (at === 0 || !mixed.has(kind))) add(word, 'kind', [kind]);
      }
    }
  }
  for (const { facts: ids, beside = [] } of facts) {
    for (const word of beside) add(word, 'fact', ids, true);
  }
  for (const { name, aliases = [] } of shopBrands()) {
    for (const word of [name, ...aliases]) add(word, 'brand', [name]);
  }
  for (const [name, words] of Object.entries(otherWords.instruments)) {
    const meant = meanings.get(name) ?? meanings.get(`${name}s`) ?? [];
    for (const word of words.split(' ')) {
      if (ambiguous.has(word) || meanings.has(keyOf(word))) continue;
      for (const { as, ids, isBeside } of meant) if (as !== 'brand') add(word, as, ids, isBeside);
    }
  }
  return {
    meanings,
    writtenApart,
    kindsCalled: collectCalled(kinds),
    accessories: collectAccessories(kinds),
    kindsAsked,
    longest: Math.max(...[...meanings.keys()].map((key) => key.split(' ').length)),
  };
}

function addMeaning(
  {
    meanings,
    writtenApart,
  }: { meanings: Map<string, Meaning[]>; writtenApart: Map<string, readonly string[]> },
  word: string,
  { as, ids, isBeside }: Meaning,
): void {
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

const wordsOf = ({ words }: Kind) => Object.values(words).flat();

function collectCalled(kinds: readonly Kind[]): Map<string, string[]> {
  const called = new Map<string, string[]>();
  for (const kind of kinds) {
    for (const word of wordsOf(kind)) {
      const key = keyOf(word);
      called.set(key, [...new Set([...(called.get(key) ?? []), kind.kind])]);
    }
  }
  return called;
}

/** What a kind of the owner is called is a thing in this shop. */
function collectAccessories(kinds: readonly Kind[]): Set<string> {
  const accessories = new Set(Object.values(otherWords.accessories).flat().map(keyOf));
  const own = kinds.filter(({ isOwn }) => isOwn);
  for (const word of own.flatMap(wordsOf)) accessories.delete(keyOf(word));
  return accessories;
}

function collectAsked(kinds: readonly Kind[]): Map<string, string[]> {
  const { common: ofEveryKind, attributes: known } = shopInstruments();
  const kindsAsked = new Map<string, string[]>();
  for (const { kind, attributes, without = [] } of kinds) {
    const common = ofEveryKind.filter((id) => !without.includes(id));
    for (const { id, values } of [
      ...attributes,
      ...common.map((id) => ({ id, values: undefined })),
    ]) {
      const answers = values ?? Object.keys(known[id]?.values ?? { yes: '', no: '' });
      for (const answer of answers) {
        const fact = `${id}:${answer}`;
        kindsAsked.set(fact, [...(kindsAsked.get(fact) ?? []), kind]);
      }
    }
  }
  return kindsAsked;
}
