import { language } from '#contract/language.ts';

/** A language's name as its speakers write it: `Deutsch`, `日本語`. */
export function languageName(tag: string): string {
  // A browser that does not know the language would take that of its own menus.
  const speakers = Intl.DisplayNames.supportedLocalesOf([tag]);
  const name =
    new Intl.DisplayNames([...speakers, language()], { type: 'language' }).of(tag) ?? tag;
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(tag) + rest.join('');
}
