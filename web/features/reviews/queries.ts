import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { missingIfMalformed } from '../../api/failures.ts';
import { afterReview, queryKeys } from '../../api/invalidation.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';

/** What the two sides of a sale have written about each other, as this reader may know it. */
export function saleReviewsQuery(bookingId: string, viewer: string) {
  return queryOptions({
    queryKey: [...queryKeys.reviews, 'sale', bookingId, viewer],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readSaleReviews', { params: { id: bookingId } }, { signal }),
  });
}

/** What buyers have written about a seller. */
export function sellerReviewsQuery(sellerId: string) {
  return pagedQuery([...queryKeys.reviews, 'seller', sellerId], (api, query, options) =>
    missingIfMalformed(
      api.callPage('listSellerReviews', { params: { id: sellerId }, query }, options),
    ),
  );
}

/** Writes the review of a sale, or changes the one that has this id. */
export function saveReviewMutation() {
  return mutationOptions({
    mutationFn: async (
      {
        bookingId,
        reviewId,
        ...body
      }: { bookingId: string; reviewId: string | undefined; rating: number; text: string },
      { client },
    ) => {
      const api = apiOf(client);
      if (reviewId === undefined) {
        await api.call('writeReview', { params: { id: bookingId }, body });
      } else {
        await api.call('changeReview', { params: { id: reviewId }, body });
      }
    },
    onSettled: (_reply, _failure, _review, _before, { client }) => afterReview(client),
  });
}

/** Deletes an own review permanently. */
export function deleteReviewMutation() {
  return mutationOptions({
    mutationFn: (_id: string, { client }) =>
      apiOf(client).call('deleteReview', { params: { id: _id } }),
    onSettled: (_reply, _failure, _review, _before, { client }) => afterReview(client),
  });
}

/** Replies to a review once. */
export function replyToReviewMutation() {
  return mutationOptions({
    mutationFn: ({ _id, reason }: { _id: string; reason: string }, { client }) =>
      apiOf(client).call('replyToReview', { params: { id: _id }, body: { text: reason } }),
    onSettled: (_reply, _failure, _review, _before, { client }) => afterReview(client),
  });
}
