import type { Role } from '#contract/constants.ts';
import { paths } from '../addresses.ts';
import type { IconName } from '../ui/Icon.tsx';
import type { Head } from './head.ts';

/** A page of the dashboard as the side menu names it. */
export interface DashboardPlace {
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
} as const satisfies DashboardPlace;

const myProducts = {
  name: 'My Products',
  path: paths.myProducts(),
  icon: 'case',
  description: 'What you sell at Reprise, to advertise, mend or withdraw.',
} as const satisfies DashboardPlace;

const addProduct = {
  name: 'Add Product',
  path: paths.addProduct(),
  icon: 'plus',
  description: 'List an instrument for sale at Reprise.',
} as const satisfies DashboardPlace;

const bookings = {
  name: 'My Bookings',
  path: paths.bookings(),
  icon: 'calendar',
  description: 'What you have booked at Reprise, paid or still to pay.',
} as const satisfies DashboardPlace;

/** The same page for those who sell: it has what others booked of theirs too. */
const orders = { ...bookings, name: 'My Orders' } as const satisfies DashboardPlace;

const wishlist = {
  name: 'Wishlist',
  path: paths.wishlist(),
  icon: 'heart',
  description: 'The instruments that you want to remember.',
} as const satisfies DashboardPlace;

const returns = {
  name: 'Returns',
  path: paths.returns(),
  icon: 'returns',
  description: 'Who wants to give an instrument back, and what became of it.',
} as const satisfies DashboardPlace;

const allSellers = {
  name: 'All Sellers',
  path: paths.allSellers(),
  icon: 'people',
  description: 'Everybody who sells at Reprise.',
} as const satisfies DashboardPlace;

const allBuyers = {
  name: 'All Buyers',
  path: paths.allBuyers(),
  icon: 'people',
  description: 'Everybody who buys at Reprise.',
} as const satisfies DashboardPlace;

const audit = {
  name: 'Audit',
  path: paths.audit(),
  icon: 'list',
  description: 'What was verified, changed or deleted, by whom and when.',
} as const satisfies DashboardPlace;

const profile = {
  name: 'Profile',
  path: paths.profile(),
  icon: 'person',
  description: 'Your name, picture and password at Reprise.',
} as const satisfies DashboardPlace;

export const dashboardPlaces = {
  ...{ home, myProducts, addProduct, bookings, orders, wishlist },
  ...{ allSellers, allBuyers, returns, audit, profile },
};

/** The side menu of each role, in its order (specification, section 2), and what came besides. */
export const sideMenu: Record<Role, readonly DashboardPlace[]> = {
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
export function headOfPlace({ name, description, path }: DashboardPlace): Head {
  return { title: name, description, path };
}

/** What the page of bookings is called for somebody with this role. */
export function bookingsTitle(role: Role): string {
  return role === 'buyer' ? bookings.name : orders.name;
}
