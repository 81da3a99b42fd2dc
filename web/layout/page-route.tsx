import type { QueryClient } from '@tanstack/react-query';
import type { Params, RouteObject } from 'react-router';
import { CallFailure } from '../api/failures.ts';
import { firstData } from '../api/first-data.ts';
import type { Head } from './head.ts';
import type { LazyPage } from './lazy-page.tsx';
import { notFoundHead } from './NotFoundPage.tsx';
import { PageFailure } from './PageFailure.tsx';
import { PageHead } from './PageHead.tsx';
import { RequireSession } from './RequireSession.tsx';

/** One line of the route table. */
export interface PagePlan {
  path: string;
  page: LazyPage;
  /** What the page says about itself; null as long as it waits for its data. */
  head: (facts: PageFacts) => Head | null;
  /** Whether the address can name something at all. Missing: it always can. */
  exists?: (params: Params) => boolean;
  /** Reads into the query client what the page shows first. */
  reads?: (queryClient: QueryClient, params: Params) => Promise<unknown>;
  /** Only for people who are signed in: a guest goes to the login page, and the server sends an empty frame. */
  isGuarded?: boolean;
}

/** What is known about a page: what its address says, and what has been read so far. */
export interface PageFacts {
  params: Params;
  queryClient: QueryClient;
  /** Where the shop is known to the outside, without a slash at the end. */
  origin: string;
}

/** What the routes need from whoever runs them: the browser, or the server for one page. */
export interface Readiness {
  queryClient: QueryClient;
  /** How long a page may wait for its first data before it shows itself with skeletons. Infinity on the server. */
  patienceMs: number;
  isSignedIn: () => boolean;
}

/** A line of the table as the router wants it. Its `handle` is the plan. */
export function pageRoute(plan: PagePlan, readiness: Readiness): RouteObject {
  const { page, isGuarded } = plan;
  const content = (
    <>
      <PageHead plan={plan} />
      <page.Page />
    </>
  );
  return {
    id: page.source,
    path: plan.path,
    handle: plan,
    element: isGuarded ? <RequireSession>{content}</RequireSession> : content,
    errorElement: <PageFailure />,
    async loader({ params }) {
      if (plan.exists?.(params) === false) throw nothingHere();
      await Promise.all([page.load(), readFirst(plan, params, readiness)]);
      return null;
    },
  };
}

/** What a page says about itself. A guarded one is nothing that a search engine could show. */
export function headOf({ head, isGuarded }: PagePlan, facts: PageFacts): Head | null {
  const said = head(facts);
  return said && isGuarded ? { ...said, isIndexed: false } : said;
}

/** What a route throws at whose address there is nothing. */
export function nothingHere(): CallFailure {
  return new CallFailure({ status: 404, detail: notFoundHead.description });
}

/** The plan of a matched route; undefined for the frame around the pages. */
export function planOf(route: { handle?: unknown }): PagePlan | undefined {
  // Only `pageRoute` sets a handle.
  return route.handle as PagePlan | undefined;
}

async function readFirst(plan: PagePlan, params: Params, readiness: Readiness): Promise<void> {
  if (plan.isGuarded && !readiness.isSignedIn()) return;
  const reads = plan.reads?.(readiness.queryClient, params);
  if (reads) await firstData(reads, readiness.patienceMs);
}
