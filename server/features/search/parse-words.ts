import { isFiller, unifiedText } from './filler-words.ts';
import { plainText } from './plain-text.ts';
import type { Stems } from './read-stems.ts';
import { categoryNamed, synonymsOf } from './synonyms.ts';

/**
 * One thing that a product must have to match: one of the alternatives, each a list of words that must all be there. A
 * model ('JV-1080') is one joined word, or its parts; the first alternative is the closest to what was typed.
 */
export interface Term {
  /** As it was typed, in small letters and without accents. */
  typed: string;
  alternatives: readonly (readonly string[])[];
}

/** Splits a search text into terms. Signs without a meaning between words are left out, and fillers beside other words. */
export function parseWords(text: string): Term[] {
  const terms = parse(unifiedText(text), synonymsOf);
  const telling = terms.filter(({ typed }) => !isFiller(typed));
  return telling.length > 0 ? telling : terms;
}

/** The words of a place, which mean no instruments: 'Sax' is a town. */
export function parsePlace(text: string): Term[] {
  return parse(plainText(text), undefined);
}

/** Whether a word is the lexeme of a filter ('c:Brass'), which other words may mean. */
export const isPrefixed = (word: string) => word.includes(':');

/** The lexemes of all alternatives; none for a word without a meaning for a search ('the'). */
export function stemsOf({ alternatives }: Term, stems: Stems): string[] {
  return alternatives
    .flat()
    .flatMap((word) => (isPrefixed(word) ? [word] : (stems.get(word) ?? [])));
}

type Synonyms = typeof synonymsOf | undefined;

function parse(plain: string, synonyms: Synonyms): Term[] {
  const chains = plain.match(/[\p{L}\p{M}\p{N}]+(?:[-./_][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  const terms: Term[] = [];
  for (let at = 0; at < chains.length; at += 1) {
    const [chain = '', next] = chains.slice(at, at + 2);
    if (next !== undefined && areOne(chain, next, synonyms)) {
      terms.push(modelTerm(`${chain} ${next}`, [chain, next], synonyms));
      at += 1;
    } else {
      terms.push(termOf(chain, synonyms));
    }
  }
  return terms;
}

/** Whether two words are one that is written with a space: 'jv 1080', 'e piano'. */
function areOne(word: string, next: string, synonyms: Synonyms): boolean {
  if (/^\p{L}{1,4}$/u.test(word) && /^\p{N}[\p{L}\p{N}]*$/u.test(next)) return true;
  const meant = synonyms?.(word + next) ?? [];
  return word.length === 1 && /^\p{L}+$/u.test(next) && meant.length > 0;
}

function termOf(chain: string, synonyms: Synonyms): Term {
  const parts = chain.split(/[-./_]/);
  if (parts.length > 1) return modelTerm(chain, parts, synonyms);
  if (/^(?:19|20)\d\d$/.test(chain) && synonyms) return yearTerm(chain);
  if (/\p{N}/u.test(chain)) {
    return modelTerm(chain, chain.match(/\p{L}+|\p{N}+/gu) ?? [chain], synonyms);
  }
  const category = synonyms && categoryNamed(chain);
  const typed = [chain];
  return {
    typed: chain,
    alternatives: category ? [[`c:${category}`], typed] : [typed, ...(synonyms?.(chain) ?? [])],
  };
}

/** 'jv 1080' is found as 'jv1080', or as 'jv' and '1080', and 'e-piano' as what 'epiano' means. */
function modelTerm(typed: string, parts: readonly string[], synonyms: Synonyms): Term {
  const joined = parts.join('');
  const meant = synonyms?.(joined) ?? [];
  // A letter alone is in any description.
  const isLetterApart = meant.length > 0 && parts[0]?.length === 1 && /^\p{L}+$/u.test(joined);
  const apart = parts.length > 1 && !isLetterApart ? [parts] : [];
  return { typed, alternatives: [[joined], ...apart, ...meant] };
}

/** A year is in the name, as two digits too, or that of the purchase. */
function yearTerm(year: string): Term {
  return { typed: year, alternatives: [[year], [year.slice(2)], [`y:${year}`]] };
}
