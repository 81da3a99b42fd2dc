import { paths, patterns } from './addresses.ts';
import { bookingsQuery, returnsQuery } from './bookings/queries.ts';
import { dashboardPlaces, headOfPlace } from './layout/dashboard-places.ts';
import { lazyPage } from './layout/lazy-page.tsx';
import type { FramedPlan } from './layout/page-plan.ts';
import { editHead } from './products/edit-head.ts';
import { ownProductsQuery } from './products/own-queries.ts';
import { productQuery } from './products/queries.ts';
import { auditQuery, ownRecordQuery, readFor, summaryQuery, usersQuery } from './users/queries.ts';
import { wishlistQuery } from './wishlist/queries.ts';

/** What stands around the dashboard's pages. */
export const dashboardFrame = lazyPage(
  'layout/DashboardFrame.tsx',
  async () => (await import('./layout/DashboardFrame.tsx')).DashboardFrame,
);

/**
 * The pages of the dashboard, all for people who are signed in. A new one gets its line here and, in
 * `dashboard-places.ts`, its entry in the side menu of those who may see it.
 */
export const dashboardPages: readonly FramedPlan[] = [
  {
    path: patterns.dashboard,
    page: lazyPage(
      'users/DashboardPage.tsx',
      async () => (await import('./users/DashboardPage.tsx')).DashboardPage,
    ),
    head: () => headOfPlace(dashboardPlaces.home),
    reads: async (queryClient, _params, email) => {
      if (email === null) return;
      await Promise.all([
        queryClient.ensureQueryData(ownRecordQuery(email)),
        queryClient.ensureQueryData(summaryQuery()),
      ]);
    },
  },
  {
    path: patterns.addProduct,
    page: lazyPage(
      'products/AddProductPage.tsx',
      async () => (await import('./products/AddProductPage.tsx')).AddProductPage,
    ),
    head: () => headOfPlace(dashboardPlaces.addProduct),
    openTo: 'sellers',
    reads: (queryClient, _params, email) =>
      readFor('sellers', queryClient, email, (seller) =>
        queryClient.ensureQueryData(ownRecordQuery(seller)),
      ),
  },
  {
    path: patterns.editProduct,
    page: lazyPage(
      'products/EditProductPage.tsx',
      async () => (await import('./products/EditProductPage.tsx')).EditProductPage,
    ),
    head: ({ params: { id = '' }, queryClient }) =>
      editHead(id, queryClient.getQueryData(productQuery(id).queryKey)),
    openTo: 'sellers',
    // What is mended should be what the shop has now, not what was read a while ago.
    reads: (queryClient, { id = '' }, email) =>
      readFor('sellers', queryClient, email, () => queryClient.fetchQuery(productQuery(id))),
  },
  {
    path: patterns.bookings,
    page: lazyPage(
      'bookings/BookingsPage.tsx',
      async () => (await import('./bookings/BookingsPage.tsx')).BookingsPage,
    ),
    head: () => headOfPlace(dashboardPlaces.bookings),
    reads: async (queryClient, _params, email) => {
      if (email !== null) await queryClient.ensureInfiniteQueryData(bookingsQuery(email, 'buyer'));
    },
  },
  {
    path: patterns.payment,
    page: lazyPage(
      'payments/PaymentPage.tsx',
      async () => (await import('./payments/PaymentPage.tsx')).PaymentPage,
    ),
    head: () => ({
      title: 'Payment',
      description: 'Pay for what you have booked.',
      path: paths.bookings(),
    }),
  },
  {
    path: patterns.wishlist,
    page: lazyPage(
      'wishlist/WishlistPage.tsx',
      async () => (await import('./wishlist/WishlistPage.tsx')).WishlistPage,
    ),
    head: () => headOfPlace(dashboardPlaces.wishlist),
    reads: async (queryClient, _params, email) => {
      if (email !== null) await queryClient.ensureInfiniteQueryData(wishlistQuery(email));
    },
  },
  {
    path: patterns.myProducts,
    page: lazyPage(
      'products/MyProductsPage.tsx',
      async () => (await import('./products/MyProductsPage.tsx')).MyProductsPage,
    ),
    head: () => headOfPlace(dashboardPlaces.myProducts),
    openTo: 'sellers',
    reads: (queryClient, _params, email) =>
      readFor('sellers', queryClient, email, (seller) =>
        queryClient.ensureInfiniteQueryData(ownProductsQuery(seller)),
      ),
  },
  {
    path: patterns.allSellers,
    page: lazyPage(
      'users/AllSellersPage.tsx',
      async () => (await import('./users/AllSellersPage.tsx')).AllSellersPage,
    ),
    head: () => headOfPlace(dashboardPlaces.allSellers),
    openTo: 'admins',
    reads: (queryClient, _params, email) =>
      readFor('admins', queryClient, email, () =>
        queryClient.ensureInfiniteQueryData(usersQuery('seller')),
      ),
  },
  {
    path: patterns.allBuyers,
    page: lazyPage(
      'users/AllBuyersPage.tsx',
      async () => (await import('./users/AllBuyersPage.tsx')).AllBuyersPage,
    ),
    head: () => headOfPlace(dashboardPlaces.allBuyers),
    openTo: 'admins',
    reads: (queryClient, _params, email) =>
      readFor('admins', queryClient, email, () =>
        queryClient.ensureInfiniteQueryData(usersQuery('buyer')),
      ),
  },
  {
    path: patterns.returns,
    page: lazyPage(
      'bookings/ReturnsPage.tsx',
      async () => (await import('./bookings/ReturnsPage.tsx')).ReturnsPage,
    ),
    head: () => headOfPlace(dashboardPlaces.returns),
    openTo: 'admins',
    reads: (queryClient, _params, email) =>
      readFor('admins', queryClient, email, () =>
        queryClient.ensureInfiniteQueryData(returnsQuery()),
      ),
  },
  {
    path: patterns.audit,
    page: lazyPage(
      'users/AuditPage.tsx',
      async () => (await import('./users/AuditPage.tsx')).AuditPage,
    ),
    head: () => headOfPlace(dashboardPlaces.audit),
    openTo: 'admins',
    reads: (queryClient, _params, email) =>
      readFor('admins', queryClient, email, () =>
        queryClient.ensureInfiniteQueryData(auditQuery()),
      ),
  },
  {
    path: patterns.profile,
    page: lazyPage(
      'users/ProfilePage.tsx',
      async () => (await import('./users/ProfilePage.tsx')).ProfilePage,
    ),
    head: () => headOfPlace(dashboardPlaces.profile),
  },
];
