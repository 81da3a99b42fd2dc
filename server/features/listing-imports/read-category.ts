import { type Category, limits } from '#contract/constants.ts';
import { categoryOfKind, type Kind, kindWithId } from '#contract/instruments/shop-instruments.ts';
import { categoryIds } from '#contract/products/shop-categories.ts';
import { perShop } from '#contract/shop/per-shop.ts';
import { categoriesByWord } from '../instruments/category-words.ts';
import { kindOfName } from '../instruments/kind-of-name.ts';
import { kindsIn, separateVocabulary } from '../instruments/vocabulary.ts';
import { tokensOf } from '../instruments/vocabulary-tables.ts';

/** What a category of another shop says here. */
export interface ReadCategory {
  category?: Category;
  kind?: Kind['kind'];
}

const maxLength = 500;
const maxPaths = 10;
/** From the end of a path. */
const maxParts = 6;

/**
 * The kind and the category that a category of another shop names: 'Guitars > Solid Body', 'Brass Instruments / Trumpets', or
 * several with commas between them, the first that says something. The narrower part of a path counts more. Undefined when it
 * says nothing.
 */
export function readCategory(text: string): ReadCategory | undefined {
  const found = text
    .slice(0, maxLength)
    .split(/[,;|]/, maxPaths)
    .map((path) => path.split(/[>»›/:]/).map((part) => part.trim()))
    .map((parts) => parts.filter((part) => part !== '').slice(-maxParts))
    .map(readPath)
    .filter((read) => read !== undefined);
  return found.find(({ kind }) => kind !== undefined) ?? found[0];
}

/** A cell may have many thousand letters, which take long to read. Those of a name may be written in two parts. */
export function kindNamed(name: string, category?: Category): Kind | undefined {
  return name.length > 2 * limits.nameLength ? undefined : kindOfName(name, category);
}

function readPath(parts: readonly string[]): ReadCategory | undefined {
  const category = categoryOf(parts);
  for (let from = parts.length - 1; from >= 0; from -= 1) {
    const kind = kindOfPart(parts.slice(from).join(' '), category);
    if (kind) {
      const own = categoryOfKind(kind) ?? category;
      return { kind: kind.kind, ...(own !== undefined && { category: own }) };
    }
  }
  return category === undefined ? undefined : { category };
}

function kindOfPart(text: string, category: Category | undefined): Kind | undefined {
  const body =
    /\b(?:solid|semi[- ]?hollow|hollow)[- ]?body\b/i.test(text) && /guitar|gitarr|guit/i.test(text);
  return kindOfName(text, category) ?? (body ? kindWithId('electric-guitar') : undefined);
}

/** The one in which all of the kinds are that a part names, or the one that it names. */
function categoryOf(parts: readonly string[]): Category | undefined {
  for (const part of [...parts].reverse()) {
    const tokens = tokensOf(separateVocabulary(part));
    const named = tokens.flatMap((token) => categoryWords().get(token) ?? []);
    const kinds = kindsIn(tokens).flatMap((one) => one.kinds);
    const all = new Set([...named, ...kinds.flatMap(categoryOfKindWithId)]);
    const [only] = all;
    if (all.size === 1 && only !== undefined) return only;
  }
  return undefined;
}

const categoryOfKindWithId = (id: string): Category[] => {
  const kind = kindWithId(id);
  return [kind && categoryOfKind(kind)].filter((one) => one !== undefined);
};

/** The words of the names of the categories, and other words for those of the specification. */
const categoryWords = perShop(
  () =>
    new Map(
      [
        ...categoryIds().map((id) => [id.toLowerCase(), id] as const),
        ...categoriesByWord(),
      ].flatMap(([word, category]) =>
        tokensOf(separateVocabulary(word)).map((token) => [token, category] as const),
      ),
    ),
);
