import { plainText, withoutArticle } from '../../../core/plain-text.ts';
import { kindsIn } from '../../instruments/vocabulary.ts';
import type { Stems } from './read-stems.ts';
import { categoryNamed, synonymsOf } from './synonyms.ts';

/**
 * One thing that a product must have to match: one of the alternatives, each a list of words that must all be there. A
 * model ('JV-1080') is one joined word, or its parts; the first alternative is the closest to what was typed.
 */
export interface Term {
  /** The word as it was typed, in small letters, without accents and Arabic articles. */
  typed: string;
  alternatives: readonly (readonly string[])[];
  /** What it means as a word of musicians. */
  meant?: {
    as: 'kind' | 'fact';
    /** Each a list of which all must be there. */
    lexemes: readonly (readonly string[])[];
    /** The lexemes of kinds that are often called by a word for this one: a name with the word itself is enough. */
    alike: readonly string[];
    /** Of several terms that mean it only together, all as one word: 'lefthanded'. */
    joined: string | undefined;
  };
}

/**
 * Splits a search text into terms. Signs without a meaning between words are left out, and fillers beside words that tell
 * something.
 */
export const parseWords = (text: string): Term[] => withoutFillers(parseEveryWord(text));

/** The same with fillers, which may be a part of words that mean something together: 'trompette en ut'. */
export function parseEveryWord(text: string): Term[] {
  const worded = text
    .replaceAll(/\p{Extended_Pictographic}/gu, (sign) => ` ${pictures[sign] ?? ''} `)
    .replaceAll('♭', ' flat ');
  return parse(withoutArticle(plainText(worded)), synonymsOf);
}

export function withoutFillers(terms: readonly Term[]): Term[] {
  const others = terms.filter(({ typed, meant }) => meant !== undefined || !isFiller(typed));
  return others.some(({ typed }) => !smallWords.has(typed)) ? others : [...terms];
}

/** The words of a name of something else, such as a place, which mean no instruments: 'Sax' is a town. */
export function parseName(text: string): Term[] {
  return parse(withoutArticle(plainText(text)), undefined);
}

/** The text with a space between words that a hyphen or the like joins, unless they mean something together: 'e-guitar'. */
export function separateWords(text: string): string {
  return text.replaceAll(/(?<!\p{L})\p{L}+(?:[-./_]\p{L}+)+/gu, (chain) => {
    const parts = chain.split(/[-./_]/);
    return synonymsOf(plainText(parts.join(''))).length > 0 ? chain : parts.join(' ');
  });
}

/** Whether a word is the lexeme of a filter ('c:Brass'), which other words may mean. */
export const isPrefixed = (word: string) => word.includes(':');

/** The lexemes of all alternatives; none for a word without a meaning for a search ('the'). */
export function stemsOf({ alternatives }: Term, stems: Stems): string[] {
  return alternatives
    .flat()
    .flatMap((word) => (isPrefixed(word) ? [word] : (stems.get(word) ?? [])));
}

/** 'YAS-280', 'KT 7': letters, then digits. Not '12-string', and not 'in 1921'. */
export function isModel({ typed }: Term): boolean {
  return (
    /^\p{L}[\p{L}\p{N}\-./_ ]*\p{N}/u.test(typed) &&
    !/ (?:1[89]|20)\d\d/.test(typed) &&
    !/^(?:in|from|of|no|nr|op|opus|the|year|circa|ca|for|with) /.test(typed)
  );
}

type Synonyms = typeof synonymsOf | undefined;

/** 'Flûte à bec' has three words. */
const longestPhrase = 3;

/** The longest phrase with a meaning that begins these words. */
function phraseAt(chains: readonly string[], synonyms: typeof synonymsOf) {
  for (let length = chains.length; length > 1; length -= 1) {
    const words = chains.slice(0, length);
    const meant = synonyms(words.join(' '));
    if (meant.length > 0) return { words, meant };
  }
  return undefined;
}

