import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { ShopLanguage } from '#contract/shop.ts';

/** A language of the shop with its texts. */
export interface LoadedLanguage extends ShopLanguage {
  /** All texts, with the owner's own words in place of ours. */
  texts: Messages;
  /** The owner's own words alone. */
  own: Messages;
  /** For what the server writes in it: `inLanguage(i18n, …)`. */
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

/** English as it stands in the code. */
export const englishOnly: readonly LoadedLanguage[] = [
  loadedLanguage({ tag: 'en', prefix: '' }, {}),
];
