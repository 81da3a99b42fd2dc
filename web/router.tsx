import type { RouteObject } from 'react-router';
import { paths, shopPagePattern } from '#contract/page-paths.ts';
import { AppLayout } from './frame/AppLayout.tsx';
import { dashboardPages, otherPages } from './pages.ts';
import { lazyPage } from './routing/lazy-page.ts';
import { PageLoading } from './routing/PageLoading.tsx';
import type { PageDefinition } from './routing/page-definition.ts';
import { framedRoute, nothingHere, pageRoute, type Readiness } from './routing/page-route.tsx';
import { RouteError } from './routing/RouteError.tsx';
import { currentShop } from './ui/current-shop.ts';

/** The layout route of the dashboard pages. */
const dashboardFrame = lazyPage(
  'frame/DashboardFrame.tsx',
  async () => (await import('./frame/DashboardFrame.tsx')).DashboardFrame,
);

/**
 * Loads the scripts of all pages at the start of the server, because the files of its build may be replaced later.
 */
export async function loadPages(): Promise<void> {
  const scripts = [dashboardFrame, ...[...otherPages, ...dashboardPages].map(({ page }) => page)];
  await Promise.all(scripts.map((script) => script.load()));
}

/** The owner's pages, if there are any, take the place of the one about the shop. */
function shownPages(): readonly PageDefinition[] {
  const left = currentShop().pages.length > 0 ? paths.about.pattern : shopPagePattern;
  return otherPages.filter(({ path }) => path !== left);
}

/** The route tree: every page inside the layout, and the not-found page for all other addresses. */
export function shopRoutes(readiness: Readiness): RouteObject[] {
  return [
    {
      id: 'frame',
      element: <AppLayout />,
      errorElement: <RouteError />,
      hydrateFallbackElement: <PageLoading />,
      children: [
        ...shownPages().map((plan) => pageRoute(plan, readiness)),
        framedRoute(dashboardFrame, dashboardPages, readiness),
        {
          id: 'anything-else',
          path: '*',
          // Never rendered: the loader always throws.
          element: null,
          errorElement: <RouteError />,
          loader: () => {
            throw nothingHere();
          },
        },
      ],
    },
  ];
}
