import { paths, patterns } from '#contract/page-paths.ts';
import { editHead } from '../features/products/product-heads.ts';
import { productQuery } from '../features/products/queries.ts';
import type { dashboardMenu as DashboardMenu } from '../frame/dashboard-menu.ts';
import type { dashboardReads } from './dashboard-reads.ts';
import type { Head } from './head.ts';
import { lazyPage } from './lazy-page.ts';
import type { FirstReads, FramedPageDefinition } from './page-definition.ts';

/** The layout route of the dashboard pages. */
export const dashboardFrame = lazyPage('frame/DashboardFrame.tsx', async () => {
  const [{ DashboardFrame }, { dashboardMenu, headOfMenuItem }] = await Promise.all([
    import('../frame/DashboardFrame.tsx'),
    import('../frame/dashboard-menu.ts'),
  ]);
  lateHead = (item) => headOfMenuItem(dashboardMenu[item]);
  return DashboardFrame;
});

/** Loaded with the frame, without which no dashboard page is shown: landing pages do not need it. */
let lateHead: ((item: keyof typeof DashboardMenu) => Head) | undefined;

function headOf(item: keyof typeof DashboardMenu): () => Head | null {
  return () => lateHead?.(item) ?? null;
}

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
    head: headOf('home'),
    reads: readsOf('dashboard'),
  },
  {
    path: patterns.overview,
    page: lazyPage(
      'features/overview/OverviewPage.tsx',
      async () => (await import('../features/overview/OverviewPage.tsx')).OverviewPage,
    ),
    head: headOf('overview'),
    openTo: 'admins',
    reads: readsOf('overview'),
  },
  {
    path: patterns.sell,
    page: lazyPage(
      'features/users/SellPage.tsx',
      async () => (await import('../features/users/SellPage.tsx')).SellPage,
    ),
    head: headOf('sell'),
  },
  {
    path: patterns.addProduct,
    page: lazyPage(
      'features/products/AddProductPage.tsx',
      async () => (await import('../features/products/AddProductPage.tsx')).AddProductPage,
    ),
    head: headOf('addProduct'),
    openTo: 'sellers',
    reads: readsOf('addProduct'),
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
    reads: readsOf('editProduct'),
  },
  {
    path: patterns.importListings,
    page: lazyPage(
      'features/imports/ImportPage.tsx',
      async () => (await import('../features/imports/ImportPage.tsx')).ImportPage,
    ),
    head: () => ({
      title: 'Import listings',
      description: 'List many instruments at once from a file.',
      path: paths.importListings(),
    }),
    openTo: 'sellers',
  },
  {
    path: patterns.bookings,
    page: lazyPage(
      'features/bookings/BookingsPage.tsx',
      async () => (await import('../features/bookings/BookingsPage.tsx')).BookingsPage,
    ),
    head: headOf('bookings'),
    reads: readsOf('bookings'),
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
    head: headOf('wishlist'),
    reads: readsOf('wishlist'),
  },
  {
    path: patterns.savedSearches,
    page: lazyPage(
      'features/search/SavedSearchesPage.tsx',
      async () => (await import('../features/search/SavedSearchesPage.tsx')).SavedSearchesPage,
    ),
    head: headOf('savedSearches'),
    reads: readsOf('savedSearches'),
  },
  {
    path: patterns.myProducts,
    page: lazyPage(
      'features/products/MyProductsPage.tsx',
      async () => (await import('../features/products/MyProductsPage.tsx')).MyProductsPage,
    ),
    head: headOf('myProducts'),
    openTo: 'sellers',
    reads: readsOf('myProducts'),
  },
  {
    path: patterns.allSellers,
    page: lazyPage(
      'features/users/AllSellersPage.tsx',
      async () => (await import('../features/users/AllSellersPage.tsx')).AllSellersPage,
    ),
    head: headOf('allSellers'),
    openTo: 'admins',
    reads: readsOf('allSellers'),
  },
  {
    path: patterns.allBuyers,
    page: lazyPage(
      'features/users/AllBuyersPage.tsx',
      async () => (await import('../features/users/AllBuyersPage.tsx')).AllBuyersPage,
    ),
    head: headOf('allBuyers'),
    openTo: 'admins',
    reads: readsOf('allBuyers'),
  },
  {
    path: patterns.allProducts,
    page: lazyPage(
      'features/products/AllProductsPage.tsx',
      async () => (await import('../features/products/AllProductsPage.tsx')).AllProductsPage,
    ),
    head: headOf('allProducts'),
    openTo: 'admins',
    reads: readsOf('allProducts'),
  },
  {
    path: patterns.allBookings,
    page: lazyPage(
      'features/bookings/AllBookingsPage.tsx',
      async () => (await import('../features/bookings/AllBookingsPage.tsx')).AllBookingsPage,
    ),
    head: headOf('allBookings'),
    openTo: 'admins',
    reads: readsOf('allBookings'),
  },
  {
    path: patterns.returns,
    page: lazyPage(
      'features/bookings/ReturnsPage.tsx',
      async () => (await import('../features/after-sale/ReturnsPage.tsx')).ReturnsPage,
    ),
    head: headOf('returns'),
    openTo: 'admins',
    reads: readsOf('returns'),
  },
  {
    path: patterns.earnings,
    page: lazyPage(
      'features/payouts/EarningsPage.tsx',
      async () => (await import('../features/payouts/EarningsPage.tsx')).EarningsPage,
    ),
    head: headOf('earnings'),
    openTo: 'sellers',
  },
  {
    path: patterns.money,
    page: lazyPage(
      'features/payouts/MoneyPage.tsx',
      async () => (await import('../features/payouts/MoneyPage.tsx')).MoneyPage,
    ),
    head: headOf('money'),
    openTo: 'admins',
  },
  {
    path: patterns.jobs,
    page: lazyPage(
      'features/operations/JobsPage.tsx',
      async () => (await import('../features/operations/JobsPage.tsx')).JobsPage,
    ),
    head: headOf('jobs'),
    openTo: 'admins',
  },
  {
    path: patterns.importExport,
    page: lazyPage(
      'features/exports/ExportPage.tsx',
      async () => (await import('../features/exports/ExportPage.tsx')).ExportPage,
    ),
    head: headOf('importExport'),
    openTo: 'admins',
  },
  {
    path: patterns.audit,
    page: lazyPage(
      'features/users/AuditPage.tsx',
      async () => (await import('../features/users/AuditPage.tsx')).AuditPage,
    ),
    head: headOf('audit'),
    openTo: 'admins',
    reads: readsOf('audit'),
  },
  {
    path: patterns.profile,
    page: lazyPage(
      'features/users/ProfilePage.tsx',
      async () => (await import('../features/users/ProfilePage.tsx')).ProfilePage,
    ),
    head: headOf('profile'),
  },
];

/** The page reads its data itself when this script does not load. */
function readsOf(page: keyof typeof dashboardReads): FirstReads {
  return async (...facts) => {
    const script = await import('./dashboard-reads.ts').catch(() => undefined);
    const reads: FirstReads | undefined = script?.dashboardReads[page];
    await reads?.(...facts);
  };
}
