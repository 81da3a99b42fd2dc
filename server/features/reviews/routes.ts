import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { listSellerReviews, readSaleReviews } from './read-reviews.ts';
import { changeReview, deleteReview, replyToReview, writeReview } from './write-review.ts';

interface ReviewDeps {
  database: Database;
  clock: Clock;
}

export function reviewHandlers({ database, clock }: ReviewDeps): Handlers {
  return {
    readSaleReviews: ({ params, caller }) =>
      readSaleReviews(database.sql, caller, params.id, clock.now()),

    async listSellerReviews({ params, query }) {
      const part = { sellerId: params.id, ...partOf(query) };
      return pageOf(await listSellerReviews(database.sql, part), query.limit);
    },

    async writeReview({ params, body, caller }) {
      const insertedId = await transaction(database, (tx) =>
        writeReview(tx, caller.id, { bookingId: params.id, ...body }, clock.now()),
      );
      return { acknowledged: true, insertedId };
    },

    async changeReview({ params, body, caller }) {
      await transaction(database, (tx) =>
        changeReview(tx, caller.id, { ...params, ...body }, clock.now()),
      );
      return { acknowledged: true, modifiedCount: 1 };
    },

    async deleteReview({ params, caller }) {
      await transaction(database, (tx) => deleteReview(tx, caller.id, params.id, clock.now()));
      return { acknowledged: true, deletedCount: 1 };
    },

    async replyToReview({ params, body, caller }) {
      await transaction(database, (tx) =>
        replyToReview(tx, caller.id, { ...params, ...body }, clock.now()),
      );
      return { acknowledged: true, modifiedCount: 1 };
    },
  };
}
