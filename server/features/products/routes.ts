import type { Category } from '#contract/constants.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { findCategory } from '#contract/products/shop-categories.ts';
import { hasPart } from '#contract/shop/shop-parts.ts';
import { msg } from '#contract/text.ts';
import { placeOfAddress } from '../../core/client-place.ts';
import type { Clock } from '../../core/clock.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { type Caller, roleMissing } from '../../http/api/caller.ts';
import type {
  CacheTags,
  Handlers,
  SharedItems,
  SharedList,
  SharedLists,
} from '../../http/api/handlers.ts';
import { pageOf, partOf, viewedPageOf } from '../../http/api/paging.ts';
import { findClips } from '../clips/clip-uses.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { registerHostedPictures } from '../images/register-hosted-pictures.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import { requireTraderAnswer } from '../users/state-trader.ts';
import { lexemeTag, listsTag, productTag, searchesTag } from './catalogue-tags.ts';
import { changeProduct, changeProductStatus } from './change-product.ts';
import { askForCode, type PhotoCodes, removeCodePhoto, setCodePhoto } from './code-photo.ts';
import { listAllProducts } from './list-all-products.ts';
import { listProduct } from './list-product.ts';
import {
  listAdvertised,
  listCategory,
  listMoreOfSeller,
  listOwnProducts,
} from './list-products.ts';
import { findListingPictures } from './listing-pictures.ts';
import { readPersonalFields } from './personal-fields.ts';
import { readPersonalPart, readProduct, readSharedProduct } from './read-product.ts';
import { listSellerProducts, readSeller } from './read-seller.ts';
import { readSerial, readSoldSerial, type SerialNumbers } from './serial-numbers.ts';
import type { ViewCounter } from './view-counter.ts';

interface ProductDeps extends ImageDeps {
  database: Database;
  clock: Clock;
  /** The hours for which a booking holds a product. */
  bookingHoldHours: number;
  /** The days within which a trader's sale can be withdrawn from; 0 where the shop does not ask sellers. */
  withdrawalDays: number;
  /** Whether guests get all products of a seller and not only the advertised ones. */
  openCatalogue: boolean;
  shop: Pick<LoadedShop, 'public'>;
  views: Pick<ViewCounter, 'count'>;
  photoCodes: PhotoCodes;
  serialNumbers: SerialNumbers;
}

export function productHandlers(deps: ProductDeps): Handlers {
  return { ...readingHandlers(deps), ...sellerHandlers(deps), ...sellingHandlers(deps) };
}

function readingHandlers(deps: ProductDeps): Handlers {
  const pictureOf = createPictureOf(deps);
  const { origin } = deps;
  const reader = { sql: deps.database.readSql, pictureOf, origin };
  /** Reads current data, for what users do next with their own products. */
  const freshReader = { sql: deps.database.sql, pictureOf, origin };
  return {
    listAdvertised: async ({ query, caller }) =>
      viewedPageOf(await listAdvertised(reader, caller, partOf(query)), query.limit),

    listOwnProducts: async ({ query, caller }) => {
      if (caller.role !== 'admin' && caller.email.toLowerCase() !== query.email.toLowerCase()) {
        throw roleMissing(caller, msg`You may only see your own products here`);
      }
      const { email, search, without } = query;
      const filter = { email, search, without, ...partOf(query) };
      const rows = await listOwnProducts(freshReader, caller, filter);
      return pageOf(rows, query.limit);
    },

    listAllProducts: async ({ query, caller }) => {
      const filter = { search: query.search, ...partOf(query) };
      return pageOf(await listAllProducts(freshReader, caller, filter), query.limit);
    },

    listCategory: async ({ params, query, caller }) => {
      const category = knownCategory(params.name);
      const viewed = await listCategory(reader, caller, { category, ...partOf(query) });
      return {
        ...viewedPageOf(viewed, query.limit),
        tags: [searchesTag, lexemeTag(`c:${category}`)],
      };
    },

    readProduct: async ({ params, caller }) =>
      withTerms(deps, await readProduct(caller ? freshReader : reader, caller, params.id)),

    async countProductView({ params, caller, request }) {
      deps.views.count({
        productId: params.id,
        viewerId: caller?.id,
        address: placeOfAddress(request.ip),
        browser: request.headers['user-agent'] ?? '',
      });
      return { acknowledged: true };
    },

    listMoreOfSeller: async ({ params, query, caller }) => {
      const viewed = await listMoreOfSeller(reader, caller, { id: params.id, ...partOf(query) });
      return viewedPageOf(viewed, query.limit);
    },
  };
}

function sellerHandlers(deps: ProductDeps): Handlers {
  const reader = { sql: deps.database.readSql, pictureOf: createPictureOf(deps) };
  const isLimited = (caller: Caller | null) => caller === null && !deps.openCatalogue;
  return {
    readSeller: async ({ params, caller }) => ({
      ...(await readSeller(reader, params.id)),
      ...(hasPart(deps.shop.public, 'messages') ? {} : { answerMinutes: undefined }),
      ...(hasPart(deps.shop.public, 'traders') ? {} : { trader: undefined }),
      isLimited: isLimited(caller),
    }),

    listSellerProducts: async ({ params, query, caller }) => {
      const range = { sellerId: params.id, onlyAdvertised: isLimited(caller), ...partOf(query) };
      return viewedPageOf(await listSellerProducts(reader, caller, range), query.limit);
    },
  };
}

