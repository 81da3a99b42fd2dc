import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Booking } from '#contract/bookings/bookings.ts';
import { afterSale, queryKeys } from '../../api/invalidation.ts';
import { apiOf } from '../../api/query-client.ts';
import { loadCardEntry } from '../../cards/card-entry.ts';
import { sentAddress, type TypedAddress } from '../delivery/delivery-form.ts';

/**
 * What paying a booking needs: the intent, which is the same on every request, and the card form of its provider. No
 * automatic retries: the person retries.
 */
export function checkoutQuery({ _id, total }: Pick<Booking, '_id' | 'total'>) {
  return queryOptions({
    queryKey: ['payments', 'checkout', _id],
    queryFn: async ({ client, signal }) => {
      const body = { price: total, bookingId: _id };
      const intent = await apiOf(client).call('createPaymentIntent', { body }, { signal });
      return { intent, CardEntry: await loadCardEntry(intent.provider) };
    },
    // A client secret must not stay in the cache after the page is left.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  });
}

/** Reports a charge to the shop, which verifies it with the provider and records it once. */
export function recordPaymentMutation() {
  return mutationOptions({
    mutationFn: (
      { booking, transactionId }: { booking: Booking; transactionId: string },
      { client },
    ) =>
      apiOf(client).call('recordPayment', {
        body: {
          price: booking.total,
          transactionId,
          buyerEmail: booking.buyerEmail,
          bookingId: booking._id,
          productId: booking.productId,
        },
      }),
    onSettled: (_reply, _failure, _charge, _before, { client }) => afterSale(client),
  });
}

/** Says where a booked instrument is sent, which is remembered too. */
export function sayContactMutation() {
  return mutationOptions({
    mutationFn: async (
      { id, phone, address }: { id: string; phone?: string; address?: TypedAddress },
      { client },
    ) => {
      const params = { id };
      if (phone !== undefined) {
        await apiOf(client).call('changeBookingPhone', { params, body: { phone } });
      }
      if (address) {
        await apiOf(client).call('changeBookingAddress', { params, body: sentAddress(address) });
      }
    },
    onSuccess: (_reply, _change, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.address }),
    onSettled: (_reply, _failure, _change, _before, { client }) => afterSale(client),
  });
}

export function changeBookingAddressMutation() {
  return mutationOptions({
    mutationFn: ({ id, address }: { id: string; address: TypedAddress }, { client }) =>
      apiOf(client).call('changeBookingAddress', { params: { id }, body: sentAddress(address) }),
    onSuccess: (_reply, _change, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.address }),
    onSettled: (_reply, _failure, _change, _before, { client }) => afterSale(client),
  });
}
