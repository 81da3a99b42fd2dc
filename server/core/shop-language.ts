import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { ShopLanguage } from '#contract/shop/shop.ts';

/** A language of the shop with its texts. */
export interface LoadedLanguage extends ShopLanguage {
  /** All texts, with the owner's own words in place of ours. */
  texts: Messages;
  /** The owner's own words alone. */
  own: Messages;
  /** The translator of what the server writes in it: `inLanguage(i18n, …)`. */
  i18n: I18n;
}

/** @param own the owner's words, which win */
export function loadedLanguage(
  { tag, prefix }: ShopLanguage,
  texts: Messages,
  own: Messages = {},
): LoadedLanguage {
  const all = { ...texts, ...own };
  return {
    tag,
    prefix,
    texts: all,
    own,
    i18n: setupI18n({ locale: tag, messages: { [tag]: all } }),
  };
}

/** The language that the reader has chosen, while the shop has it; else the shop's first. */
export function languageOf(
  languages: readonly LoadedLanguage[],
  tag: string | null | undefined,
): LoadedLanguage {
  const [first = english] = languages;
  return languages.find((one) => one.tag === tag) ?? first;
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
    const found = languages.find(
      (one) => one.tag.toLowerCase() === tag || one.tag.toLowerCase() === tag.split('-')[0],
    );
    if (found) return found.tag;
  }
  return null;
}

/** The languages whose letters run from right to left. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return /^(ar|fa|he|ur)\b/.test(tag) ? 'rtl' : 'ltr';
}

/** English as it stands in the code. */
const english = loadedLanguage({ tag: 'en', prefix: '' }, {});
export const englishOnly: readonly LoadedLanguage[] = [english];
