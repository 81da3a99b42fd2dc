import { plainText } from './plain-text.ts';
import { synonyms } from './synonyms.ts';

/**
 * One thing that a product must have to match: one of the alternatives, each a list of words that must all be there. A
 * model ('JV-1080') is one joined word, or its parts; the first alternative is the closest to what was typed.
 */
export interface Term {
  /** As it was typed, in small letters and without accents. */
  typed: string;
  alternatives: readonly (readonly string[])[];
}

/** Splits a search text into terms. Signs without a meaning between words are left out. */
export function parseWords(text: string): Term[] {
  return parse(text, synonyms);
}

/** The words of a place, which mean no instruments: 'Sax' is a town. */
export function parsePlace(text: string): Term[] {
  return parse(text, new Map());
}

function parse(text: string, others: typeof synonyms): Term[] {
  const chains = plainText(text).match(/[\p{L}\p{M}\p{N}]+(?:[-./_][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  const terms: Term[] = [];
  for (let at = 0; at < chains.length; at += 1) {
    const [chain = '', next] = chains.slice(at, at + 2);
    if (next !== undefined && /^\p{L}{1,4}$/u.test(chain) && /^\p{N}[\p{L}\p{N}]*$/u.test(next)) {
      terms.push(modelTerm(`${chain} ${next}`, [chain, next]));
      at += 1;
    } else {
      terms.push(termOf(chain, others));
    }
  }
  return terms;
}

function termOf(chain: string, others: typeof synonyms): Term {
  const parts = chain.split(/[-./_]/);
  if (parts.length > 1) return modelTerm(chain, parts);
  if (/\p{N}/u.test(chain)) return modelTerm(chain, chain.match(/\p{L}+|\p{N}+/gu) ?? [chain]);
  return { typed: chain, alternatives: [[chain], ...(others.get(chain) ?? [])] };
}

/** 'jv 1080' is found as 'jv1080', or as 'jv' and '1080'. */
function modelTerm(typed: string, parts: readonly string[]): Term {
  const joined = parts.join('');
  return { typed, alternatives: parts.length > 1 ? [[joined], parts] : [[joined]] };
}
