import type { Category } from '#contract/constants.ts';
import { otherWords } from '#contract/instruments/other-words.ts';
import { type ShopCategory, shopCategories } from '#contract/products/shop-categories.ts';
import { allTexts } from '#contract/shop/owned-text.ts';
import { perShop } from '#contract/shop/per-shop.ts';
import { plainText } from '../../core/plain-text.ts';
import { kindsIn } from './vocabulary.ts';
import { tokensOf } from './vocabulary-tables.ts';

/** Names and other words of the categories, in all languages. */
export const categoriesByWord = perShop((): readonly (readonly [string, Category])[] =>
  shopCategories().flatMap((category) => [
    ...ownNames(category).map((name) => [name, category.id] as const),
    ...otherWordsFor(category.id).map((word) => [plainText(word), category.id] as const),
  ]),
);

/**
 * The same without names that say a kind of instruments: a search for 'guitars' finds these, and not all that is in a category
 * of this name.
 */
export const categoriesByOtherWord = perShop(() =>
  categoriesByWord().filter(([word]) => kindsIn(tokensOf(word)).length === 0),
);

/** The names that the owner has written. */
function ownNames({ name }: ShopCategory): string[] {
  return name === undefined ? [] : [...new Set(allTexts(name).map(plainText))];
}

const otherWordsFor = (id: Category): string[] =>
  (otherWords.categories as Readonly<Record<string, string>>)[id]?.split(' ') ?? [];
