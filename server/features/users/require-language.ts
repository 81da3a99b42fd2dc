import { msg } from '#contract/text.ts';
import { badInput } from '../../core/problem.ts';
import { type LoadedLanguage, languageOf } from '../../core/shop-language.ts';

/**
 * The language that was named in this field, if one was.
 * @throws Problem bad-input for one that the shop does not have
 */
export function requireLanguage(
  languages: readonly LoadedLanguage[],
  chosen: string | undefined,
  field = 'language',
): LoadedLanguage | undefined {
  if (chosen === undefined) return undefined;
  const language = languages.find(({ tag }) => tag === chosen);
  if (!language) throw badInput([{ field, message: msg`Choose a language of the shop` }]);
  return language;
}

/**
 * The texts of a reply in the language that was named, or else in the first one of the shop.
 * @throws Problem bad-input for one that the shop does not have
 */
export const languageOfReply = (
  languages: readonly LoadedLanguage[],
  chosen: string | undefined,
): LoadedLanguage['i18n'] =>
  (requireLanguage(languages, chosen) ?? languageOf(languages, chosen)).i18n;
