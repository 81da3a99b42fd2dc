import { type Category, categories } from '#contract/constants.ts';
import type { CacheTags, Handlers } from '../http/handlers.ts';
import { pageOf, partOf } from '../http/paging.ts';
import { Problem } from '../problem.ts';
import { listsTag, productTag } from './catalogue.ts';
import {
  listAdvertised,
  listCategory,
  listOfSeller,
  type ProductReader,
  readProduct,
} from './products.ts';

export function productHandlers(reader: ProductReader): Handlers {
  return {
    listAdvertised: async ({ query, caller }) =>
      pageOf(await listAdvertised(reader, caller, partOf(query)), query.limit),

    listOwnProducts: async ({ query, caller }) => {
      if (caller.role !== 'admin' && caller.email.toLowerCase() !== query.email.toLowerCase()) {
        throw new Problem('not-allowed', 'You may only see your own products here');
      }
      const rows = await listOfSeller(reader, caller, { email: query.email, ...partOf(query) });
      return pageOf(rows, query.limit);
    },

    listCategory: async ({ params, query, caller }) => {
      const category = knownCategory(params.name);
      const rows = await listCategory(reader, caller, { category, ...partOf(query) });
      return pageOf(rows, query.limit);
    },

    readProduct: ({ params, caller }) => readProduct(reader, caller, params.id),
  };
}

/** What the remembered answers to guests are made from. */
export const productCacheTags: CacheTags = {
  listAdvertised: () => listsTag,
  readProduct: ({ params }) => productTag(params.id),
};

function knownCategory(name: string): Category {
  const known = categories.find((category) => category === name);
  if (!known) throw new Problem('not-found', `There is no category ${name}`);
  return known;
}
