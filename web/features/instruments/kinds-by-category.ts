import type { Category } from '#contract/constants.ts';
import { categoryIds } from '#contract/products/shop-categories.ts';

/** The kinds of each category of the shop that has some, in the order of the owner; last those that are in none. */
export function kindsByCategory<Kind extends { category?: Category | undefined }>(
  kinds: readonly Kind[],
): { category: Category | undefined; kinds: Kind[] }[] {
  return [...categoryIds(), undefined]
    .map((category) => ({ category, kinds: kinds.filter((one) => one.category === category) }))
    .filter((group) => group.kinds.length > 0);
}
