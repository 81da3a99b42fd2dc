import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { requireSelfOrAdmin } from '../../http/api/self-or-admin.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import { listWishlist } from './list-wishlist.ts';
import { removeFromWishlist, wishProduct } from './wish-product.ts';

interface WishlistDeps extends ImageDeps {
  database: Database;
  clock: Clock;
}

export function wishlistHandlers(deps: WishlistDeps): Handlers {
  const { database, clock } = deps;
  const reader = { sql: database.sql, pictureOf: createPictureOf(deps) };
  return {
    async wishProduct({ params, body, caller }) {
      requireOwnEmail(caller, body.email, {
        detail: 'You can only add to your own wishlist',
        field: 'email',
      });
      const modifiedCount = await transaction(database, (tx) =>
        wishProduct(tx, caller, params.id, clock.now()),
      );
      return { acknowledged: true, modifiedCount };
    },

    async listWishlist({ query, caller }) {
      requireSelfOrAdmin(caller, query);
      const filter = { email: query.email, viewer: caller, at: clock.now(), ...partOf(query) };
      return pageOf(await listWishlist(reader, filter), query.limit);
    },

    async removeFromWishlist({ params, caller }) {
      await transaction(database, (tx) => removeFromWishlist(tx, caller, params.id, clock.now()));
      return { acknowledged: true, deletedCount: 1 };
    },
  };
}
