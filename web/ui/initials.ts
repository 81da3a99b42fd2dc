import { language } from '#contract/language.ts';

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter() : undefined;

/**
 * The first letters of the first and the last word of a name, in any script. What is written without spaces, such as a Japanese
 * name, has one. Arabic letters do not join: they are no word.
 */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  const letters = ends.flatMap(
    (word = '') => firstLetter(word)?.toLocaleUpperCase(language()) ?? [],
  );
  return letters.join(letters.some((letter) => /\p{Script=Arabic}/u.test(letter)) ? '\u200c' : '');
}

/** What a reader takes for one letter, with its accents; punctuation before it is skipped. */
function firstLetter(word: string): string | undefined {
  const letters = segmenter
    ? Array.from(segmenter.segment(word), ({ segment }) => segment)
    : Array.from(word);
  return letters.find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? letters[0];
}
