import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { setLanguage } from '#contract/language.ts';

/**
 * The browser's half of `contract/language.ts`: a document has one language from its first script to its last. The scripts
 * have its texts in them (`scripts/build/localise.mjs`), and the document the owner's own words, which win.
 */
setLanguage(languageOf(document));

function languageOf({ documentElement: { lang } }: Document): I18n {
  const own: Messages = JSON.parse(document.getElementById('texts')?.textContent ?? '{}');
  return setupI18n({ locale: lang, messages: { [lang]: own } });
}
