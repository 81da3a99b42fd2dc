import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { type HydrationState, matchRoutes, type RouteObject } from 'react-router';
import { CallFailure } from '../api/failures.ts';
import type { PageRefusal, PageState } from '../hydration/page-state.ts';
import { hasFailedToLoad } from './page-route.tsx';

/**
 * The state in `<script type="application/json" id="state">` of the server-rendered page; null when there is none.
 */
export function readPageState(document: Pick<Document, 'getElementById'>): PageState | null {
  const written = document.getElementById('state')?.textContent;
  return written ? (JSON.parse(written) as PageState) : null;
}

/**
 * Puts the server's reads into the query cache. A cached page is dropped when its data changes, so its reads are as
 * fresh as the page. They were made as a guest: for a signed-in user they are invalidated, to load personal fields.
 */
export function takeReads(
  queryClient: QueryClient,
  reads: DehydratedState,
  isSignedIn: boolean,
): void {
  const dataUpdatedAt = Date.now();
  const queries = reads.queries.map((query) => ({
    ...query,
    state: { ...query.state, dataUpdatedAt },
  }));
  hydrate(queryClient, { ...reads, queries });
  if (isSignedIn) void queryClient.invalidateQueries({ refetchType: 'none' });
}

/**
 * Loads the scripts of the page that the server rendered before the router starts: otherwise it would show its
 * fallback, and hydration would not match. If a script fails to load, the failure is shown instead of a page that
 * looks complete but does not work.
 */
export async function firstPage(
  routes: RouteObject[],
  location: { pathname: string },
  refusal: PageRefusal | null,
  prefix = '',
): Promise<{ hydrationData: HydrationState; isAsRendered: boolean }> {
  const matched = (matchRoutes(routes, location, prefix || '/') ?? []).map(({ route }) => route);
  await Promise.all(matched.map(loadRoute));
  const isAsRendered = matched.length > 0 && !matched.some(hasFailedToLoad);
  if (refusal !== null && isAsRendered) {
    const errors = { [refusal.routeId]: new CallFailure(refusal) };
    return { hydrationData: { loaderData: {}, errors }, isAsRendered };
  }
  const loaderData = Object.fromEntries(matched.map(({ id = '' }) => [id, null]));
  return { hydrationData: { loaderData }, isAsRendered };
}

/** Runs the route's `lazy` as the router would. */
async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy === 'function') {
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}
