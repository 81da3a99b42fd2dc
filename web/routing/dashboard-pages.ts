import { paths, patterns } from '#contract/page-paths.ts';
import { allBookingsQuery, bookingsQuery, returnsQuery } from '../features/bookings/queries.ts';
import { allProductsQuery, ownProductsQuery } from '../features/products/own-queries.ts';
import { editHead } from '../features/products/product-heads.ts';
import { productQuery } from '../features/products/queries.ts';
import {
  auditQuery,
  ownRecordQuery,
  readFor,
  summaryQuery,
  usersQuery,
} from '../features/users/queries.ts';
import { wishlistQuery } from '../features/wishlist/queries.ts';
import { dashboardMenu, headOfMenuItem } from '../frame/dashboard-menu.ts';
import { lazyPage } from './lazy-page.ts';
import type { FramedPageDefinition } from './page-definition.ts';

/** The layout route of the dashboard pages. */
export const dashboardFrame = lazyPage(
  'frame/DashboardFrame.tsx',
  async () => (await import('../frame/DashboardFrame.tsx')).DashboardFrame,
);

/**
 * The dashboard pages, all for signed-in users. A new page needs an entry here and one in the side menu of each role
 * that may open it (`frame/dashboard-menu.ts`).
 */
export const dashboardPages: readonly FramedPageDefinition[] = [
  {
    path: patterns.dashboard,
    page: lazyPage(
      'features/users/DashboardPage.tsx',
      async () => (await import('../features/users/DashboardPage.tsx')).DashboardPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.home),
    reads: async (queryClient, _params, email) => {
      if (email === null) return;
      await Promise.all([
        queryClient.ensureQueryData(ownRecordQuery(email)),
        queryClient.ensureQueryData(summaryQuery()),
      ]);
    },
  },
  {
    path: patterns.sell,
    page: lazyPage(
      'features/users/SellPage.tsx',
      async () => (await import('../features/users/SellPage.tsx')).SellPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.sell),
  },
  {
    path: patterns.addProduct,
    page: lazyPage(
      'features/products/AddProductPage.tsx',
      async () => (await import('../features/products/AddProductPage.tsx')).AddProductPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.addProduct),
    openTo: 'sellers',
    reads: (queryClient, _params, email) =>
      readFor('sellers', queryClient, email, (seller) =>
        queryClient.ensureQueryData(ownRecordQuery(seller)),
      ),
  },
  {
    path: patterns.editProduct,
    page: lazyPage(
      'features/products/EditProductPage.tsx',
      async () => (await import('../features/products/EditProductPage.tsx')).EditProductPage,
    ),
    head: ({ params: { id = '' }, queryClient }) =>
      editHead(id, queryClient.getQueryData(productQuery(id).queryKey)),
    openTo: 'sellers',
    // The edit form must start from the current data, not from what was cached a while ago.
    reads: (queryClient, { id = '' }, email) =>
      readFor('sellers', queryClient, email, () => queryClient.fetchQuery(productQuery(id))),
  },
  {
    path: patterns.bookings,
    page: lazyPage(
      'features/bookings/BookingsPage.tsx',
      async () => (await import('../features/bookings/BookingsPage.tsx')).BookingsPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.bookings),
    reads: async (queryClient, _params, email) => {
      if (email !== null) await queryClient.ensureInfiniteQueryData(bookingsQuery(email, 'buyer'));
    },
  },
  {
    path: patterns.payment,
    page: lazyPage(
      'features/payments/PaymentPage.tsx',
      async () => (await import('../features/payments/PaymentPage.tsx')).PaymentPage,
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
      'features/wishlist/WishlistPage.tsx',
      async () => (await import('../features/wishlist/WishlistPage.tsx')).WishlistPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.wishlist),
    reads: async (queryClient, _params, email) => {
      if (email !== null) await queryClient.ensureInfiniteQueryData(wishlistQuery(email));
    },
  },
  {
    path: patterns.myProducts,
    page: lazyPage(
      'features/products/MyProductsPage.tsx',
      async () => (await import('../features/products/MyProductsPage.tsx')).MyProductsPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.myProducts),
    openTo: 'sellers',
    reads: (queryClient, _params, email) =>
      readFor('sellers', queryClient, email, (seller) =>
        queryClient.ensureInfiniteQueryData(ownProductsQuery(seller)),
      ),
  },
  {
    path: patterns.allSellers,
    page: lazyPage(
      'features/users/AllSellersPage.tsx',
      async () => (await import('../features/users/AllSellersPage.tsx')).AllSellersPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.allSellers),
    openTo: 'admins',
    reads: (queryClient, _params, email) =>
      readFor('admins', queryClient, email, () =>
        queryClient.ensureInfiniteQueryData(usersQuery('seller')),
      ),
  },
  {
    path: patterns.allBuyers,
    page: lazyPage(
      'features/users/AllBuyersPage.tsx',
      async () => (await import('../features/users/AllBuyersPage.tsx')).AllBuyersPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.allBuyers),
    openTo: 'admins',
    reads: (queryClient, _params, email) =>
      readFor('admins', queryClient, email, () =>
        queryClient.ensureInfiniteQueryData(usersQuery('buyer')),
      ),
  },
  {
    path: patterns.allProducts,
    page: lazyPage(
      'features/products/AllProductsPage.tsx',
      async () => (await import('../features/products/AllProductsPage.tsx')).AllProductsPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.allProducts),
    openTo: 'admins',
    reads: (queryClient, _params, email) =>
      readFor('admins', queryClient, email, () =>
        queryClient.ensureInfiniteQueryData(allProductsQuery()),
      ),
  },
  {
    path: patterns.allBookings,
    page: lazyPage(
      'features/bookings/AllBookingsPage.tsx',
      async () => (await import('../features/bookings/AllBookingsPage.tsx')).AllBookingsPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.allBookings),
    openTo: 'admins',
    reads: (queryClient, _params, email) =>
      readFor('admins', queryClient, email, () =>
        queryClient.ensureInfiniteQueryData(allBookingsQuery()),
      ),
  },
  {
    path: patterns.returns,
    page: lazyPage(
      'features/bookings/ReturnsPage.tsx',
      async () => (await import('../features/bookings/ReturnsPage.tsx')).ReturnsPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.returns),
    openTo: 'admins',
    reads: (queryClient, _params, email) =>
      readFor('admins', queryClient, email, () =>
        queryClient.ensureInfiniteQueryData(returnsQuery()),
      ),
  },
  {
    path: patterns.earnings,
    page: lazyPage(
      'features/payouts/EarningsPage.tsx',
      async () => (await import('../features/payouts/EarningsPage.tsx')).EarningsPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.earnings),
    openTo: 'sellers',
  },
  {
    path: patterns.money,
    page: lazyPage(
      'features/payouts/MoneyPage.tsx',
      async () => (await import('../features/payouts/MoneyPage.tsx')).MoneyPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.money),
    openTo: 'admins',
  },
  {
    path: patterns.audit,
    page: lazyPage(
      'features/users/AuditPage.tsx',
      async () => (await import('../features/users/AuditPage.tsx')).AuditPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.audit),
    openTo: 'admins',
    reads: (queryClient, _params, email) =>
      readFor('admins', queryClient, email, () =>
        queryClient.ensureInfiniteQueryData(auditQuery()),
      ),
  },
  {
    path: patterns.profile,
    page: lazyPage(
      'features/users/ProfilePage.tsx',
      async () => (await import('../features/users/ProfilePage.tsx')).ProfilePage,
    ),
    head: () => headOfMenuItem(dashboardMenu.profile),
  },
];
