import { type Category, specifiedCategories } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { type OwnedText, type ShownText, shownText } from '#contract/shop/owned-text.ts';
import { shopHasChanged } from '#contract/shop/per-shop.ts';
import { msg } from '#contract/text.ts';

/** A category of the shop. There are no schemas here, for the pages (`categories`). */
export interface ShopCategory {
  /** What listings store, and what addresses and calls have. */
  id: Category;
  /** Missing for one of the specification that keeps its name. */
  name?: OwnedText | undefined;
  /** One sentence below the heading of its page. */
  text?: OwnedText | undefined;
  /** Missing: a drawing. */
  picture?: { address: string; width: number; height: number } | undefined;
  /** The ids of former categories whose listings are in this one now. */
  was?: readonly string[] | undefined;
}

/** Those of a shop that names none. */
const specified: readonly ShopCategory[] = specifiedCategories.map((id) => ({ id }));

let current = specified;

/** The categories of the shop, in the order of the owner. */
export function shopCategories(): readonly ShopCategory[] {
  return current;
}

/** Sets the categories of the shop: at the start of a server, before a page is rendered and before one is hydrated. */
export function setShopCategories(categories: readonly ShopCategory[] = specified): void {
  if (categories === current) return;
  current = categories;
  shopHasChanged();
}

export function categoryIds(): Category[] {
  return current.map(({ id }) => id);
}

/** The id of the category that has this id, or had it; undefined when there is none. */
export function findCategory(id: string | undefined): Category | undefined {
  const known = current.find((one) => one.id === id);
  return (known ?? current.find(({ was }) => was?.some((one) => one === id)))?.id;
}

/** The category with this id, in capitals or not. */
export function categoryInAnyCase(id: string | undefined): Category | undefined {
  const wanted = id?.toLowerCase();
  const known = current.find((one) => one.id.toLowerCase() === wanted);
  return (known ?? current.find(({ was }) => was?.some((one) => one.toLowerCase() === wanted)))?.id;
}

/** The name of a category in the current language. */
export function categoryName(id: Category): string {
  return shownCategoryName(id).text;
}

/** The same with its language, where it is not that of the page. */
export function shownCategoryName(id: Category): ShownText {
  const own = current.find((one) => one.id === id)?.name;
  return own === undefined ? { text: specifiedNames[id] ?? id } : shownText(own);
}

/** The sentence below the heading of its page; undefined where the owner has written none. */
export function categoryText(id: Category): OwnedText | undefined {
  return current.find((one) => one.id === id)?.text;
}

/** Whether the shop has the categories of the specification as they are. */
export function hasSpecifiedCategories(): boolean {
  return current === specified;
}

const specifiedNames: Readonly<Record<string, string>> = textsOf({
  Brass: msg`Brass`,
  Keyboard: msg`Keyboard`,
  Woodwind: msg`Woodwind`,
  String: msg`String`,
  Percussion: msg`Percussion`,
});
