import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { setLanguage } from '#contract/language.ts';

declare global {
  /** Each script brings its texts (`scripts/build/localise.mjs`), some before this one runs. */
  var texts: { push(more: Messages): unknown } | undefined;
}

/** The browser's half of `contract/language.ts`: a document has one language from its first script to its last. */
setLanguage(startLanguage(document.documentElement.lang));

function startLanguage(lang: string): I18n {
  // The owner's own words, which win.
  const own: Messages = JSON.parse(document.getElementById('texts')?.textContent ?? '{}');
  const all: Messages = { ...own };
  const take = (more: Messages) => Object.assign(all, more, own);
  for (const early of Array.isArray(globalThis.texts) ? globalThis.texts : []) take(early);
  globalThis.texts = { push: take };
  return setupI18n({ locale: lang, messages: { [lang]: all } });
}
