import { QueryClient } from '@tanstack/react-query';
import { readCache } from '#contract/constants.ts';
import type { ApiClient } from './client.ts';
import { isWorthAskingAgain } from './failures.ts';

/**
 * The time for which a read counts as fresh. It is much shorter than the cache lifetime (five minutes), because older
 * data is shown immediately and revalidated in the background, also on focus and reconnect.
 */
const freshMs = 10_000;

/** Requests even when the browser reports to be offline: an error on the page is better than waiting silently. */
const networkMode = 'always';

const clients = new WeakMap<QueryClient, ApiClient>();

/** The browser's query cache, as section 9 of the specification asks. */
export function browserQueryClient(api: ApiClient): QueryClient {
  return withApi(
    api,
    new QueryClient({
      defaultOptions: {
        queries: {
          gcTime: readCache.freshMs,
          staleTime: freshMs,
          retry: isRetried,
          retryDelay: retryDelayMs,
          refetchOnWindowFocus: true,
          refetchOnReconnect: true,
          networkMode,
        },
        // Bookings and payments are repeated by people, never automatically.
        mutations: { retry: false, networkMode },
      },
    }),
  );
}

/** The query cache of one server-rendered page: no retries and no timers. */
export function pageQueryClient(api: ApiClient): QueryClient {
  return withApi(
    api,
    new QueryClient({
      defaultOptions: {
        queries: {
          gcTime: Number.POSITIVE_INFINITY,
          staleTime: Number.POSITIVE_INFINITY,
          retry: false,
        },
      },
    }),
  );
}

/**
 * The API client behind this cache. Query and mutation functions receive the cache (`{ client }`), so the same query
 * works in the browser and on the server: `queryFn: ({ client, signal }) => apiOf(client).call(…)`.
 */
export function apiOf(client: QueryClient): ApiClient {
  const api = clients.get(client);
  if (api === undefined) throw new Error('This query client was made without an API client');
  return api;
}

/** Whether a read that has failed `failureCount` times is tried again. */
export function isRetried(failureCount: number, failure: unknown): boolean {
  return failureCount < readCache.retries && isWorthAskingAgain(failure);
}

/** The delay before retry `failureCount` (0 is the first) in milliseconds: doubling, up to a limit. */
export function retryDelayMs(failureCount: number): number {
  return Math.min(readCache.firstDelayMs * 2 ** failureCount, readCache.longestDelayMs);
}

function withApi(api: ApiClient, client: QueryClient): QueryClient {
  clients.set(client, api);
  return client;
}
