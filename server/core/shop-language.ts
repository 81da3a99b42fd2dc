import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { isRightToLeft, withParents } from '#contract/language.ts';
import type { ShopLanguage } from '#contract/shop/shop.ts';

/** A language of the shop with its texts. */
export interface LoadedLanguage extends ShopLanguage {
  /** All texts, with the owner's own words in place of ours. */
  texts: Messages;
  /** The owner's own words alone. */
  own: Messages;
  /** The built-in language whose scripts browsers load, or the folder of scripts that are made of its texts. */
  scripts: { builtIn: string } | { folder: string };
  /** The translator of what the server writes in it: `inLanguage(i18n, …)`. */
  i18n: I18n;
}

/** @param own the owner's words, which win */
export function loadedLanguage(
  { tag, prefix }: ShopLanguage,
  texts: Messages,
  own: Messages = {},
  scripts: LoadedLanguage['scripts'] = { builtIn: tag },
): LoadedLanguage {
  const all = { ...texts, ...own };
  return {
    tag,
    prefix,
    texts: all,
    own,
    scripts,
    i18n: setupI18n({ locale: tag, messages: { [tag]: all } }),
  };
}

/** The language that the reader has chosen, or the nearest that the shop has; else the shop's first. */
export function languageOf(
  languages: readonly LoadedLanguage[],
  tag: string | null | undefined,
): LoadedLanguage {
  const [first = english] = languages;
  return (tag ? nearestLanguage(languages, tag) : undefined) ?? first;
}

/** The first of `Accept-Language` that the shop has; null when it has none of them. */
export function acceptedLanguage(
  languages: readonly LoadedLanguage[],
  header: string | undefined,
): string | null {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().toLowerCase().split(';');
      const quality = options.find((option) => option.trim().startsWith('q='));
      return { tag: tag.trim(), q: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(({ q }) => q > 0)
    .sort((one, other) => other.q - one.q);
  for (const { tag } of wanted) {
    const found = nearestLanguage(languages, tag);
    if (found) return found.tag;
  }
  return null;
}

/** The one with this tag, the language that it is a kind of, or else another kind of that: `pt-BR` for `pt-PT`. */
export function nearestLanguage<Language extends { tag: string }>(
  languages: readonly Language[],
  tag: string,
): Language | undefined {
  const wanted = withParents(tag.toLowerCase());
  const named = wanted.flatMap((one) => languages.filter(({ tag }) => tag.toLowerCase() === one));
  const [base] = wanted.slice(-1);
  return named[0] ?? languages.find(({ tag }) => tag.split('-')[0] === base);
}

export function directionOf(tag: string): 'ltr' | 'rtl' {
  return isRightToLeft(tag) ? 'rtl' : 'ltr';
}

/** English as it stands in the code. */
const english = loadedLanguage({ tag: 'en', prefix: '' }, {});
export const englishOnly: readonly LoadedLanguage[] = [english];
