import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { CacheTags, Handlers } from '../../http/api/handlers.ts';
import type { ResponseCache } from '../../http/cache/response-cache.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { listsTag } from '../products/catalogue-changes.ts';
import { frequencyReader } from './frequencies.ts';
import { stemReader } from './read-stems.ts';
import { type SearchDeps, searchProducts } from './search-products.ts';
import { suggestSearches } from './suggest-searches.ts';
import { readVerifiedSellers } from './verified-sellers.ts';

interface Deps extends ImageDeps {
  database: Database;
  clock: Clock;
  responseCache: ResponseCache;
  /** Whether guests get all products and not only the advertised ones. */
  openCatalogue: boolean;
}

export function searchHandlers(deps: Deps): Handlers {
  const { sql } = deps.database;
  const shared = sharedIn(deps.responseCache);
  const searching: SearchDeps = {
    reader: { sql, pictureOf: createPictureOf(deps) },
    clock: deps.clock,
    stemsOf: stemReader(sql),
    frequencies: frequencyReader(sql),
    verifiedSellers: () => shared('verified sellers', () => readVerifiedSellers(sql)),
    shared,
  };
  const isLimited = (caller: Caller | null) => caller === null && !deps.openCatalogue;
  return {
    searchProducts: ({ query, caller }) =>
      searchProducts(searching, query, { viewer: caller, onlyAdvertised: isLimited(caller) }),

    suggestSearches: ({ query, caller }) => suggestSearches(searching, query.q, isLimited(caller)),
  };
}

export const searchCacheTags: CacheTags = {
  searchProducts: () => listsTag,
  suggestSearches: () => listsTag,
};

/**
 * What does not depend on the caller is in the cache of responses, so that a change of the catalogue removes it as well. It is
 * never stale: a part of a response cannot say that it may be.
 */
function sharedIn(cache: ResponseCache): SearchDeps['shared'] {
  return async <Value>(key: string, make: () => Promise<Value>) => {
    if (!cache.isCurrent()) return make();
    // No address of a request begins with a space.
    const { body } = await cache.getOrMake(` search ${key}`, async () => ({
      status: 200,
      body: JSON.stringify(await make()),
      headers: {},
      tags: [listsTag],
      route: '',
    }));
    return JSON.parse(body.toString('utf8')) as Value; // What `make` returned is plain data.
  };
}
