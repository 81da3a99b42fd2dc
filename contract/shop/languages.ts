import { withParents } from '#contract/language.ts';
import builtIn from '../../texts/languages.json' with { type: 'json' };

/** The languages that come with the shop: those with a catalogue in `texts/`. An owner adds others beside `shop.json`. */
export const builtInLanguages: readonly string[] = builtIn;

/** The language that comes with the shop and that this one is, or is a kind of: `de` for `de-CH`. */
export function builtInLanguageOf(tag: string): string | undefined {
  return withParents(tag).find((one) => builtInLanguages.includes(one));
}

/** Whether this is the tag of a language in its usual letters: `nl`, `pt-BR`, `es-419`. */
export function isLanguageTag(tag: string): boolean {
  if (!/^[a-z]{2,3}(-|$)/.test(tag) || tag.length > 35) return false;
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}
