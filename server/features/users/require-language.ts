import { msg } from '#contract/text.ts';
import { badInput } from '../../core/problem.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';

/** @throws Problem bad-input for one that the shop does not have */
export function requireLanguage(
  languages: readonly LoadedLanguage[],
  chosen: string | undefined,
): void {
  if (chosen === undefined || languages.some(({ tag }) => tag === chosen)) return;
  throw badInput([{ field: 'language', message: msg`Choose a language of the shop` }]);
}
