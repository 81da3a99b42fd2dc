import { paperKinds, paths, patterns } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { editHead } from '../features/products/product-heads.ts';
import { productQuery } from '../features/products/queries.ts';
import { dashboardMenu, headOfMenuItem } from '../frame/dashboard-menu.ts';
import { shopHas } from '../ui/current-shop.ts';
import { dashboardReads } from './dashboard-reads.ts';
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
    reads: dashboardReads.dashboard,
  },
  {
    path: patterns.overview,
    page: lazyPage(
      'features/overview/OverviewPage.tsx',
      async () => (await import('../features/overview/OverviewPage.tsx')).OverviewPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.overview),
    openTo: 'admins',
    reads: dashboardReads.overview,
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
    reads: dashboardReads.addProduct,
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
    reads: dashboardReads.editProduct,
  },
  {
    path: patterns.importListings,
    page: lazyPage(
      'features/imports/ImportPage.tsx',
      async () => (await import('../features/imports/ImportPage.tsx')).ImportPage,
    ),
    head: () => ({
      title: t`Import listings`,
      description: t`List many instruments at once from a file.`,
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
    head: () => headOfMenuItem(dashboardMenu.bookings),
    reads: dashboardReads.bookings,
  },
  {
    path: patterns.offers,
    page: lazyPage(
      'features/offers/OffersPage.tsx',
      async () => (await import('../features/offers/OffersPage.tsx')).OffersPage,
    ),
    exists: () => shopHas('offers'),
    head: () => headOfMenuItem(dashboardMenu.offers),
    reads: dashboardReads.offers,
  },
  {
    path: patterns.payment,
    page: lazyPage(
      'features/payments/PaymentPage.tsx',
      async () => (await import('../features/payments/PaymentPage.tsx')).PaymentPage,
    ),
    head: () => ({
      title: t`Payment`,
      description: t`Pay for what you have booked.`,
      path: paths.bookings(),
    }),
  },
  {
    path: patterns.paper,
    page: lazyPage(
      'features/payments/PaperPage.tsx',
      async () => (await import('../features/payments/PaperPage.tsx')).PaperPage,
    ),
    exists: ({ paper }) => paperKinds.some((kind) => kind === paper),
    head: ({ params: { paper } }) => ({
      title:
        paper === 'refund' ? t`Refund note` : paper === 'label' ? t`Address label` : t`Receipt`,
      description: t`A document about a sale, for printing.`,
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
    reads: dashboardReads.wishlist,
  },
  {
    path: patterns.savedSearches,
    page: lazyPage(
      'features/search/SavedSearchesPage.tsx',
      async () => (await import('../features/search/SavedSearchesPage.tsx')).SavedSearchesPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.savedSearches),
    reads: dashboardReads.savedSearches,
  },
  {
    path: patterns.messages,
    page: lazyPage(
      'features/messages/MessagesPage.tsx',
      async () => (await import('../features/messages/MessagesPage.tsx')).MessagesPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.messages),
    exists: () => shopHas('messages'),
  },
  {
    path: patterns.thread,
    page: lazyPage(
      'features/messages/ThreadPage.tsx',
      async () => (await import('../features/messages/ThreadPage.tsx')).ThreadPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.messages),
    exists: () => shopHas('messages'),
  },
  {
    path: patterns.writeAbout,
    page: lazyPage(
      'features/messages/WriteAboutPage.tsx',
      async () => (await import('../features/messages/WriteAboutPage.tsx')).WriteAboutPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.messages),
    exists: () => shopHas('messages'),
  },
  {
    path: patterns.reports,
    page: lazyPage(
      'features/moderation/OwnReportsPage.tsx',
      async () => (await import('../features/moderation/OwnReportsPage.tsx')).OwnReportsPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.reports),
    exists: () => shopHas('reports'),
  },
  {
    path: patterns.moderation,
    page: lazyPage(
      'features/moderation/ModerationPage.tsx',
      async () => (await import('../features/moderation/ModerationPage.tsx')).ModerationPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.moderation),
    exists: () => shopHas('reports'),
    openTo: 'admins',
  },
  {
    path: patterns.moderationCase,
    page: lazyPage(
      'features/moderation/CasePage.tsx',
      async () => (await import('../features/moderation/CasePage.tsx')).CasePage,
    ),
    head: () => headOfMenuItem(dashboardMenu.moderation),
    exists: () => shopHas('reports'),
    openTo: 'admins',
  },
  {
    path: patterns.myProducts,
    page: lazyPage(
      'features/products/MyProductsPage.tsx',
      async () => (await import('../features/products/MyProductsPage.tsx')).MyProductsPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.myProducts),
    openTo: 'sellers',
    reads: dashboardReads.myProducts,
  },
  {
    path: patterns.allSellers,
    page: lazyPage(
      'features/users/AllSellersPage.tsx',
      async () => (await import('../features/users/AllSellersPage.tsx')).AllSellersPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.allSellers),
    openTo: 'admins',
    reads: dashboardReads.allSellers,
  },
  {
    path: patterns.allBuyers,
    page: lazyPage(
      'features/users/AllBuyersPage.tsx',
      async () => (await import('../features/users/AllBuyersPage.tsx')).AllBuyersPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.allBuyers),
    openTo: 'admins',
    reads: dashboardReads.allBuyers,
  },
  {
    path: patterns.allProducts,
    page: lazyPage(
      'features/products/AllProductsPage.tsx',
      async () => (await import('../features/products/AllProductsPage.tsx')).AllProductsPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.allProducts),
    openTo: 'admins',
    reads: dashboardReads.allProducts,
  },
  {
    path: patterns.allBookings,
    page: lazyPage(
      'features/bookings/AllBookingsPage.tsx',
      async () => (await import('../features/bookings/AllBookingsPage.tsx')).AllBookingsPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.allBookings),
    openTo: 'admins',
    reads: dashboardReads.allBookings,
  },
  {
    path: patterns.returns,
    page: lazyPage(
      'features/bookings/ReturnsPage.tsx',
      async () => (await import('../features/after-sale/ReturnsPage.tsx')).ReturnsPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.returns),
    openTo: 'admins',
    reads: dashboardReads.returns,
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
    path: patterns.jobs,
    page: lazyPage(
      'features/operations/JobsPage.tsx',
      async () => (await import('../features/operations/JobsPage.tsx')).JobsPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.jobs),
    openTo: 'admins',
  },
  {
    path: patterns.importExport,
    page: lazyPage(
      'features/exports/ExportPage.tsx',
      async () => (await import('../features/exports/ExportPage.tsx')).ExportPage,
    ),
    head: () => headOfMenuItem(dashboardMenu.importExport),
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
    reads: dashboardReads.audit,
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
