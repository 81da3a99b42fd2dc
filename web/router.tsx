import type { RouteObject } from 'react-router';
import { aboutHead } from './about/about-head.ts';
import { patterns } from './addresses.ts';
import { blogHead } from './blog/blog-head.ts';
import { dashboardFrame, dashboardPages } from './dashboard-pages.ts';
import { homeHead } from './home/home-head.ts';
import { Layout } from './layout/Layout.tsx';
import { lazyPage } from './layout/lazy-page.tsx';
import { PageFailure } from './layout/PageFailure.tsx';
import type { PagePlan } from './layout/page-plan.ts';
import { framedRoute, nothingHere, pageRoute, type Readiness } from './layout/page-route.tsx';
import { Waiting } from './layout/Waiting.tsx';
import { categoryHead } from './products/category-head.ts';
import { categoryOf } from './products/category-name.ts';
import { productHead } from './products/product-head.ts';
import { advertisedQuery, categoryQuery, productQuery } from './products/queries.ts';
import {
  forgotPasswordHead,
  loginHead,
  registerHead,
  resetPasswordHead,
  verifyEmailHead,
} from './session/session-heads.ts';

/** All pages but the dashboard's: where each one is, the script that shows it, what it says about itself and what it reads first. */
const pages: readonly PagePlan[] = [
  {
    path: patterns.home,
    page: lazyPage('home/HomePage.tsx', async () => (await import('./home/HomePage.tsx')).HomePage),
    head: ({ origin }) => homeHead(origin),
    reads: (queryClient) => queryClient.ensureQueryData(advertisedQuery()),
  },
  {
    path: patterns.product,
    page: lazyPage(
      'products/ProductPage.tsx',
      async () => (await import('./products/ProductPage.tsx')).ProductPage,
    ),
    head: ({ params: { id = '' }, queryClient, origin }) => {
      const product = queryClient.getQueryData(productQuery(id).queryKey);
      return product ? productHead(product, origin) : null;
    },
    reads: (queryClient, { id = '' }) => queryClient.ensureQueryData(productQuery(id)),
  },
  {
    path: patterns.category,
    page: lazyPage(
      'products/CategoryPage.tsx',
      async () => (await import('./products/CategoryPage.tsx')).CategoryPage,
    ),
    head: ({ params }) => categoryHead(params.name),
    isGuarded: true,
    exists: ({ name }) => categoryOf(name) !== undefined,
    reads: async (queryClient, { name }) => {
      const category = categoryOf(name);
      if (category) await queryClient.ensureInfiniteQueryData(categoryQuery(category));
    },
  },
  {
    path: patterns.blog,
    page: lazyPage('blog/BlogPage.tsx', async () => (await import('./blog/BlogPage.tsx')).BlogPage),
    head: ({ origin }) => blogHead(origin),
  },
  {
    path: patterns.about,
    page: lazyPage(
      'about/AboutPage.tsx',
      async () => (await import('./about/AboutPage.tsx')).AboutPage,
    ),
    head: aboutHead,
  },
  {
    path: patterns.login,
    page: lazyPage(
      'session/LoginPage.tsx',
      async () => (await import('./session/LoginPage.tsx')).LoginPage,
    ),
    head: loginHead,
  },
  {
    path: patterns.register,
    page: lazyPage(
      'session/RegisterPage.tsx',
      async () => (await import('./session/RegisterPage.tsx')).RegisterPage,
    ),
    head: registerHead,
  },
  {
    path: patterns.forgotPassword,
    page: lazyPage(
      'session/ForgotPasswordPage.tsx',
      async () => (await import('./session/ForgotPasswordPage.tsx')).ForgotPasswordPage,
    ),
    head: forgotPasswordHead,
  },
  {
    path: patterns.resetPassword,
    page: lazyPage(
      'session/ResetPasswordPage.tsx',
      async () => (await import('./session/ResetPasswordPage.tsx')).ResetPasswordPage,
    ),
    head: resetPasswordHead,
  },
  {
    path: patterns.verifyEmail,
    page: lazyPage(
      'session/VerifyEmailPage.tsx',
      async () => (await import('./session/VerifyEmailPage.tsx')).VerifyEmailPage,
    ),
    head: verifyEmailHead,
  },
];

/** Fetches the scripts of all pages beforehand, for the server: later the files of its build may have been replaced. */
export async function loadPages(): Promise<void> {
  const scripts = [dashboardFrame, ...[...pages, ...dashboardPages].map(({ page }) => page)];
  await Promise.all(scripts.map((script) => script.load()));
}

/** The routes: every page in the frame of bar and footer, and for every other address the not-found page. */
export function shopRoutes(readiness: Readiness): RouteObject[] {
  return [
    {
      id: 'frame',
      element: <Layout />,
      errorElement: <PageFailure />,
      hydrateFallbackElement: <Waiting />,
      children: [
        ...pages.map((plan) => pageRoute(plan, readiness)),
        framedRoute(dashboardFrame, dashboardPages, readiness),
        {
          id: 'anything-else',
          path: patterns.anythingElse,
          // Never shown: the loader always throws.
          element: null,
          errorElement: <PageFailure />,
          loader: () => {
            throw nothingHere();
          },
        },
      ],
    },
  ];
}
