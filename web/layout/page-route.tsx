import type { QueryClient } from '@tanstack/react-query';
import type { Params, RouteObject } from 'react-router';
import { CallFailure } from '../api/failures.ts';
import { firstData } from '../api/first-data.ts';
import { notFoundHead } from './NotFoundPage.tsx';
import { PageFailure } from './PageFailure.tsx';
import type { PagePlan } from './page-plan.ts';
import { RequireSession } from './RequireSession.tsx';
import { ShownPage } from './ShownPage.tsx';

/** What the routes need from whoever runs them: the browser, or the server for one page. */
export interface Readiness {
  queryClient: QueryClient;
  /** How long a page may wait for its first data before it shows itself with skeletons. Infinity on the server. */
  patienceMs: number;
  isSignedIn: () => boolean;
}

/** A line of the table as the router wants it. Its `handle` is the plan. */
export function pageRoute(plan: PagePlan, readiness: Readiness): RouteObject {
  const content = <ShownPage plan={plan} />;
  return {
    id: plan.page.source,
    path: plan.path,
    handle: plan,
    element: plan.isGuarded ? <RequireSession>{content}</RequireSession> : content,
    errorElement: <PageFailure />,
    async loader({ params }) {
      if (plan.exists?.(params) === false) throw nothingHere();
      await Promise.all([plan.page.load(), readFirst(plan, params, readiness)]);
      return null;
    },
  };
}

/** What a route throws at whose address there is nothing. */
export function nothingHere(): CallFailure {
  return new CallFailure({ status: 404, detail: notFoundHead.description });
}

async function readFirst(plan: PagePlan, params: Params, readiness: Readiness): Promise<void> {
  if (plan.isGuarded && !readiness.isSignedIn()) return;
  const reads = plan.reads?.(readiness.queryClient, params);
  if (reads) await firstData(reads, readiness.patienceMs);
}
