import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';

const { messages: key } = queryKeys;
/** New messages show within ten seconds. */
const messagesEveryMs = 8_000;
const threadsEveryMs = 20_000;

/** The signed-in user's threads, those with unread messages first. */
export function threadsQuery(email: string) {
  return {
    ...pagedQuery([...key, 'threads', email], (api, page, options) =>
      api.callPage('listThreads', { query: { email, ...page } }, options),
    ),
    refetchInterval: threadsEveryMs,
    staleTime: 0,
  };
}

/** The thread of this user about a product, or about a booking of it; null before it has begun. */
export function threadAboutQuery(email: string, about: { productId: string; bookingId?: string }) {
  return queryOptions({
    queryKey: [...key, 'about', email, about],
    queryFn: async ({ client, signal }) => {
      const query = { email, limit: 2, ...about };
      const threads = await apiOf(client).call('listThreads', { query }, { signal });
      // A seller has one with each buyer of a product.
      const own = threads.filter(({ side }) => side === 'buyer' || about.bookingId !== undefined);
      return own[0] ?? null;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

export function threadQuery(id: string) {
  return queryOptions({
    queryKey: [...key, 'thread', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readThread', { params: { id } }, { signal }),
    staleTime: 0,
  });
}

/**
 * The messages of a thread, newest first. Those of the two sides are asked for again while the page is open; each look of an
 * admin is recorded, so an admin asks once.
 */
export function messagesQuery(id: string, isSide: boolean) {
  return {
    ...pagedQuery([...key, 'messages', id], (api, page, options) =>
      api.callPage('listMessages', { params: { id }, query: page }, options),
    ),
    refetchInterval: isSide && messagesEveryMs,
    refetchOnWindowFocus: isSide,
    refetchOnReconnect: isSide,
    staleTime: isSide ? 0 : Number.POSITIVE_INFINITY,
  };
}

type Keyed<Body> = Body & { idempotencyKey: string };

/** Whether the person has just begun this conversation. */
export const begunKey = (id: string) => ['begun-thread', id];

/** Begins a thread, or goes on with it. A request that is repeated after its response was lost writes once. */
export function startThreadMutation() {
  return mutationOptions({
    mutationFn: (
      { idempotencyKey, ...body }: Keyed<CallInput<'startThread'>['body']>,
      { client },
    ) =>
      apiOf(client).call(
        'startThread',
        { body },
        { headers: { 'idempotency-key': idempotencyKey } },
      ),
    onSuccess: ({ insertedId }, _body, _before, { client }) => {
      client.setQueryData(begunKey(insertedId), true);
    },
    onSettled: (_reply, _failure, _body, _before, { client }) =>
      client.invalidateQueries({ queryKey: key }),
  });
}

export function sendMessageMutation(id: string) {
  return mutationOptions({
    mutationFn: (
      { idempotencyKey, ...body }: Keyed<CallInput<'sendMessage'>['body']>,
      { client },
    ) =>
      apiOf(client).call(
        'sendMessage',
        { params: { id }, body },
        { headers: { 'idempotency-key': idempotencyKey } },
      ),
    onSettled: (_reply, _failure, _body, _before, { client }) =>
      client.invalidateQueries({ queryKey: key }),
  });
}

export function markReadMutation(id: string) {
  return mutationOptions({
    mutationFn: (readTo: string, { client }) =>
      apiOf(client).call('markThreadRead', { params: { id }, body: { readTo } }),
    onSuccess: (_reply, _readTo, _before, { client }) =>
      Promise.all(
        ['unread', 'threads', 'thread'].map((list) =>
          client.invalidateQueries({ queryKey: [...key, list] }),
        ),
      ),
  });
}

/** The people whom this user has blocked. */
export function blocksQuery(email: string) {
  return queryOptions({
    queryKey: [...key, 'blocks', email],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listBlocks', { query: { email } }, { signal }),
  });
}

export function blockMutation() {
  return mutationOptions({
    mutationFn: ({ userId }: { userId: string }, { client }) =>
      apiOf(client).call('blockUser', { body: { userId } }),
    onSettled: (_reply, _failure, _user, _before, { client }) =>
      void client.invalidateQueries({ queryKey: key }),
  });
}

export function unblockMutation() {
  return mutationOptions({
    mutationFn: ({ id }: { id: string }, { client }) =>
      apiOf(client).call('unblockUser', { params: { id } }),
    onSettled: (_reply, _failure, _block, _before, { client }) =>
      void client.invalidateQueries({ queryKey: key }),
  });
}
