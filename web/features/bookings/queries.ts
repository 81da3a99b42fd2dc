import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { SaleSide } from '#contract/after-sale/sale-step-types.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import type { CallInput } from '#contract/calls.ts';
import { afterSale, queryKeys } from '../../api/invalidation.ts';
import { pagedQuery, updateCachedItems } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';

const listKey = [...queryKeys.bookings, 'list'] as const;

/**
 * A user's bookings, or those that others placed on the user's products, what needs the user first; also those of the last
 * 30 days that ended without the user's doing.
 */
export function bookingsQuery(email: string, as: SaleSide) {
  return pagedQuery([...listKey, as, email], (api, page, options) =>
    api.callPage(
      'listBookings',
      { query: { email, as, ended: 'true', order: 'needs-you', ...page } },
      options,
    ),
  );
}

/** The buyer's latest booking with a phone number; null when there is none. */
export function lastBookingQuery(email: string) {
  return queryOptions({
    queryKey: [...queryKeys.bookings, 'last', email],
    queryFn: async ({ client, signal }) => {
      const query = { email, limit: 5 };
      const latest = await apiOf(client).call('listBookings', { query }, { signal });
      return latest.find(({ phone }) => phone !== '') ?? null;
    },
  });
}

/** Books a product. `idempotencyKey`: a request that is repeated after its response was lost books once. */
export function bookItemMutation() {
  return mutationOptions({
    mutationFn: (
      { idempotencyKey, ...body }: CallInput<'bookItem'>['body'] & { idempotencyKey: string },
      { client },
    ) =>
      apiOf(client).call('bookItem', { body }, { headers: { 'idempotency-key': idempotencyKey } }),
    onSettled: (_reply, _failure, _booking, _before, { client }) => afterSale(client),
  });
}

/** Deletes an unpaid booking. */
export function releaseBookingMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<Booking, '_id'>, { client }) =>
      apiOf(client).call('releaseBooking', { params: { id: _id } }),
    onSuccess: (_reply, { _id }, _before, { client }) =>
      updateCachedItems<Booking>(client, listKey, (bookings) =>
        bookings.filter((booking) => booking._id !== _id),
      ),
    onSettled: (_reply, _failure, _booking, _before, { client }) => afterSale(client),
  });
}

/** Lets go of an unpaid booking, for the seller. */
export function declineBookingMutation() {
  return mutationOptions({
    mutationFn: ({ _id, reason }: Pick<Booking, '_id'> & { reason: string }, { client }) =>
      apiOf(client).call('declineBooking', { params: { id: _id }, body: { reason } }),
    onSuccess: (_reply, { _id }, _before, { client }) =>
      updateCachedItems<Booking>(client, listKey, (bookings) =>
        bookings.filter((booking) => booking._id !== _id),
      ),
    onSettled: (_reply, _failure, _booking, _before, { client }) => afterSale(client),
  });
}

/** The bookings of all users in any state, newest first; with search words, those that match. For admins. */
export function allBookingsQuery(search = '') {
  return {
    ...pagedQuery([...queryKeys.bookings, 'all', search], (api, page, options) =>
      api.callPage(
        'listAllBookings',
        { query: { ...(search !== '' && { search }), ...page } },
        options,
      ),
    ),
    placeholderData: keepPreviousData,
  };
}

/** Ends an unpaid booking as an admin, with a reason that the buyer gets by mail. */
export function removeBookingMutation() {
  return mutationOptions({
    mutationFn: ({ _id, reason }: Pick<Booking, '_id'> & { reason: string }, { client }) =>
      apiOf(client).call('declineBooking', { params: { id: _id }, body: { reason } }),
    onSettled: (_reply, _failure, _booking, _before, { client }) => afterSale(client),
  });
}

/** The bookings with a return, for admins. */
export function returnsQuery() {
  return pagedQuery([...queryKeys.bookings, 'returns'], (api, page, options) =>
    api.callPage('listReturns', { query: page }, options),
  );
}
