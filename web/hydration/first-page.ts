import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { type HydrationState, matchRoutes, type RouteObject } from 'react-router';
import { CallFailure } from '../api/failures.ts';
import { pageDefinitionOf, scriptsOf } from '../routing/page-definition.ts';
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
 * Fetches the script of the page that the server has rendered and gives what the router starts from. Without the script
 * the page is not as rendered: it stands, but nothing on it would ever work, so the failure is shown instead.
 */
export async function firstPage(
  routes: RouteObject[],
  location: { pathname: string },
  refusal: PageRefusal | null,
): Promise<{ hydrationData: HydrationState; isAsRendered: boolean }> {
  if (refusal !== null) {
    return {
      hydrationData: failedWith(refusal.routeId, new CallFailure(refusal)),
      isAsRendered: true,
    };
  }
  const route = matchRoutes(routes, location)?.at(-1)?.route;
  const plan = route && pageDefinitionOf(route);
  if (!plan) return { hydrationData: {}, isAsRendered: false };
  const { page } = plan;
  try {
    await Promise.all(scriptsOf(plan).map((script) => script.load()));
  } catch (failure) {
    return { hydrationData: failedWith(page.source, failure), isAsRendered: false };
  }
  return { hydrationData: { loaderData: { [page.source]: null } }, isAsRendered: true };
}

function failedWith(routeId: string, failure: unknown): HydrationState {
  return { loaderData: {}, errors: { [routeId]: failure } };
}
