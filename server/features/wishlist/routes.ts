import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { requireSelfOrAdmin } from '../../http/api/self-or-admin.ts';
import { type Pictures, pictureOf } from '../images/images.ts';
import { listWishlist } from './list-wishlist.ts';
import { removeFromWishlist, wishProduct } from './wishlist.ts';

interface WishlistDeps extends Pictures {
  database: Database;
  clock: Clock;
}

export function wishlistHandlers(deps: WishlistDeps): Handlers {
  const { database, clock } = deps;
  const reader = { sql: database.sql, pictureOf: pictureOf(deps.imageHost, deps.origin) };
  return {
    async wishProduct({ params, body, caller }) {
      if (body.email !== undefined && body.email.toLowerCase() !== caller.email.toLowerCase()) {
        throw new Problem('not-allowed', 'You can only add to your own wishlist', {
          errors: [{ field: 'email', message: 'This is not your email address' }],
        });
      }
      const modifiedCount = await transaction(database, (tx) =>
        wishProduct(tx, caller, params.id, clock.now()),
      );
      return { acknowledged: true, modifiedCount };
    },

    async listWishlist({ query, caller }) {
      requireSelfOrAdmin(caller, query);
      const wanted = { email: query.email, viewer: caller, at: clock.now(), ...partOf(query) };
      return pageOf(await listWishlist(reader, wanted), query.limit);
    },

    async removeFromWishlist({ params, caller }) {
      await transaction(database, (tx) => removeFromWishlist(tx, caller, params.id));
      return { acknowledged: true, deletedCount: 1 };
    },
  };
}
