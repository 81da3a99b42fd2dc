import { QueryClient } from '@tanstack/react-query';
import { readCache } from '#contract/constants.ts';
import type { ApiClient } from './client.ts';
import { isWorthAskingAgain } from './failures.ts';

/**
 * For so long what was read is not asked for again when another page wants it too. It is much shorter than its life in
 * the cache (five minutes), because an older answer is shown at once and renewed behind it, also on focus and reconnect.
 */
const freshMs = 10_000;

/** Asks even when the browser believes to be offline: a page that says so is better than one that waits in silence. */
const networkMode = 'always';

const clients = new WeakMap<QueryClient, ApiClient>();

/** The cache of the browser, as section 9 of the specification wants it. */
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
        // A booking or a payment is repeated by a person, never by itself.
        mutations: { retry: false, networkMode },
      },
    }),
  );
}

/** The cache of one page while the server renders it: asks once, and keeps no timer behind. */
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
 * The client whose calls fill this cache. Query and mutation functions get the cache handed in (`{ client }`), so the
 * same query serves the browser and the server: `queryFn: ({ client, signal }) => apiOf(client).call(…)`.
 */
export function apiOf(client: QueryClient): ApiClient {
  const api = clients.get(client);
  if (api === undefined) throw new Error('This query client was made without an API client');
  return api;
}

/** Whether a read that has failed `failureCount` times before is asked again. */
export function isRetried(failureCount: number, failure: unknown): boolean {
  return failureCount < readCache.retries && isWorthAskingAgain(failure);
}

/** The wait before retry `failureCount` (0 is the first): doubling, up to a bound. */
export function retryDelayMs(failureCount: number): number {
  return Math.min(readCache.firstDelayMs * 2 ** failureCount, readCache.longestDelayMs);
}

function withApi(api: ApiClient, client: QueryClient): QueryClient {
  clients.set(client, api);
  return client;
}
