import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Booking } from '#contract/bookings/bookings.ts';
import type { CallInput } from '#contract/calls.ts';
import type { SentClip } from '#contract/clips/clips.ts';
import { afterSale, queryKeys } from '../../api/invalidation.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';

/** One booking, for its buyer and its seller. */
export function bookingQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.bookings, 'one', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readBooking', { params: { id } }, { signal }),
  });
}

type Of<Body> = Pick<Booking, '_id'> & Body;

/** Enters the buyer's code when handing over. */
export function handOverMutation() {
  return mutationOptions({
    mutationFn: ({ _id, code }: Of<{ code: string }>, { client }) =>
      apiOf(client).call('handOver', { params: { id: _id }, body: { code } }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Says that the two meet instead of having it sent, or takes it back. */
export function meetInsteadMutation() {
  return mutationOptions({
    mutationFn: ({ _id, agrees }: Of<CallInput<'meetInstead'>['body']>, { client }) =>
      apiOf(client).call('meetInstead', { params: { id: _id }, body: { agrees } }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Enters the number of a permit, or says that it was refused. */
export function givePermitMutation() {
  return mutationOptions({
    mutationFn: ({ _id, ...body }: Of<CallInput<'givePermit'>['body']>, { client }) =>
      apiOf(client).call('givePermit', { params: { id: _id }, body }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Says that the instrument was shipped. */
export function markSentMutation() {
  return mutationOptions({
    mutationFn: ({ _id, ...body }: Of<CallInput<'markSent'>['body']>, { client }) =>
      apiOf(client).call('markSent', { params: { id: _id }, body }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** The end of the serial number of what the reader has paid for. */
export function soldSerialQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.bookings, 'serial', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readSoldSerial', { params: { id } }, { signal }),
    retry: false,
  });
}

/** Says that the instrument is there, and that a later listing may say that it was sold here. */
export function confirmReceiptMutation() {
  return mutationOptions({
    mutationFn: async (
      { _id, isTraced, ...body }: Of<CallInput<'confirmReceipt'>['body']> & { isTraced?: boolean },
      { client },
    ) => {
      const params = { id: _id };
      await apiOf(client).call('confirmReceipt', { params, body });
      // Both calls can be repeated, so that after a failure of the second one both are.
      if (isTraced) await apiOf(client).call('traceSale', { params, body: { agrees: true } });
    },
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Says whether a later listing of the buyer may say that it was sold here. */
export function traceSaleMutation() {
  return mutationOptions({
    mutationFn: ({ _id, agrees }: Of<CallInput<'traceSale'>['body']>, { client }) =>
      apiOf(client).call('traceSale', { params: { id: _id }, body: { agrees } }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Says that all is well, which ends the time for a return. */
export function approveSaleMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<Booking, '_id'>, { client }) =>
      apiOf(client).call('approveSale', { params: { id: _id }, body: {} }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Cancels a sale before the handover, which refunds it. */
export function cancelSaleMutation() {
  return mutationOptions({
    mutationFn: ({ _id, reason }: Of<{ reason: string }>, { client }) =>
      apiOf(client).call('cancelSale', { params: { id: _id }, body: { reason } }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Asks the seller to cancel a sale. */
export function requestCancellationMutation() {
  return mutationOptions({
    mutationFn: ({ _id, reason }: Of<{ reason: string }>, { client }) =>
      apiOf(client).call('requestCancellation', { params: { id: _id }, body: { reason } }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Cancels a sale as its buyer asked, or declines. */
export function answerCancellationMutation() {
  return mutationOptions({
    mutationFn: ({ _id, ...body }: Of<CallInput<'answerCancellation'>['body']>, { client }) =>
      apiOf(client).call('answerCancellation', { params: { id: _id }, body }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Asks to return an instrument. */
export function requestReturnMutation() {
  return mutationOptions({
    mutationFn: ({ _id, text, images, clips }: Evidence, { client }) =>
      apiOf(client).call('requestReturn', {
        params: { id: _id },
        body: { reason: text, ...withEvidence({ images, clips }) },
      }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Accepts or contests a return, or says that the instrument was given back. */
export function decideReturnMutation() {
  return mutationOptions({
    mutationFn: ({ _id, ...body }: Of<CallInput<'decideReturn'>['body']>, { client }) =>
      apiOf(client).call('decideReturn', { params: { id: _id }, body }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Says where an accepted return goes. */
export function sayPlaceMutation() {
  return mutationOptions({
    mutationFn: ({ _id, reason: place }: { _id: string; reason: string }, { client }) =>
      apiOf(client).call('decideReturn', {
        params: { id: _id },
        body: { state: 'accepted', place },
      }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Says by whom an instrument was sent back. */
export function markSentBackMutation() {
  return mutationOptions({
    mutationFn: ({ _id, ...body }: Of<CallInput<'markSentBack'>['body']>, { client }) =>
      apiOf(client).call('markSentBack', { params: { id: _id }, body }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** A text about a sale, with the addresses of its pictures. */
export interface Evidence {
  _id: string;
  text: string;
  images: readonly string[];
  clips?: readonly SentClip[] | undefined;
}

/** Says that a sent instrument did not arrive. */
export function openDisputeMutation() {
  return mutationOptions({
    mutationFn: ({ _id, text, images, clips }: Evidence, { client }) =>
      apiOf(client).call('openDispute', {
        params: { id: _id },
        body: { reason: text, ...withEvidence({ images, clips }) },
      }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Says that what arrived is not as described. */
export function openComplaintMutation() {
  return mutationOptions({
    mutationFn: ({ _id, text, images, clips }: Evidence, { client }) =>
      apiOf(client).call('openDispute', {
        params: { id: _id },
        body: { cause: 'not-as-described', reason: text, ...withEvidence({ images, clips }) },
      }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Withdraws from a purchase from a trader. */
export function withdrawFromSaleMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<Booking, '_id'>, { client }) =>
      apiOf(client).call('withdrawFromSale', { params: { id: _id }, body: { confirm: true } }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Adds a text to the open dispute about a booking. */
export function addDisputeStatementMutation() {
  return mutationOptions({
    mutationFn: ({ _id, text, images, clips }: Evidence, { client }) =>
      apiOf(client).call('addDisputeStatement', {
        params: { id: _id },
        body: { text, ...withEvidence({ images, clips }) },
      }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** Decides the open dispute about a booking, for admins. */
export function decideDisputeMutation() {
  return mutationOptions({
    mutationFn: ({ _id, ...body }: Of<CallInput<'decideDispute'>['body']>, { client }) =>
      apiOf(client).call('decideDispute', { params: { id: _id }, body }),
    onSettled: (_reply, _failure, _sale, _before, { client }) => afterSale(client),
  });
}

/** A dispute about a booking, with all that was said in it: the last one unless `disputeId` names another. */
export function disputeQuery(bookingId: string, disputeId?: string) {
  return queryOptions({
    queryKey: [...queryKeys.bookings, 'dispute', bookingId, disputeId],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'readDispute',
        { params: { id: bookingId }, query: disputeId ? { disputeId } : {} },
        { signal },
      ),
  });
}

/** The conversation of the two about a booking; null when there is none, and for admins once the dispute is decided. */
export function threadOfBookingQuery(email: string, bookingId: string) {
  return queryOptions({
    queryKey: [...queryKeys.messages, 'of-booking', email, bookingId],
    queryFn: async ({ client, signal }) => {
      const query = { email, bookingId, limit: 1 };
      const [thread] = await apiOf(client).call('listThreads', { query }, { signal });
      return thread ?? null;
    },
  });
}

/** The newest messages of a thread, for an admin. Each look is recorded, so they are read once. */
export function messagesForAdminQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.messages, 'for-admin', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).callPage('listMessages', { params: { id }, query: {} }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The listing of what was sold, as its page reads it. */
export function listingQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'one', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readProduct', { params: { id } }, { signal }),
  });
}

/** The disputes of all bookings, newest first, for admins. */
export function disputesQuery() {
  return pagedQuery([...queryKeys.bookings, 'disputes'], (api, page, options) =>
    api.callPage('listDisputes', { query: page }, options),
  );
}

function withEvidence({ images, clips = [] }: Pick<Evidence, 'images' | 'clips'>) {
  return {
    ...(images.length > 0 && { images: [...images] }),
    ...(clips.length > 0 && { clips: [...clips] }),
  };
}
