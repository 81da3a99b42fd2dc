import type { RouteObject } from 'react-router';
import { subjectKinds } from '#contract/moderation-terms.ts';
import { paths, patterns } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { openList } from './api/paged-query.ts';
import { alertLinkQuery } from './features/alerts/queries.ts';
import { blogHead } from './features/blog/blog-head.ts';
import { homeHead } from './features/home/home-head.ts';
import { shopPageQuery } from './features/pages/queries.ts';
import { shopPageHead } from './features/pages/shop-page-head.ts';
import {
  categoryHead,
  categoryInAnyCase,
  categoryOf,
  productHead,
} from './features/products/product-heads.ts';
import {
  advertisedQuery,
  categoryQuery,
  newestQuery,
  productQuery,
} from './features/products/queries.ts';
import { sellerReviewsQuery } from './features/reviews/queries.ts';
import { categoryCountsQuery, searchQuery } from './features/search/queries.ts';
import { readSearchAddress } from './features/search/search-address.ts';
import { readSellerFirst } from './features/sellers/queries.ts';
import { sellerHead } from './features/sellers/seller-head.ts';
import {
  forgotPasswordHead,
  loginHead,
  registerHead,
  resetPasswordHead,
  verifyEmailHead,
} from './features/session/session-heads.ts';
import { AppLayout } from './frame/AppLayout.tsx';
import { dashboardFrame, dashboardPages } from './routing/dashboard-pages.ts';
import { lazyPage } from './routing/lazy-page.ts';
import { PageLoading } from './routing/PageLoading.tsx';
import type { PageDefinition } from './routing/page-definition.ts';
import { framedRoute, nothingHere, pageRoute, type Readiness } from './routing/page-route.tsx';
import { RouteError } from './routing/RouteError.tsx';
import { currentShop, shopHas } from './ui/current-shop.ts';

