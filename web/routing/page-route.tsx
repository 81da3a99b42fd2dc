import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  isValidElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useSyncExternalStore,
} from 'react';
import {
  Link,
  Navigate,
  type Params,
  type RouteObject,
  redirect,
  useLocation,
  useParams,
} from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../api/failures.ts';
import { firstData } from '../api/first-data.ts';
import { replayEarlyClick } from '../hydration/early-clicks.ts';
import { useSite } from '../hydration/site.ts';
import { useIdentity } from '../identity/identity.ts';
import { useLogout } from '../identity/LogoutProvider.tsx';
import { rememberOrigin } from '../identity/origin.ts';
import { forgetReload } from './chunk-reload.ts';
import { headRanks, useDocumentHead } from './document-head.ts';
import { ErrorPage } from './ErrorPage.tsx';
import type { Head } from './head.ts';
import type { LazyPage } from './lazy-page.ts';
import { notFoundHead } from './NotFoundPage.tsx';
import { PageLoading } from './PageLoading.tsx';
import { headOf, type PageDefinition } from './page-definition.ts';
import { RouteError } from './RouteError.tsx';

/** What the routes need from their environment: the browser, or the server rendering one page. */
export interface Readiness {
  queryClient: QueryClient;
  /** The time that a page may wait for its first data before it shows skeletons. It is infinite on the server. */
  firstDataTimeoutMs: number;
  /** Email of the signed-in user, null for a guest. */
  signedInAs: () => string | null;
  /** Whether the navigation under way goes back or forward, to a page that was opened before. */
  isReturning: () => boolean;
  /** The language of the pages. */
  language: string;
}

/** The router's route for a page definition, which becomes its `handle`. */
export function pageRoute(plan: PageDefinition, readiness: Readiness): RouteObject {
  return {
    id: plan.page.source,
    path: plan.path,
    handle: plan,
    errorElement: <RouteError />,
    // The router runs both in parallel.
    lazy: lazyElement(plan.page, (page) => {
      const content = <PageOutlet plan={plan}>{page}</PageOutlet>;
      return plan.isGuarded ? <RequireSession>{content}</RequireSession> : content;
    }),
    async loader({ params, request }) {
      const { search, searchParams } = new URL(request.url);
      const moved = plan.movedTo?.(params);
      if (moved !== undefined) return redirect(moved + search, 301);
      if (plan.exists?.(params) === false) throw nothingHere();
      await readFirst(plan, params, searchParams, readiness);
      return null;
    },
  };
}

/** The routes of pages that share a layout. */
export function framedRoute(
  frame: LazyPage,
  plans: readonly PageDefinition[],
  readiness: Readiness,
): RouteObject {
  return {
    id: frame.source,
    lazy: lazyElement(frame, (element) => <RequireSession>{element}</RequireSession>),
    errorElement: <RouteError />,
    children: plans.map((plan) => pageRoute({ ...plan, isGuarded: true }, readiness)),
  };
}

/** Whether the script of a route has failed to load. */
export function hasFailedToLoad({ element }: RouteObject): boolean {
  return isValidElement(element) && element.type === ErrorPage;
}

/** What a loader throws when nothing exists at the address. */
export function nothingHere(): CallFailure {
  return new CallFailure({ status: 404, detail: notFoundHead.description });
}

/**
 * A failure becomes the element, because React Router renders nothing for a route whose `lazy` fails: even to show
 * an error it waits for the script of every route with a `lazy` (`_renderMatches`, 7.18).
 */
function lazyElement(page: LazyPage, wrap: (element: ReactElement) => ReactElement) {
  return async () => {
    try {
      const Page = await page.load();
      return { element: wrap(<Page />) };
    } catch (failure) {
      return { element: <ErrorPage failure={failure} /> };
    }
  };
}

async function readFirst(
  plan: PageDefinition,
  params: Params,
  search: URLSearchParams,
  readiness: Readiness,
): Promise<void> {
  const email = readiness.signedInAs();
  if (plan.isGuarded && email === null) return;
  const { language } = readiness;
  const visit = { search, isReturn: readiness.isReturning(), language };
  const reads = plan.reads?.(readiness.queryClient, params, email, visit);
  if (reads) await firstData(reads, readiness.firstDataTimeoutMs);
}

/** Renders a page whose script has loaded, and applies its document head. */
function PageOutlet({ plan, children }: { plan: PageDefinition; children: ReactNode }) {
  usePageHead(plan);
  useEffect(() => {
    forgetReload();
    replayEarlyClick('page');
  }, []);
  return children;
}

/** Updates the head when the page's data arrives or changes. */
function usePageHead(plan: PageDefinition): void {
  const params = useParams();
  const search = new URLSearchParams(useLocation().search);
  const queryClient = useQueryClient();
  const { origin } = useSite();
  // Serialised, because a snapshot must be identical while nothing has changed.
  const headNow = () => JSON.stringify(headOf(plan, { params, search, queryClient, origin }));
  const written = useSyncExternalStore(
    (onChange) => queryClient.getQueryCache().subscribe(onChange),
    headNow,
    headNow,
  );
  useDocumentHead(JSON.parse(written) as Head | null, origin, headRanks.route);
}

/**
 * Shows a page to signed-in users and redirects guests to the login page, remembering the origin location. This is
 * for comfort: the server enforces access.
 */
function RequireSession({ children }: { children: ReactNode }) {
  const identity = useIdentity();
  const location = useLocation();
  const { isLoggingOut } = useLogout();
  // After a logout the user is on the way to the home page and must not be asked to log in.
  if (identity === null && isLoggingOut) return <PageLoading />;
  if (identity === 'pending') {
    return (
      <>
        <div className="noscript:hidden">
          <PageLoading />
        </div>
        <WithoutScripts />
      </>
    );
  }
  if (identity === null) {
    return <Navigate replace state={rememberOrigin(location)} to={paths.login()} />;
  }
  return children;
}

function WithoutScripts() {
  return (
    <div className="mx-auto hidden max-w-page px-4 py-16 noscript:block">
      <h1>{t`This page needs JavaScript`}</h1>
      <p className="mt-4 max-w-prose">
        {t`It is for people who are logged in, and the login needs JavaScript. Allow it for this site, then load the page again.`}
      </p>
      <p className="mt-4">
        <Link className="text-link" to={paths.search()}>
          {t`See what is on sale`}
        </Link>
      </p>
    </div>
  );
}
