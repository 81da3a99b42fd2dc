import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { Booking } from '#contract/bookings.ts';
import type { CallInput } from '#contract/calls.ts';
import type { Page } from '../../api/client.ts';
import { apiOf } from '../../api/query-client.ts';

/** Whose side of a sale a list shows. */
export type Side = 'buyer' | 'seller';

const rowsAtOnce = 50;

/** The keys under which this room's reads are kept. */
export const bookingKeys = {
  all: ['bookings'],
  lists: ['bookings', 'list'],
} as const;

/** Somebody's bookings, or what others booked of theirs, newest first, part by part. */
export function bookingsQuery(email: string, as: Side) {
  return infiniteQueryOptions({
    queryKey: [...bookingKeys.lists, as, email],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).callPage(
        'listBookings',
        {
          query: {
            ...{ email, as, limit: rowsAtOnce },
            ...(pageParam !== null && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** The newest booking of a buyer, for the phone that they gave then; null when there is none. */
export function lastBookingQuery(email: string) {
  return queryOptions({
    queryKey: [...bookingKeys.all, 'last', email],
    queryFn: async ({ client, signal }) => {
      const query = { email, limit: 1 };
      const [last] = await apiOf(client).call('listBookings', { query }, { signal });
      return last ?? null;
    },
  });
}

/** One booking, for whoever is a part of it. */
export function bookingQuery(id: string) {
  return queryOptions({
    queryKey: [...bookingKeys.all, 'one', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readBooking', { params: { id } }, { signal }),
  });
}

/** Books a product. The same attempt, repeated after an answer was lost, books it once. */
export function bookItemMutation() {
  return mutationOptions({
    mutationFn: (
      { attempt, ...body }: CallInput<'bookItem'>['body'] & { attempt: string },
      { client },
    ) => apiOf(client).call('bookItem', { body }, { headers: { 'idempotency-key': attempt } }),
    onSettled: (_reply, _failure, _booking, _before, { client }) => makeSalesStale(client),
  });
}

/** Deletes an unpaid booking. */
export function releaseBookingMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<Booking, '_id'>, { client }) =>
      apiOf(client).call('releaseBooking', { params: { id: _id } }),
    onSuccess: (_reply, { _id }, _before, { client }) =>
      changeListed(client, (bookings) => bookings.filter((booking) => booking._id !== _id)),
    onSettled: (_reply, _failure, _booking, _before, { client }) => makeSalesStale(client),
  });
}

/** Asks to give a paid instrument back. */
export function requestReturnMutation() {
  return mutationOptions({
    mutationFn: ({ _id, reason }: Pick<Booking, '_id'> & { reason: string }, { client }) =>
      apiOf(client).call('requestReturn', { params: { id: _id }, body: { reason } }),
    onSettled: (_reply, _failure, _booking, _before, { client }) => makeSalesStale(client),
  });
}

/** Accepts or refuses a return. */
export function decideReturnMutation() {
  return mutationOptions({
    mutationFn: (
      { _id, state }: Pick<Booking, '_id'> & CallInput<'decideReturn'>['body'],
      { client },
    ) => apiOf(client).call('decideReturn', { params: { id: _id }, body: { state } }),
    onSettled: (_reply, _failure, _booking, _before, { client }) => makeSalesStale(client),
  });
}

/** The bookings with a return, for admins. */
export function returnsQuery() {
  return infiniteQueryOptions({
    queryKey: [...bookingKeys.all, 'returns'],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).callPage(
        'listReturns',
        { query: { limit: rowsAtOnce, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** After a step of a sale: bookings, products, wishes and numbers may all look different. */
export function makeSalesStale(client: QueryClient): void {
  for (const queryKey of [bookingKeys.all, ['products'], ['wishlist'], ['users', 'summary']]) {
    void client.invalidateQueries({ queryKey });
  }
}

function changeListed(client: QueryClient, change: (bookings: Booking[]) => Booking[]): void {
  client.setQueriesData<InfiniteData<Page<Booking[]>>>(
    { queryKey: bookingKeys.lists },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: change(page.items) })),
      },
  );
}
