import type { Role } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import type { Head } from '../routing/head.ts';
import { currentShop, shopHas } from '../ui/current-shop.ts';
import type { IconName } from '../ui/Icon.tsx';

export interface DashboardMenuItem {
  name: string;
  path: string;
  icon: IconName;
}

const home = textsOf({
  name: msg`Dashboard`,
  path: paths.dashboard(),
  icon: 'home',
}) satisfies DashboardMenuItem;

const overview = textsOf({
  name: msg`Overview`,
  path: paths.overview(),
  icon: 'chart',
}) satisfies DashboardMenuItem;

const myProducts = textsOf({
  name: msg`My Products`,
  path: paths.myProducts(),
  icon: 'case',
}) satisfies DashboardMenuItem;

const sell = textsOf({
  name: msg`Sell your instrument`,
  path: paths.sell(),
  icon: 'plus',
}) satisfies DashboardMenuItem;

const addProduct = textsOf({
  name: msg`Add Product`,
  path: paths.addProduct(),
  icon: 'plus',
}) satisfies DashboardMenuItem;

const bookings = textsOf({
  name: msg`My Bookings`,
  path: paths.bookings(),
  icon: 'calendar',
}) satisfies DashboardMenuItem;

/** The same page for sellers, which also lists what others booked from them. */
const orders = textsOf({ ...bookings, name: msg`My Orders` }) satisfies DashboardMenuItem;

const offers = textsOf({
  name: msg`Offers`,
  path: paths.offers(),
  icon: 'price',
}) satisfies DashboardMenuItem;

const wishlist = textsOf({
  name: msg`Wishlist`,
  path: paths.wishlist(),
  icon: 'heart',
}) satisfies DashboardMenuItem;

const savedSearches = textsOf({
  name: msg`Saved searches`,
  path: paths.savedSearches(),
  icon: 'bell',
}) satisfies DashboardMenuItem;

const messages = textsOf({
  name: msg`Messages`,
  path: paths.messages(),
  icon: 'message',
}) satisfies DashboardMenuItem;

const reports = textsOf({
  name: msg`Reports and decisions`,
  path: paths.reports(),
  icon: 'shield',
}) satisfies DashboardMenuItem;

const moderation = textsOf({
  name: msg`Moderation`,
  path: paths.moderation(),
  icon: 'shield',
}) satisfies DashboardMenuItem;

const returns = textsOf({
  name: msg`Returns`,
  path: paths.returns(),
  icon: 'returns',
}) satisfies DashboardMenuItem;

const earnings = textsOf({
  name: msg`Earnings`,
  path: paths.earnings(),
  icon: 'card',
}) satisfies DashboardMenuItem;

const money = textsOf({
  name: msg`Money`,
  path: paths.money(),
  icon: 'card',
}) satisfies DashboardMenuItem;

const jobs = textsOf({
  name: msg`Jobs and emails`,
  path: paths.jobs(),
  icon: 'clock',
}) satisfies DashboardMenuItem;

const allSellers = textsOf({
  name: msg`All Sellers`,
  path: paths.allSellers(),
  icon: 'people',
}) satisfies DashboardMenuItem;

const allBuyers = textsOf({
  name: msg`All Buyers`,
  path: paths.allBuyers(),
  icon: 'people',
}) satisfies DashboardMenuItem;

const allProducts = textsOf({
  name: msg`All Products`,
  path: paths.allProducts(),
  icon: 'case',
}) satisfies DashboardMenuItem;

const allBookings = textsOf({
  name: msg`All Bookings`,
  path: paths.allBookings(),
  icon: 'calendar',
}) satisfies DashboardMenuItem;

const audit = textsOf({
  name: msg`Audit log`,
  path: paths.audit(),
  icon: 'list',
}) satisfies DashboardMenuItem;

const importExport = textsOf({
  name: msg`Import and export`,
  path: paths.importExport(),
  icon: 'download',
}) satisfies DashboardMenuItem;

const profile = textsOf({
  name: msg`Profile`,
  path: paths.profile(),
  icon: 'person',
}) satisfies DashboardMenuItem;

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
  reports,
  moderation,
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
    {
      get heading() {
        return t`Me`;
      },
      items: [bookings, offers, messages, wishlist, savedSearches, reports, profile],
    },
    {
      get heading() {
        return t`My shop`;
      },
      items: [sell],
    },
  ],
  seller: [
    { items: [home] },
    {
      get heading() {
        return t`My shop`;
      },
      items: [myProducts, addProduct, orders, offers, earnings],
    },
    {
      get heading() {
        return t`Me`;
      },
      items: [messages, wishlist, savedSearches, reports, profile],
    },
  ],
  admin: [
    { items: [home] },
    {
      get heading() {
        return t`My shop`;
      },
      items: [myProducts, addProduct, orders, offers],
    },
    {
      get heading() {
        return t`Market`;
      },
      items: [allSellers, allBuyers, allProducts, allBookings, moderation],
    },
    {
      get heading() {
        return t`Money`;
      },
      items: [returns, money],
    },
    {
      get heading() {
        return t`Operation`;
      },
      items: [overview, jobs, importExport, audit],
    },
    {
      get heading() {
        return t`Me`;
      },
      items: [messages, wishlist, savedSearches, reports, profile],
    },
  ],
};

/** The same without what this shop is run without. */
export function sideMenu(role: Role): DashboardMenuGroup[] {
  const isShown = ({ path }: DashboardMenuItem) =>
    (path !== messages.path || shopHas('messages')) &&
    (path !== offers.path || shopHas('offers')) &&
    ((path !== reports.path && path !== moderation.path) || shopHas('reports'));
  return everyPart[role].map((group) => ({ ...group, items: group.items.filter(isShown) }));
}

/** All pages in the side menu of a role. */
export function sideMenuItems(role: Role): DashboardMenuItem[] {
  return sideMenu(role).flatMap(({ items }) => items);
}

/** The document head of a dashboard page. No search engine lists it, so the description says little. */
export function headOfMenuItem({ name, path }: DashboardMenuItem): Head {
  const shop = currentShop().name;
  return { title: name, description: t`${name} at ${shop}.`, path };
}

/** The title of the bookings page for this role. */
export function bookingsTitle(role: Role): string {
  return role === 'buyer' ? bookings.name : orders.name;
}
