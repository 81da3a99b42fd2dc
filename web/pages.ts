import { paths } from '#contract/page-paths.ts';
import { aboutPages } from './features/about/page.ts';
import { alertsPages } from './features/alerts/page.ts';
import { blogPages } from './features/blog/page.ts';
import { bookingsPages } from './features/bookings/page.ts';
import { exportsPages } from './features/exports/page.ts';
import { homePages } from './features/home/page.ts';
import { importsPages } from './features/imports/page.ts';
import { invoicesPages } from './features/invoices/page.ts';
import { messagesPages } from './features/messages/page.ts';
import { moderationPages } from './features/moderation/page.ts';
import { offersPages } from './features/offers/page.ts';
import { operationsPages } from './features/operations/page.ts';
import { overviewPages } from './features/overview/page.ts';
import { pagesPages } from './features/pages/page.ts';
import { paymentsPages } from './features/payments/page.ts';
import { payoutsPages } from './features/payouts/page.ts';
import { productsPages } from './features/products/page.ts';
import { searchPages } from './features/search/page.ts';
import { sellersPages } from './features/sellers/page.ts';
import { sellingPages } from './features/selling/page.ts';
import { sessionPages } from './features/session/page.ts';
import { usersPages } from './features/users/page.ts';
import { wishlistPages } from './features/wishlist/page.ts';
import type { PageDefinition } from './routing/page-definition.ts';

/** The pages of all features. */
const pages: readonly PageDefinition[] = [
  ...aboutPages,
  ...alertsPages,
  ...blogPages,
  ...bookingsPages,
  ...exportsPages,
  ...homePages,
  ...importsPages,
  ...invoicesPages,
  ...messagesPages,
  ...moderationPages,
  ...offersPages,
  ...operationsPages,
  ...overviewPages,
  ...pagesPages,
  ...paymentsPages,
  ...payoutsPages,
  ...productsPages,
  ...searchPages,
  ...sellersPages,
  ...sellingPages,
  ...sessionPages,
  ...usersPages,
  ...wishlistPages,
];

const isInDashboard = ({ path }: PageDefinition) => `${path}/`.startsWith(`${paths.dashboard()}/`);

/** The pages for signed-in users, which have the side menu. */
export const dashboardPages = pages.filter(isInDashboard);
export const otherPages = pages.filter((page) => !isInDashboard(page));
