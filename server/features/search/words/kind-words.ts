import data from '#contract/instruments/kinds.json' with { type: 'json' };
import { plainText, withoutArticle } from '../../../core/plain-text.ts';

type Words = Readonly<Record<'en' | 'de' | 'fr' | 'es' | 'ja' | 'ar', readonly string[]>>;
const kinds: readonly { kind: string; words: Words }[] = data.kinds;

/** Kinds of several instruments, whose words do not all mean the same: only the first of each language does. */
const mixed: ReadonlySet<string> = new Set(
  (
    'alto-horn euphonium tuba natural-horn flute oboe folk-flute home-keyboard controller-keyboard organ accordion sampler ' +
    'cello mandolin harp shamisen single-drum cymbal electronic-drums congas frame-drum mallet-instrument handpan ' +
    'small-percussion amplifier effect-pedal'
  ).split(' '),
);

/** Kinds whose first words do not mean the same in all languages. */
const unequal: ReadonlySet<string> = new Set(['folk-flute', 'single-drum']);

/** Mean something else as well, in a language of the shop: 'requinto' is a small guitar too. */
const misleading: ReadonlySet<string> = new Set('bass horn requinto amp piano cornet'.split(' '));

/** A word as a search is split into words: 'E-Gitarre' is 'egitarre', 'cor d’harmonie' are three. */
function keyOf(word: string): string {
  const chains =
    withoutArticle(plainText(word)).match(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  return chains.map((chain) => chain.replaceAll('-', '')).join(' ');
}

const english: ReadonlySet<string> = new Set(kinds.flatMap(({ words }) => words.en.map(keyOf)));
const isUsable = (key: string) =>
  !english.has(key) && !misleading.has(key) && !/\p{N}/u.test(key) && key.split(' ').length <= 3;

/** How many kinds have a word: 'ギター' is of three kinds of guitars. */
const kindsOf = new Map<string, string[]>();
for (const { kind, words } of kinds) {
  for (const key of new Set(Object.values(words).flat().map(keyOf))) {
    kindsOf.set(key, [...(kindsOf.get(key) ?? []), kind]);
  }
}

/** The words of one thing in all languages, with its English name. */
export interface KindGroup {
  english: string;
  others: readonly string[];
}

function groupOf({ kind, words }: (typeof kinds)[number]): KindGroup {
  const { en, ...foreign } = words;
  const named = Object.values(foreign).flatMap((list) =>
    mixed.has(kind) ? list.slice(0, 1) : list,
  );
  const keys = [...new Set(named.map(keyOf))];
  const own = keys.filter((key) => isUsable(key) && kindsOf.get(key)?.length === 1);
  return { english: keyOf(en[0] ?? kind), others: own };
}

/** What several kinds have in common: 'guitar', 'saxophone', 'piano'. */
const shared: readonly KindGroup[] = ['guitar', 'saxophone', 'piano'].map((name) => {
  const kindsOfName = kindsOf.get(name)?.join();
  const keys = [...kindsOf].filter(([, its]) => its.join() === kindsOfName).map(([key]) => key);
  return { english: name, others: keys.filter(isUsable) };
});

/** The words of the kinds of instruments, from the data of the product. */
export const kindGroups: readonly KindGroup[] = [
  ...shared,
  ...kinds.filter(({ kind }) => !unequal.has(kind)).map(groupOf),
];

/** The kinds that a word means, in any language: of a mixed kind only by its first words. */
export const kindsMeantBy: ReadonlyMap<string, readonly string[]> = meantKinds();

function meantKinds() {
  const meant = new Map<string, string[]>();
  for (const { kind, words } of kinds) {
    if (unequal.has(kind)) continue;
    const first = keyOf(words.en[0] ?? kind);
    const named = Object.values(words).flatMap((list) =>
      mixed.has(kind) ? list.slice(0, 1) : list,
    );
    for (const key of new Set(named.map(keyOf))) {
      if (misleading.has(key) && key !== first && key !== 'piano') continue;
      meant.set(key, [...(meant.get(key) ?? []), kind]);
    }
  }
  return meant;
}

/** The names of kinds in all languages. */
export const namesOfKinds: readonly string[] = [
  ...new Set([...kindGroups.flatMap(({ others }) => others), ...english]),
];

/** Whether a word is one of those of a kind, in any language. */
export const isKindWord = (word: string) => kindsOf.has(word);
