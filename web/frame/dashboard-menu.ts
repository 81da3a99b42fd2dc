import type { Role } from '#contract/constants.ts';
import type { Head } from '../routing/head.ts';
import { paths } from '../routing/paths.ts';
import type { IconName } from '../ui/Icon.tsx';

/** A page of the dashboard as the side menu names it. */
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

/** The same page for those who sell: it has what others booked of theirs too. */
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
  ...{ home, myProducts, addProduct, bookings, orders, wishlist },
  ...{ allSellers, allBuyers, returns, audit, profile },
};

/** The side menu of each role, in its order (specification, section 2), and what came besides. */
export const sideMenu: Record<Role, readonly DashboardMenuItem[]> = {
  buyer: [home, bookings, wishlist, profile],
  seller: [home, myProducts, addProduct, orders, wishlist, profile],
  admin: [
    home,
    orders,
    myProducts,
    wishlist,
    addProduct,
    allSellers,
    allBuyers,
    returns,
    audit,
    profile,
  ],
};

/** What a page of the dashboard says about itself. */
export function headOfMenuItem({ name, description, path }: DashboardMenuItem): Head {
  return { title: name, description, path };
}

/** What the page of bookings is called for somebody with this role. */
export function bookingsTitle(role: Role): string {
  return role === 'buyer' ? bookings.name : orders.name;
}
