import { msg } from '#contract/text.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import { Problem } from '../../core/problem.ts';
import type { Handlers } from '../api/handlers.ts';

/** The call `readShopPage`: the pages that the owner has written. They change only with a start of the server. */
export function shopPageHandlers({ shop }: { shop: LoadedShop }): Handlers {
  const pages = new Map(shop.pages.map((page) => [page.path.slice(1), page]));
  return {
    readShopPage: async ({ params }) => {
      const page = pages.get(params.name);
      if (!page) throw new Problem('not-found', msg`There is no such page`);
      return page;
    },
  };
}
