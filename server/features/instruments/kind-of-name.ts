import type { Category } from '#contract/constants.ts';
import { categoryOfKind, type Kind, kindWithId } from '#contract/instruments/shop-instruments.ts';
import { isAccessory, kindsIn, kindsWith, separateVocabulary, spansIn } from './vocabulary.ts';
import { tokensOf } from './vocabulary-tables.ts';

/** The words after which a name says what belongs to the instrument, or where it comes from. */
const asides =
  /[,;:()（）、،]|\s(?:with|for|by|from|mit|für|von|avec|pour|con|para|met|voor|van|com|por|مع)\s/iu;
const further = /[+&]|\s(?:and|in|und|et|y|en|e)\s/iu;

/**
 * The kind of instrument that a name says: the longest of the words of kinds in it decides, those before the asides first. One
 * that several kinds have ('guitar') is decided by the category, by a further word, or by a fact that only one of them has
 * ('strat'). One whose kinds are all in other categories is not taken, and a trumpet mute is no trumpet. Undefined when that
 * leaves no kind, or more than one.
 */
export function kindOfName(name: string, category?: Category): Kind | undefined {
  const [head = ''] = name.split(asides, 1);
  const [thing = ''] = head.split(further, 1);
  if (isAccessory(wordsOf(thing))) return undefined;
  return decide(wordsOf(head), category) ?? decide(wordsOf(name), category);
}

const wordsOf = (text: string) => tokensOf(separateVocabulary(text));

/** One whose category the shop does not have may be in any. */
function mayBeIn(id: string, category: Category): boolean {
  const kind = kindWithId(id);
  return kind !== undefined && [category, undefined].includes(categoryOfKind(kind));
}

function decide(tokens: readonly string[], category: Category | undefined): Kind | undefined {
  const called = kindsIn(tokens).sort((one, other) => other.word.length - one.word.length);
  const asked = spansIn(tokens).flatMap(({ meanings }) =>
    meanings
      .filter(({ as, isBeside }) => as === 'fact' && !isBeside)
      .map(({ ids }) => ids.flatMap(kindsWith)),
  );
  let open: readonly string[] | undefined;
  for (const ids of [...called.map(({ kinds }) => kinds), ...asked]) {
    const kinds = ids.filter(
      (id) => (category === undefined || mayBeIn(id, category)) && (open?.includes(id) ?? true),
    );
    const [only] = kinds;
    if (new Set(kinds).size === 1 && only !== undefined) return kindWithId(only);
    if (kinds.length > 0) open = kinds;
  }
  return undefined;
}
