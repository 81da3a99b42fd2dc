import type { RouteObject } from 'react-router';
import { AppLayout } from './frame/AppLayout.tsx';
import { dashboardPages, otherPages } from './pages.ts';
import { lazyPage } from './routing/lazy-page.ts';
import { PageLoading } from './routing/PageLoading.tsx';
import type { PageDefinition } from './routing/page-definition.ts';
import { framedRoute, nothingHere, pageRoute, type Readiness } from './routing/page-route.tsx';
import { RouteError } from './routing/RouteError.tsx';

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

/** Of two pages at one address, that of this shop. */
function shownPages(): readonly PageDefinition[] {
  return otherPages.filter(({ isOfShop }) => isOfShop?.() ?? true);
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
