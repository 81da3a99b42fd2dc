import type { QueryClient } from '@tanstack/react-query';
import type { Params, RouteObject } from 'react-router';
import { CallFailure } from '../api/failures.ts';
import { firstData } from '../api/first-data.ts';
import type { LazyPage } from './lazy-page.tsx';
import { notFoundHead } from './NotFoundPage.tsx';
import { PageOutlet } from './PageOutlet.tsx';
import { type FramedPageDefinition, type PageDefinition, scriptsOf } from './page-definition.ts';
import { RequireSession } from './RequireSession.tsx';
import { RouteError } from './RouteError.tsx';

/** What the routes need from whoever runs them: the browser, or the server for one page. */
export interface Readiness {
  queryClient: QueryClient;
  /** How long a page may wait for its first data before it shows itself with skeletons. Infinity on the server. */
  patienceMs: number;
  /** The address of who is signed in, null for a guest. */
  signedInAs: () => string | null;
}

/** A line of the table as the router wants it. Its `handle` is the plan. */
export function pageRoute(plan: PageDefinition, readiness: Readiness): RouteObject {
  const content = <PageOutlet plan={plan} />;
  return {
    id: plan.page.source,
    path: plan.path,
    handle: plan,
    // Inside of a frame nobody arrives whom the frame has not let in.
    element: plan.isGuarded && !plan.frame ? <RequireSession>{content}</RequireSession> : content,
    errorElement: <RouteError />,
    async loader({ params }) {
      if (plan.exists?.(params) === false) throw nothingHere();
      await Promise.all([
        ...scriptsOf(plan).map((script) => script.load()),
        readFirst(plan, params, readiness),
      ]);
      return null;
    },
  };
}

/** Pages that share a frame, below it. The scripts of both come with the page, so the frame itself waits for nothing. */
export function framedRoute(
  frame: LazyPage,
  plans: readonly FramedPageDefinition[],
  readiness: Readiness,
): RouteObject {
  return {
    id: frame.source,
    element: (
      <RequireSession>
        <frame.Page />
      </RequireSession>
    ),
    errorElement: <RouteError />,
    children: plans.map((plan) => pageRoute({ ...plan, frame, isGuarded: true }, readiness)),
  };
}

/** What a route throws at whose address there is nothing. */
export function nothingHere(): CallFailure {
  return new CallFailure({ status: 404, detail: notFoundHead.description });
}

async function readFirst(
  plan: PageDefinition,
  params: Params,
  readiness: Readiness,
): Promise<void> {
  const email = readiness.signedInAs();
  if (plan.isGuarded && email === null) return;
  const reads = plan.reads?.(readiness.queryClient, params, email);
  if (reads) await firstData(reads, readiness.patienceMs);
}
