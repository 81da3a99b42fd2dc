import type { Category } from '#contract/constants.ts';
import { instruments, type Kind } from '#contract/instruments/kinds.ts';
import { plainText, withoutArticle } from '../../core/plain-text.ts';

/** The words after which a name says what belongs to the instrument, or where it comes from. */
const asides = /[,;:()（）、،]|\s(?:with|for|by|from|mit|für|von|avec|pour|con|para|مع)\s/iu;

/**
 * The kind of instrument that a name says: the longest of the words of kinds in it decides, those before the asides first. One
 * that several kinds have ('guitar') is decided by the category, or by a further word; one whose kinds are all in other
 * categories is not taken. Undefined when that leaves no kind, or more than one.
 */
export function kindOfName(name: string, category?: Category): Kind | undefined {
  const [head = ''] = name.split(asides, 1);
  return decide(wordsIn(head), category) ?? decide(wordsIn(name), category);
}

function decide(found: readonly string[], category: Category | undefined): Kind | undefined {
  let open: readonly Kind[] | undefined;
  for (const word of [...found].sort((one, other) => other.length - one.length)) {
    const kinds = (kindsByWord.get(word) ?? []).filter(
      (kind) =>
        (category === undefined || kind.category === category) && (open?.includes(kind) ?? true),
    );
    if (kinds.length === 1) return kinds[0];
    if (kinds.length > 1) open = kinds;
  }
  return undefined;
}

/** What is written without spaces; words of one or two letters are parts of others there. */
const spaceless = /^[\p{Script=Han}\p{Script=Katakana}ー・]+$/u;
const minPartLength = 3;

/** The words of kinds in a text, each the longest at its place, in the form of `keyOf`. */
function wordsIn(text: string): string[] {
  const tokens = tokensOf(text);
  const found: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const phrase = longestPhrase(tokens, at);
    if (phrase) {
      found.push(phrase.word);
      at += phrase.tokens - 1;
    } else {
      found.push(...partsOf(tokens[at] ?? ''));
    }
  }
  return found;
}

function longestPhrase(tokens: readonly string[], at: number) {
  for (let length = Math.min(maxTokens, tokens.length - at); length > 0; length -= 1) {
    const phrase = tokens.slice(at, at + length).join(' ');
    const word = [phrase, phrase.replace(/s$/, '')].find((one) => kindsByWord.has(one));
    if (word !== undefined) return { word, tokens: length };
  }
  return undefined;
}

/** The words in what has no spaces: 'ヤマハピアノ'; or between hyphens, when they are none together: 'Meister-Geige'. */
function partsOf(token: string): string[] {
  if (!spaceless.test(token)) return [];
  const found: string[] = [];
  for (let at = 0; at < token.length; at += 1) {
    for (
      let length = Math.min(maxLength, token.length - at);
      length >= minPartLength;
      length -= 1
    ) {
      const part = token.slice(at, at + length);
      if (!kindsByWord.has(part)) continue;
      found.push(part);
      at += length - 1;
      break;
    }
  }
  return found;
}

/** 'E-Gitarre' is 'egitarre' when that is a word, and else two. */
function tokensOf(text: string): string[] {
  const chains =
    plainWords(text).match(/[\p{L}\p{M}\p{N}ー]+(?:[-・][\p{L}\p{M}\p{N}ー]+)*/gu) ?? [];
  return chains.flatMap((chain) => {
    const parts = chain.split(/[-・]/);
    const joined = parts.join('');
    return kindsByWord.has(joined) ? [joined] : parts;
  });
}

/** In small letters, without accents and articles. */
export const plainWords = (text: string) =>
  withoutArticle(plainText(text)).replaceAll(changeOfScript, ' ');

/** 'YAMAHAピアノ' has a space between its words. */
const changeOfScript =
  /(?<=[\p{Script=Han}\p{Script=Katakana}ー])(?=[\p{Script=Latin}\p{Nd}])|(?<=[\p{Script=Latin}\p{Nd}])(?=[\p{Script=Han}\p{Script=Katakana}])/gu;

const kindsByWord = new Map<string, Kind[]>();
for (const kind of instruments.kinds) {
  const keys = Object.values(kind.words)
    .flat()
    .map((word) =>
      plainWords(word)
        .replaceAll(/[-・]/g, '')
        .replaceAll(/[^\p{L}\p{M}\p{N}ー]+/gu, ' ')
        .trim(),
    );
  for (const key of new Set(keys)) kindsByWord.set(key, [...(kindsByWord.get(key) ?? []), kind]);
}
const words = [...kindsByWord.keys()];
const maxTokens = Math.max(...words.map((word) => word.split(' ').length));
const maxLength = Math.max(
  ...words.filter((word) => spaceless.test(word)).map(({ length }) => length),
);
