import type { Role } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import type { Head } from '../routing/head.ts';
import type { IconName } from '../ui/Icon.tsx';

export interface DashboardMenuItem {
  name: string;
  path: string;
  icon: IconName;
  description: string;
}

const home = {
  name: 'Dashboard',
  path: paths.dashboard(),
  icon: 'home',
  description: 'Your own page at Reprise.',
} as const satisfies DashboardMenuItem;

const myProducts = {
  name: 'My Products',
  path: paths.myProducts(),
  icon: 'case',
  description: 'What you sell at Reprise, to advertise, mend or withdraw.',
} as const satisfies DashboardMenuItem;

const sell = {
  name: 'Sell your instrument',
  path: paths.sell(),
  icon: 'plus',
  description: 'Become a seller at Reprise.',
} as const satisfies DashboardMenuItem;

const addProduct = {
  name: 'Add Product',
  path: paths.addProduct(),
  icon: 'plus',
  description: 'List an instrument for sale at Reprise.',
} as const satisfies DashboardMenuItem;

const bookings = {
  name: 'My Bookings',
  path: paths.bookings(),
  icon: 'calendar',
  description: 'What you have booked at Reprise, paid or still to pay.',
} as const satisfies DashboardMenuItem;

/** The same page for sellers, which also lists what others booked from them. */
const orders = { ...bookings, name: 'My Orders' } as const satisfies DashboardMenuItem;

const wishlist = {
  name: 'Wishlist',
  path: paths.wishlist(),
  icon: 'heart',
  description: 'The instruments that you want to remember.',
} as const satisfies DashboardMenuItem;

const returns = {
  name: 'Returns',
  path: paths.returns(),
  icon: 'returns',
  description: 'Who wants to give an instrument back, and what became of it.',
} as const satisfies DashboardMenuItem;

const allSellers = {
  name: 'All Sellers',
  path: paths.allSellers(),
  icon: 'people',
  description: 'Everybody who sells at Reprise.',
} as const satisfies DashboardMenuItem;

const allBuyers = {
  name: 'All Buyers',
  path: paths.allBuyers(),
  icon: 'people',
  description: 'Everybody who buys at Reprise.',
} as const satisfies DashboardMenuItem;

const allProducts = {
  name: 'All Products',
  path: paths.allProducts(),
  icon: 'case',
  description: 'Everything that is listed at Reprise.',
} as const satisfies DashboardMenuItem;

const allBookings = {
  name: 'All Bookings',
  path: paths.allBookings(),
  icon: 'calendar',
  description: 'Everything that was booked at Reprise.',
} as const satisfies DashboardMenuItem;

const audit = {
  name: 'Audit',
  path: paths.audit(),
  icon: 'list',
  description: 'What was verified, changed or deleted, by whom and when.',
} as const satisfies DashboardMenuItem;

const profile = {
  name: 'Profile',
  path: paths.profile(),
  icon: 'person',
  description: 'Your name, picture and password at Reprise.',
} as const satisfies DashboardMenuItem;

export const dashboardMenu = {
  home,
  sell,
  myProducts,
  addProduct,
  bookings,
  orders,
  wishlist,
  allSellers,
  allBuyers,
  allProducts,
  allBookings,
  returns,
  audit,
  profile,
};

/** The side menu of each role in the specification's order (section 2), with our additions. */
export const sideMenu: Record<Role, readonly DashboardMenuItem[]> = {
  buyer: [home, bookings, wishlist, sell, profile],
  seller: [home, myProducts, addProduct, orders, wishlist, profile],
  admin: [
    home,
    orders,
    myProducts,
    wishlist,
    addProduct,
    allSellers,
    allBuyers,
    allProducts,
    allBookings,
    returns,
    audit,
    profile,
  ],
};

/** The document head of a dashboard page. */
export function headOfMenuItem({ name, description, path }: DashboardMenuItem): Head {
  return { title: name, description, path };
}

/** The title of the bookings page for this role. */
export function bookingsTitle(role: Role): string {
  return role === 'buyer' ? bookings.name : orders.name;
}