/** All pages except the dashboard's: path, script, head, and the data to prefetch. */
const pages: readonly PageDefinition[] = [
  {
    path: patterns.home,
    page: lazyPage(
      'features/home/HomePage.tsx',
      async () => (await import('./features/home/HomePage.tsx')).HomePage,
    ),
    head: homeHead,
    reads: (queryClient) =>
      Promise.all([
        queryClient.ensureQueryData(advertisedQuery()),
        // Without these the page is still worth opening, and says that they did not load.
        queryClient.prefetchQuery(newestQuery()),
      ]),
  },
  {
    path: patterns.product,
    page: lazyPage(
      'features/products/ProductPage.tsx',
      async () => (await import('./features/products/ProductPage.tsx')).ProductPage,
    ),
    head: ({ params: { id = '' }, queryClient, origin }) => {
      const product = queryClient.getQueryData(productQuery(id).queryKey);
      return product ? productHead(product, origin) : null;
    },
    reads: (queryClient, { id = '' }) => queryClient.ensureQueryData(productQuery(id)),
  },
  {
    path: patterns.seller,
    page: lazyPage(
      'features/sellers/SellerPage.tsx',
      async () => (await import('./features/sellers/SellerPage.tsx')).SellerPage,
    ),
    head: sellerHead,
    reads: (queryClient, { id = '' }, viewer, { search, isReturn }) =>
      Promise.all([
        readSellerFirst(queryClient, id, { viewer, search, isReturn }),
        shopHas('reviews') && openList(queryClient, sellerReviewsQuery(id), isReturn),
      ]),
  },
  {
    path: patterns.category,
    page: lazyPage(
      'features/products/CategoryPage.tsx',
      async () => (await import('./features/products/CategoryPage.tsx')).CategoryPage,
    ),
    head: ({ params }) => categoryHead(params.name),
    isGuarded: true,
    movedTo: ({ name }) => {
      const category = categoryInAnyCase(name);
      return category === undefined || category === name ? undefined : paths.category(category);
    },
    exists: ({ name }) => categoryOf(name) !== undefined,
    reads: async (queryClient, { name }, _email, { isReturn }) => {
      const category = categoryOf(name);
      if (!category) return;
      await Promise.all([
        openList(queryClient, categoryQuery(category), isReturn),
        queryClient.prefetchQuery(categoryCountsQuery(category)),
      ]);
    },
  },
  {
    path: patterns.search,
    page: lazyPage(
      'features/search/SearchPage.tsx',
      async () => (await import('./features/search/SearchPage.tsx')).SearchPage,
    ),
    head: ({ search }) => {
      const q = search.get('q')?.trim();
      const shop = currentShop().name;
      return {
        title: q || t`Search`,
        description: t`Second-hand instruments on sale at ${shop}, by words and filters.`,
        path: paths.search(q ? { q } : undefined),
        // There are as many of these pages as there are words.
        isIndexed: search.size === 0,
      };
    },
    reads: (queryClient, _params, email, { search, isReturn }) =>
      openList(queryClient, searchQuery(readSearchAddress(search).state, email), isReturn),
  },
  {
    path: patterns.blog,
    page: lazyPage(
      'features/blog/BlogPage.tsx',
      async () => (await import('./features/blog/BlogPage.tsx')).BlogPage,
    ),
    head: ({ origin }) => blogHead(origin),
  },
  {
    path: patterns.about,
    page: lazyPage(
      'features/about/AboutPage.tsx',
      async () => (await import('./features/about/AboutPage.tsx')).AboutPage,
    ),
    head: () => {
      const shop = currentShop().name;
      return {
        title: t`About us`,
        description: t`What ${shop} is, how to reach its operator, jobs, and a press kit with name and mark.`,
        path: paths.about(),
      };
    },
  },
  {
    path: patterns.shopPage,
    page: lazyPage(
      'features/pages/ShopPage.tsx',
      async () => (await import('./features/pages/ShopPage.tsx')).ShopPage,
    ),
    head: ({ params: { page = '' }, queryClient, origin }) => {
      const content = queryClient.getQueryData(shopPageQuery(page).queryKey);
      return content ? shopPageHead(content, origin) : null;
    },
    exists: ({ page }) => currentShop().pages.some(({ path }) => path === `/${page}`),
    reads: (queryClient, { page = '' }) => queryClient.ensureQueryData(shopPageQuery(page)),
  },
  {
    path: patterns.report,
    page: lazyPage(
      'features/moderation/ReportPage.tsx',
      async () => (await import('./features/moderation/ReportPage.tsx')).ReportPage,
    ),
    head: () => ({
      title: t`Report`,
      description: t`Tell the admins what is wrong.`,
      path: paths.home(),
      isIndexed: false,
    }),
    exists: ({ kind }) => shopHas('reports') && subjectKinds.some((one) => one === kind),
  },
  {
    path: patterns.login,
    page: lazyPage(
      'features/session/LoginPage.tsx',
      async () => (await import('./features/session/LoginPage.tsx')).LoginPage,
    ),
    head: loginHead,
  },
  {
    path: patterns.register,
    page: lazyPage(
      'features/session/RegisterPage.tsx',
      async () => (await import('./features/session/RegisterPage.tsx')).RegisterPage,
    ),
    head: registerHead,
  },
  {
    path: patterns.forgotPassword,
    page: lazyPage(
      'features/session/ForgotPasswordPage.tsx',
      async () => (await import('./features/session/ForgotPasswordPage.tsx')).ForgotPasswordPage,
    ),
    head: forgotPasswordHead,
  },
  {
    path: patterns.resetPassword,
    page: lazyPage(
      'features/session/ResetPasswordPage.tsx',
      async () => (await import('./features/session/ResetPasswordPage.tsx')).ResetPasswordPage,
    ),
    head: resetPasswordHead,
  },
  {
    path: patterns.verifyEmail,
    page: lazyPage(
      'features/session/VerifyEmailPage.tsx',
      async () => (await import('./features/session/VerifyEmailPage.tsx')).VerifyEmailPage,
    ),
    head: verifyEmailHead,
  },
  {
    path: patterns.unsubscribe,
    page: lazyPage(
      'features/alerts/UnsubscribePage.tsx',
      async () => (await import('./features/alerts/UnsubscribePage.tsx')).UnsubscribePage,
    ),
    head: () => ({
      title: t`Emails from us`,
      description: t`Choose whether the shop emails you.`,
      path: patterns.unsubscribe,
      isIndexed: false,
    }),
    reads: (queryClient, _params, _email, { search }) =>
      queryClient.ensureQueryData(alertLinkQuery(search.get('token') ?? '')),
  },
];

/**
 * Loads the scripts of all pages at the start of the server, because the files of its build may be replaced later.
 */
export async function loadPages(): Promise<void> {
  const scripts = [dashboardFrame, ...[...pages, ...dashboardPages].map(({ page }) => page)];
  await Promise.all(scripts.map((script) => script.load()));
}

/** The owner's pages, if there are any, take the place of the one about the shop. */
function shownPages(): readonly PageDefinition[] {
  const left = currentShop().pages.length > 0 ? patterns.about : patterns.shopPage;
  return pages.filter(({ path }) => path !== left);
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
          path: patterns.anythingElse,
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
