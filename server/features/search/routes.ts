import type { CallReply } from '#contract/calls.ts';
import { limits } from '#contract/constants.ts';
import { inLanguage } from '#contract/language.ts';
import { toMinorUnits } from '#contract/money/currency.ts';
import { hasPart } from '#contract/shop/shop-parts.ts';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import type { Database } from '../../database/connection.ts';
import { type Caller, roleMissing } from '../../http/api/caller.ts';
import type { CacheTags, Handlers } from '../../http/api/handlers.ts';
import { itemsForCaller, viewedPageOf } from '../../http/api/paging.ts';
import type { ResponseCache } from '../../http/cache/response-cache.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { listsTag } from '../products/catalogue-tags.ts';
import { listByIds } from '../products/list-products.ts';
import { languageOfReply, requireLanguage } from '../users/require-language.ts';
import { browseInstruments } from './results/browse-instruments.ts';
import { comparePrice } from './results/compare-price.ts';
import { readListingFigures } from './results/listing-figures.ts';
import { type SearchDeps, searchProducts } from './results/search-products.ts';
import {
  type Instrument,
  listSimilarProducts,
  readInstrument,
} from './results/similar-products.ts';
import { suggestSearches } from './results/suggest-searches.ts';
import { stemReader } from './words/read-stems.ts';

interface Deps extends ImageDeps {
  database: Database;
  clock: Clock;
  responseCache: ResponseCache;
  /** Whether guests get all products and not only the advertised ones. */
  openCatalogue: boolean;
  languages: readonly LoadedLanguage[];
  shop: Pick<LoadedShop, 'public'>;
}

export function searchHandlers(deps: Deps): Handlers {
  const { readSql: sql } = deps.database;
  const shop = deps.shop.public;
  const shared = sharedIn(deps.responseCache);
  const searching: SearchDeps = {
    reader: { sql, pictureOf: createPictureOf(deps) },
    clock: deps.clock,
    stemsOf: stemReader(sql),
    shared,
  };
  const compare = (key: readonly unknown[], instrument: Instrument, id?: string) =>
    shared<CallReply<'compareProductPrice'>>(JSON.stringify(['prices', ...key]), async () => {
      const comparison = await comparePrice(searching, instrument, id);
      return comparison ? { comparison } : {};
    });
  const isLimited = (caller: Caller | null) => caller === null && !deps.openCatalogue;
  return {
    searchProducts: ({ query, caller }) =>
      searchProducts(searching, query, { viewer: caller, onlyAdvertised: isLimited(caller) }),

    async browseInstruments({ query }) {
      const say = await browseInstruments(searching, query);
      return inLanguage(languageOfReply(deps.languages, query.language), say);
    },

    suggestSearches: ({ query: { q, language }, caller }) =>
      suggestSearches(searching, q, {
        onlyAdvertised: isLimited(caller),
        texts: requireLanguage(deps.languages, language)?.i18n,
      }),

    async listSimilarProducts({ params, caller }) {
      const asked = { id: params.id, viewer: caller, onlyAdvertised: isLimited(caller) };
      const viewed = await listSimilarProducts(searching, asked);
      return viewedPageOf(viewed, limits.similarProducts);
    },

    async listProductsById({ query, caller }) {
      const ids = [...new Set(query.ids.split(','))];
      const viewed = await listByIds(searching.reader, caller, { ids, onlyAdvertised: false });
      return itemsForCaller(viewed);
    },

    async readListingFigures({ query, caller }) {
      const { email, ids } = query;
      if (caller.role !== 'admin' && caller.email.toLowerCase() !== email.toLowerCase()) {
        throw roleMissing(caller, msg`You may only see your own products here`);
      }
      const say = await readListingFigures(deps.database.sql, {
        email,
        ids: [...new Set(ids.split(','))],
        now: deps.clock.now(),
        compare: async (id, instrument) => (await compare([id], instrument, id)).comparison,
      });
      const figures = inLanguage(languageOfReply(deps.languages, query.language), say);
      const [offers, messages] = [hasPart(shop, 'offers'), hasPart(shop, 'messages')];
      return figures.map((one) => ({
        ...one,
        ...(offers ? {} : { offers: undefined }),
        ...(messages ? {} : { questions: undefined }),
      }));
    },

    async compareProductPrice({ params: { id } }) {
      return compare([id], await readInstrument(sql, id), id);
    },

    compareListingPrice({ query: { price, ...listing }, caller }) {
      const priceCents = price === undefined ? undefined : toMinorUnits(price);
      const instrument = { ...listing, priceCents, sellerId: caller.id };
      return compare([instrument], instrument);
    },
  };
}

export const searchCacheTags: CacheTags = {
  searchProducts: () => listsTag,
  browseInstruments: () => listsTag,
  suggestSearches: () => listsTag,
  listSimilarProducts: () => listsTag,
  compareProductPrice: () => listsTag,
};

/**
 * What does not depend on the caller is in the cache of responses, so that a change of the catalogue removes it as well. It is
 * never stale: a part of a response cannot say that it may be.
 */
function sharedIn(cache: ResponseCache): SearchDeps['shared'] {
  return async <Value>(
    key: string,
    make: () => Promise<Value>,
    tags: readonly string[] | ((value: Value) => readonly string[]) = [listsTag],
  ) => {
    if (!cache.isCurrent()) return make();
    // No address of a request begins with a space.
    const { body } = await cache.getOrMake(` search ${key}`, async () => {
      const value = await make();
      return {
        status: 200,
        body: JSON.stringify(value),
        headers: {},
        tags: typeof tags === 'function' ? tags(value) : tags,
        route: '',
      };
    });
    return JSON.parse(body.toString('utf8')) as Value; // What `make` returned is plain data.
  };
}
