import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { type HydrationState, matchRoutes, type RouteObject } from 'react-router';
import { CallFailure } from '../api/failures.ts';
import { hasFailedToLoad } from '../routing/page-route.tsx';
import type { PageRefusal, PageState } from './page-state.ts';

/** What the server's page says in `<script type="application/json" id="state">`; null when the server made none. */
export function readPageState(document: Pick<Document, 'getElementById'>): PageState | null {
  const written = document.getElementById('state')?.textContent;
  return written ? (JSON.parse(written) as PageState) : null;
}

/**
 * Takes over what the server read. The server remembers a page until what it shows has changed, so its reads are as
 * fresh as the page. But it read as a guest: for somebody who is signed in they are read again, for what is their own.
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
 * Fetches the scripts of the page that the server has rendered. The router would show its fallback meanwhile, and the
 * browser could not take the page over as it was rendered. Without its script nothing on the page would ever work, so
 * the failure is shown instead.
 */
export async function firstPage(
  routes: RouteObject[],
  location: { pathname: string },
  refusal: PageRefusal | null,
): Promise<{ hydrationData: HydrationState; isAsRendered: boolean }> {
  const matched = (matchRoutes(routes, location) ?? []).map(({ route }) => route);
  await Promise.all(matched.map(loadRoute));
  const isAsRendered = matched.length > 0 && !matched.some(hasFailedToLoad);
  if (refusal !== null && isAsRendered) {
    const errors = { [refusal.routeId]: new CallFailure(refusal) };
    return { hydrationData: { loaderData: {}, errors }, isAsRendered };
  }
  const loaderData = Object.fromEntries(matched.map(({ id = '' }) => [id, null]));
  return { hydrationData: { loaderData }, isAsRendered };
}

/** Does what the router would do with the route's `lazy`. */
async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy === 'function') {
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}
