import { setShopZones } from '#contract/delivery/shop-zones.ts';
import { language } from '#contract/language.ts';
import { setShopCurrency } from '#contract/money/shop-currency.ts';
import { setShopCategories } from '#contract/products/shop-categories.ts';
import { defaultShop } from '#contract/shop/default-shop.ts';
import { setFirstLanguage } from '#contract/shop/owned-text.ts';
import { setDaysToReturn } from '#contract/shop/return-days.ts';
import type { PublicShop } from '#contract/shop/shop.ts';
import { hasPart, type ShopPart } from '#contract/shop/shop-parts.ts';

/** On the server the default until it is set; in the browser the document says which shop it is. */
let current: PublicShop;
setCurrentShop(import.meta.env.SSR ? defaultShop : shopOfDocument());

/** The shop whose pages these are: its name, texts and currency. The same wherever it is called while a page is shown. */
export function currentShop(): PublicShop {
  return current;
}

/** The prefix of the paths of pages in the current language: nothing for the shop's first language. */
export function languagePrefix(): string {
  return current.languages.find(({ tag }) => tag === language())?.prefix ?? '';
}

/** Whether this shop has a part that the settings of a server can switch off. */
export function shopHas(part: ShopPart): boolean {
  return hasPart(current, part);
}

/** Sets the shop on the server before it renders; what it renders then is not interrupted. */
export function setCurrentShop(shop: PublicShop): void {
  current = shop;
  setShopCurrency(shop.currency);
  setFirstLanguage(shop.languages[0]?.tag);
  setShopZones(shop.zones);
  setShopCategories(shop.categories);
  setDaysToReturn(shop.returnDays);
}

function shopOfDocument(): PublicShop {
  return JSON.parse(document.getElementById('shop')?.textContent ?? '');
}