function sellingHandlers(deps: ProductDeps): Handlers {
  const { database, clock } = deps;
  const change = async (work: (tx: Tx, at: Date) => Promise<boolean>) => {
    const changed = await transaction(database, (tx) => work(tx, clock.now()));
    return { acknowledged: true, modifiedCount: changed ? 1 : 0 } as const;
  };
  return {
    async listProduct({ body, caller, idempotency }) {
      requireOwnEmail(caller, body.sellerEmail, {
        detail: msg`You can only sell for yourself`,
        field: 'sellerEmail',
      });
      const { image, images, clips: sentClips, ...listing } = body;
      await registerHostedPictures(deps, { image, images });
      const insertedId = await transaction(database, async (tx) => {
        const pictures = await findListingPictures(
          tx,
          deps,
          { image, images },
          { ownerId: caller.id },
        );
        const clips = await findClips(tx, deps, sentClips, { ownerId: caller.id });
        const { serialNumbers } = deps;
        const newListing = { ...listing, ...pictures, clips, serialNumbers, idempotency };
        const insertedId = await listProduct(tx, caller.id, newListing, clock.now());
        if (hasPart(deps.shop.public, 'traders'))
          await requireTraderAnswer(tx, caller.id, clock.now());
        return insertedId;
      });
      return { acknowledged: true, insertedId };
    },

    async changeProduct({ params, body, caller }) {
      await registerHostedPictures(deps, body);
      const { serialNumbers } = deps;
      const changes = { ...body, ...params, imageDeps: deps, serialNumbers };
      return change((tx, at) => changeProduct(tx, caller, changes, at));
    },

    changeProductStatus: ({ params, body, caller }) =>
      change((tx, at) => changeProductStatus(tx, caller, { ...body, ...params }, at)),

    readSerial: ({ params, caller }) =>
      readSerial({ sql: database.sql, serialNumbers: deps.serialNumbers }, caller.id, params.id),

    readSoldSerial: ({ params, caller }) =>
      readSoldSerial(
        { sql: database.sql, serialNumbers: deps.serialNumbers },
        caller.id,
        params.id,
      ),

    askForCode: ({ params, caller }) =>
      transaction(database, (tx) =>
        askForCode(tx, deps.photoCodes, caller, params.id, clock.now()),
      ),

    async setCodePhoto({ params, body, caller }) {
      await registerHostedPictures(deps, body);
      const photo = { ...body, ...params };
      const photoDeps = { imageDeps: deps, codes: deps.photoCodes };
      return change((tx, at) => setCodePhoto(tx, photoDeps, caller, photo, at));
    },

    removeCodePhoto: ({ params, caller }) =>
      change((tx, at) => removeCodePhoto(tx, caller, params.id, at)),
  };
}

/** The cache tags of responses to guests: a response is dropped when its tag is invalidated. */
export const productCacheTags: CacheTags = {
  listAdvertised: () => listsTag,
  readProduct: ({ params }) => productTag(params.id),
  listMoreOfSeller: () => listsTag,
  readSeller: () => listsTag,
  listSellerProducts: () => listsTag,
};

/** Lists in which a few fields differ for each user (`personal-fields.ts`). */
export function sharedProductLists({
  database: { sql },
}: Pick<ProductDeps, 'database'>): SharedLists {
  const shared: SharedList = {
    tags: [listsTag],
    readFields: (caller, ids) => readPersonalFields(sql, caller, ids),
  };
  return {
    listAdvertised: shared,
    listCategory: shared,
    listMoreOfSeller: shared,
    listSellerProducts: shared,
    searchProducts: shared,
    listSimilarProducts: shared,
  };
}

/** The product, in which a few fields differ for each user. */
export function sharedProducts(
  deps: Pick<ProductDeps, 'database'> & Terms & ImageDeps,
): SharedItems {
  const { sql, readSql } = deps.database;
  const reader = { sql: readSql, pictureOf: createPictureOf(deps), origin: deps.origin };
  return {
    readProduct: {
      tagOf: ({ params }) => productTag(params.id),
      read: async ({ params }) => withTerms(deps, await readSharedProduct(reader, params.id)),
      readFields: (caller, { params }) => readPersonalPart(sql, caller, params.id),
    },
  };
}

type Terms = Pick<ProductDeps, 'bookingHoldHours' | 'withdrawalDays' | 'shop'>;

/** A product with what the settings of the shop say about it. */
function withTerms(
  { bookingHoldHours, withdrawalDays, shop }: Terms,
  product: SingleProduct,
): SingleProduct {
  const trader = hasPart(shop.public, 'traders') ? product.trader : undefined;
  return {
    ...product,
    holdHours: bookingHoldHours,
    takesOffers: hasPart(shop.public, 'offers') ? product.takesOffers : undefined,
    trader,
    withdrawalDays: trader?.status === 'trader' ? withdrawalDays : undefined,
  };
}

function knownCategory(name: string): Category {
  const known = findCategory(name);
  if (!known) throw new Problem('not-found', msg`There is no category ${name}`);
  return known;
}
