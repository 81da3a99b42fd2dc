import type { Category } from '#contract/constants.ts';
import { type Kind, kindWithId } from '#contract/instruments/shop-instruments.ts';
import { kindOfName } from './kind-of-name.ts';
import { kindsBeginning } from './vocabulary.ts';

const maxSuggestions = 6;

/** The kind that a name says, then those with a word that begins with what was typed, whole words first. */
export function suggestKinds({ q, category }: { q: string; category?: Category | undefined }): {
  kinds: Kind[];
  isNamed: boolean;
} {
  const named = kindOfName(q, category);
  const begun = kindsBeginning(q).flatMap((id) => kindWithId(id) ?? []);
  const kinds = [...new Set([...(named ? [named] : []), ...begun])];
  return { kinds: kinds.slice(0, maxSuggestions), isNamed: named !== undefined };
}
