import type { Role } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import type { Head } from '../routing/head.ts';
import { currentShop, shopHas } from '../ui/current-shop.ts';
import type { IconName } from '../ui/Icon.tsx';

export interface DashboardMenuItem {
  name: string;
  path: string;
  icon: IconName;
}

const home = {
  name: 'Dashboard',
  path: paths.dashboard(),
  icon: 'home',
} as const satisfies DashboardMenuItem;

const overview = {
  name: 'Overview',
  path: paths.overview(),
  icon: 'chart',
} as const satisfies DashboardMenuItem;

const myProducts = {
  name: 'My Products',
  path: paths.myProducts(),
  icon: 'case',
} as const satisfies DashboardMenuItem;

const sell = {
  name: 'Sell your instrument',
  path: paths.sell(),
  icon: 'plus',
} as const satisfies DashboardMenuItem;

const addProduct = {
  name: 'Add Product',
  path: paths.addProduct(),
  icon: 'plus',
} as const satisfies DashboardMenuItem;

const bookings = {
  name: 'My Bookings',
  path: paths.bookings(),
  icon: 'calendar',
} as const satisfies DashboardMenuItem;

/** The same page for sellers, which also lists what others booked from them. */
const orders = { ...bookings, name: 'My Orders' } as const satisfies DashboardMenuItem;

const offers = {
  name: 'Offers',
  path: paths.offers(),
  icon: 'price',
} as const satisfies DashboardMenuItem;

const wishlist = {
  name: 'Wishlist',
  path: paths.wishlist(),
  icon: 'heart',
} as const satisfies DashboardMenuItem;

const savedSearches = {
  name: 'Saved searches',
  path: paths.savedSearches(),
  icon: 'bell',
} as const satisfies DashboardMenuItem;

const messages = {
  name: 'Messages',
  path: paths.messages(),
  icon: 'message',
} as const satisfies DashboardMenuItem;

const returns = {
  name: 'Returns',
  path: paths.returns(),
  icon: 'returns',
} as const satisfies DashboardMenuItem;

const earnings = {
  name: 'Earnings',
  path: paths.earnings(),
  icon: 'card',
} as const satisfies DashboardMenuItem;

const money = {
  name: 'Money',
  path: paths.money(),
  icon: 'card',
} as const satisfies DashboardMenuItem;

const jobs = {
  name: 'Jobs and mails',
  path: paths.jobs(),
  icon: 'clock',
} as const satisfies DashboardMenuItem;

const allSellers = {
  name: 'All Sellers',
  path: paths.allSellers(),
  icon: 'people',
} as const satisfies DashboardMenuItem;

const allBuyers = {
  name: 'All Buyers',
  path: paths.allBuyers(),
  icon: 'people',
} as const satisfies DashboardMenuItem;

const allProducts = {
  name: 'All Products',
  path: paths.allProducts(),
  icon: 'case',
} as const satisfies DashboardMenuItem;

const allBookings = {
  name: 'All Bookings',
  path: paths.allBookings(),
  icon: 'calendar',
} as const satisfies DashboardMenuItem;

const audit = {
  name: 'Audit',
  path: paths.audit(),
  icon: 'list',
} as const satisfies DashboardMenuItem;

const importExport = {
  name: 'Import and export',
  path: paths.importExport(),
  icon: 'download',
} as const satisfies DashboardMenuItem;

const profile = {
  name: 'Profile',
  path: paths.profile(),
  icon: 'person',
} as const satisfies DashboardMenuItem;

export const dashboardMenu = {
  home,
  overview,
  sell,
  myProducts,
  addProduct,
  bookings,
  orders,
  offers,
  wishlist,
  savedSearches,
  messages,
  allSellers,
  allBuyers,
  allProducts,
  allBookings,
  returns,
  earnings,
  money,
  jobs,
  audit,
  importExport,
  profile,
};

export interface DashboardMenuGroup {
  /** Missing above the dashboard's home, which stands alone. */
  heading?: string | undefined;
  items: readonly DashboardMenuItem[];
}

/** The side menu of each role: the specification's pages (section 2) and ours, what is private last. */
const everyPart: Record<Role, readonly DashboardMenuGroup[]> = {
  buyer: [
    { items: [home] },
    { heading: 'Me', items: [bookings, offers, messages, wishlist, savedSearches, profile] },
    { heading: 'My shop', items: [sell] },
  ],
  seller: [
    { items: [home] },
    { heading: 'My shop', items: [myProducts, addProduct, orders, offers, earnings] },
    { heading: 'Me', items: [messages, wishlist, savedSearches, profile] },
  ],
  admin: [
    { items: [home] },
    { heading: 'My shop', items: [myProducts, addProduct, orders, offers] },
    { heading: 'Market', items: [allSellers, allBuyers, allProducts, allBookings] },
    { heading: 'Money', items: [returns, money] },
    { heading: 'Operation', items: [overview, jobs, importExport, audit] },
    { heading: 'Me', items: [messages, wishlist, savedSearches, profile] },
  ],
};

/** The same without what this shop is run without. */
export function sideMenu(role: Role): DashboardMenuGroup[] {
  const isShown = ({ path }: DashboardMenuItem) =>
    (path !== messages.path || shopHas('messages')) && (path !== offers.path || shopHas('offers'));
  return everyPart[role].map((group) => ({ ...group, items: group.items.filter(isShown) }));
}

/** All pages in the side menu of a role. */
export function sideMenuItems(role: Role): DashboardMenuItem[] {
  return sideMenu(role).flatMap(({ items }) => items);
}

/** The document head of a dashboard page. No search engine lists it, so the description says little. */
export function headOfMenuItem({ name, path }: DashboardMenuItem): Head {
  return { title: name, description: `${name} at ${currentShop().name}.`, path };
}

/** The title of the bookings page for this role. */
export function bookingsTitle(role: Role): string {
  return role === 'buyer' ? bookings.name : orders.name;
}
