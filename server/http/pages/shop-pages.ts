import { isRightToLeft, withParents } from '#contract/language.ts';
import type { ShopPageContent } from '#contract/shop/shop-pages.ts';
import { msg } from '#contract/text.ts';
import { type LoadedShop, translatedPage } from '../../core/loaded-shop.ts';
import { Problem } from '../../core/problem.ts';
import type { Handlers } from '../api/handlers.ts';

/** The call `readShopPage`: the pages that the owner has written. They change only with a start of the server. */
export function shopPageHandlers({ shop }: { shop: LoadedShop }): Handlers {
  const pages = new Map(shop.pages.map((page) => [page.path.slice(1), page]));
  const first = shop.public.languages[0]?.tag ?? 'en';
  return {
    readShopPage: async ({ params, query: { language = first } }) => {
      const page = pages.get(params.name);
      if (!page) throw new Problem('not-found', msg`There is no such page`);
      const translated = withParents(language)
        .map((tag) => shop.translatedPages.get(translatedPage(page.path, tag)))
        .find((one) => one !== undefined);
      return inReplyTo({ wanted: language, first }, translated ?? page);
    },
  };
}

/** A page in another language than the one that was asked for says in which it is. */
function inReplyTo(
  { wanted, first }: { wanted: string; first: string },
  { lang = first, ...page }: ShopPageContent,
): ShopPageContent {
  if (withParents(wanted).includes(lang)) return page;
  const isTurned = isRightToLeft(lang) !== isRightToLeft(wanted);
  return { ...page, lang, ...(isTurned && { dir: isRightToLeft(lang) ? 'rtl' : 'ltr' }) };
}
