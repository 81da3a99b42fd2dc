import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { paths } from '#contract/page-paths.ts';
import { CallFailure } from '../api/failures.ts';
import { ShopPage } from '../features/pages/ShopPage.tsx';
import { cacheAnsweredBy } from '../features/products/page-samples.tsx';
import { userSample } from '../features/users/user-samples.ts';
import { DashboardOf } from '../frame/DashboardFrame.tsx';
import { SiteContext } from '../hydration/site.ts';
import { shopRoutes } from '../router.tsx';
import { PageLoading } from './PageLoading.tsx';
import { type PageDefinition, pageDefinitionOf } from './page-definition.ts';

/** It is drawn in the browser only, and its heading does not depend on data. */
const notRendered = paths.addProduct();
/** They only learn how one may sign in, or what was chosen for earlier files. */
const usableWithoutData = [
  paths.login(),
  paths.register(),
  paths.resetPassword(),
  paths.importListings.pattern,
];

const routes = shopRoutes({
  queryClient: new QueryClient(),
  firstDataTimeoutMs: 0,
  signedInAs: () => null,
  isReturning: () => false,
  language: 'en',
});
const shown = [
  ...definitionsIn(routes)
    .filter(({ path }) => path !== notRendered)
    .map(({ path, page }) => ({ path, load: () => page.load() })),
  { path: '/:page', load: async () => ShopPage },
  { path: 'the frame of the dashboard', load: async () => Dashboard },
  { path: 'any page', load: async () => PageLoading },
];

describe('a page has one heading of the first level, and says what failed', () => {
  test.each(shown)(
    '$path while its data loads, and when it fails to load',
    async ({ path, load }) => {
      const Page = await load();
      const cache = cacheAnsweredBy(() => null);
      const loading = markupOf(<Page />, cache);
      expect(headingsIn(loading)).toHaveLength(1);

      const failure = new CallFailure({ status: 500, detail: 'The disk is full.' });
      for (const query of cache.getQueryCache().getAll()) {
        query.setState({ status: 'error', error: failure, fetchStatus: 'idle' });
      }
      const failed = markupOf(<Page />, cache);
      expect(headingsIn(failed)).toHaveLength(1);
      const isReading = cache.getQueryCache().getAll().length > 0;
      expect(failed.includes(failure.message)).toBe(isReading && !usableWithoutData.includes(path));
      cache.clear();
    },
  );
});

function definitionsIn(parts: RouteObject[]): PageDefinition[] {
  return parts.flatMap((route) => {
    const definition = pageDefinitionOf(route);
    return [...(definition ? [definition] : []), ...definitionsIn(route.children ?? [])];
  });
}

function Dashboard() {
  return <DashboardOf email={userSample().email} />;
}

function markupOf(page: React.ReactNode, cache: QueryClient): string {
  const user = userSample({ role: 'buyer' });
  const router = createMemoryRouter([
    { element: <Outlet context={user} />, children: [{ path: '/', element: page }] },
  ]);
  return renderToStaticMarkup(
    <SiteContext value={{ origin: 'https://reprise.test', renderedAtMs: 0 }}>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteContext>,
  );
}

function headingsIn(markup: string): string[] {
  return markup.match(/<h1\b/g) ?? [];
}