function parse(plain: string, synonyms: Synonyms): Term[] {
  const chains = plain.match(/[\p{L}\p{M}\p{N}]+(?:[-./_][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  const terms: Term[] = [];
  for (let at = 0; at < chains.length; at += 1) {
    const [chain = '', next] = chains.slice(at, at + 2);
    const phrase = synonyms && phraseAt(chains.slice(at, at + longestPhrase), synonyms);
    if (phrase) {
      terms.push({ typed: phrase.words.join(' '), alternatives: [phrase.words, ...phrase.meant] });
      at += phrase.words.length - 1;
    } else if (next !== undefined && areOne(chain, next, synonyms)) {
      terms.push(modelTerm(`${chain} ${next}`, [chain, next], synonyms));
      at += 1;
    } else {
      terms.push(termOf(chain, synonyms));
    }
  }
  return terms;
}

/** Whether two words are one that is written with a space: 'jv 1080', 'e piano', 'second hand'. */
function areOne(word: string, next: string, synonyms: Synonyms): boolean {
  if (synonyms && isFiller(`${word} ${next}`)) return true;
  // 'bass 1962' and 'bass 5' are no models, and 'ms 2000' is one.
  if (synonyms && word.length > 2 && (year.test(next) || kindsIn([word]).length > 0)) return false;
  if (/^\p{L}{1,4}$/u.test(word) && /^\p{N}[\p{L}\p{N}]*$/u.test(next)) return true;
  const meant = synonyms?.(word + next) ?? [];
  return word.length === 1 && /^\p{L}+$/u.test(next) && meant.length > 0;
}

function termOf(chain: string, synonyms: Synonyms): Term {
  if (synonyms && decade.test(chain)) return decadeTerm(chain);
  const parts = chain.split(/[-./_]/);
  if (parts.length > 1) return modelTerm(chain, parts, synonyms);
  if (year.test(chain) && synonyms) return yearTerm(chain);
  if (/\p{N}/u.test(chain)) {
    return modelTerm(chain, chain.match(/\p{L}+|\p{N}+/gu) ?? [chain], synonyms);
  }
  const category = synonyms && categoryNamed(chain);
  const typed = [chain];
  const written = synonyms ? inOtherKana(chain) : [];
  const others = [chain, ...written].flatMap((word) => synonyms?.(word) ?? []);
  const alternatives = [typed, ...written.map((word) => [word]), ...others];
  return { typed: chain, alternatives: category ? [[`c:${category}`], typed] : alternatives };
}

/** 'ぎたー' of 'ギター', and the other way round; none for a word with other letters. */
function inOtherKana(word: string): string[] {
  const shifted = (from: RegExp, by: number) =>
    word.replaceAll(from, (letter) => String.fromCharCode(letter.charCodeAt(0) + by));
  if (/^[ぁ-ゖー]+$/.test(word)) return [shifted(/[ぁ-ゖ]/g, 0x60)];
  return /^[ァ-ヶー]+$/.test(word) ? [shifted(/[ァ-ヶ]/g, -0x60)] : [];
}

/** 'jv 1080' is found as 'jv1080', or as 'jv' and '1080', and 'e-piano' as what 'epiano' means. */
function modelTerm(typed: string, parts: readonly string[], synonyms: Synonyms): Term {
  const joined = parts.join('');
  const meant = synonyms?.(joined) ?? [];
  // A letter alone is in any description.
  const isLetterApart = meant.length > 0 && parts[0]?.length === 1 && /^\p{L}+$/u.test(joined);
  const apart = parts.length > 1 && !isLetterApart ? [parts, ...otherParts(parts, synonyms)] : [];
  return { typed, alternatives: [[joined], ...apart, ...meant] };
}

/** 'mark 6' is 'Mark VI' too, and 'ms-20mini' is 'ms', '20' and 'mini'. */
function otherParts(parts: readonly string[], synonyms: Synonyms): string[][] {
  const [last = '', before] = [parts.at(-1), parts.slice(0, -1)];
  const written = /^\p{N}+$/u.test(last) ? (synonyms?.(last) ?? []) : [];
  const finer = parts.flatMap((part) => part.match(/\p{L}+|\p{N}+/gu) ?? [part]);
  const isFiner = finer.length > parts.length && finer.every(({ length }) => length > 1);
  return [...written.map((words) => [...before, ...words]), ...(isFiner ? [finer] : [])];
}

const decade = /^(?:(?:18|19|20)\d|[3-9])0s$/;

/** Ten years, as '1970s' or '70s'; those of this century are written in full. */
function decadeTerm(typed: string): Term {
  const digits = typed.slice(0, -2);
  const tens = digits.length === 1 ? `19${digits}` : digits;
  const years = Array.from({ length: 10 }, (_, at) => [`${tens}${at}`]);
  return { typed, alternatives: [[`${tens}0s`], [`${tens.slice(2)}0s`], ...years, [`d:${tens}`]] };
}

const year = /^(?:19|20)\d\d$/;

/** A year is in the text, in the name as two digits too ("'62"), or that of the purchase. */
function yearTerm(typed: string): Term {
  const short = /^19[3-9]/.test(typed) ? [[`n:${typed.slice(2)}`]] : [];
  return { typed, alternatives: [[typed], ...short, [`y:${typed}`]] };
}

/**
 * Words about buying or selling, and not about what, in English, German, Spanish and French, with those small
 * words of the other languages that English stems do not leave out. In a shop of second-hand instruments they tell
 * nothing apart.
 */
const fillers: ReadonlySet<string> = new Set(
  [
    'used secondhand cheap cheaply affordable inexpensive buy buying purchase sell selling sale wanted want looking look need near nearby around price priced please anyone somebody someone instrument instruments condition',
    'gebraucht gebrauchte gebrauchter gebrauchtes gunstig gunstige gunstiges billig suche kaufen kaufe verkaufen verkaufe instrumente zustand mit und oder fur von zu im der das ein eine einen',
    'usado usada usados usadas segundamano barato barata busco comprar vender vendo venta instrumento instrumentos estado para con por del una un en y de el',
    'مستعمل مستعمله بيع شراء ات اله 中古 楽器 管',
    'occasion doccasion pascher cherche acheter vendre vends etat pour avec et ou du des une dans mon ma',
  ]
    .join(' ')
    .split(' '),
);

/** Whether a term, which may be written as two words, tells nothing about an instrument. */
export const isFiller = (typed: string) => fillers.has(typed.replaceAll(/[- ]/g, ''));

/** Small words of English beside which fillers are not left out, because stems leave these out. */
const smallWords: ReadonlySet<string> = new Set(
  'a an and are as at be by for from i in is it my of on or the to with you your'.split(' '),
);

const pictures: Readonly<Record<string, string>> = {
  '🎸': 'guitar',
  '🎹': 'piano',
  '🎺': 'trumpet',
  '🎷': 'saxophone',
  '🎻': 'violin',
  '🥁': 'drum',
  '🪕': 'banjo',
  '🪗': 'accordion',
};
