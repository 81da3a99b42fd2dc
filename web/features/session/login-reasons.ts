import { matchPath } from 'react-router';
import type { Category } from '#contract/constants.ts';
import { intentOf, type ProductIntent, paths } from '#contract/page-paths.ts';
import { categoryName, findCategory } from '#contract/products/shop-categories.ts';
import { msg, t } from '#contract/text.ts';
import { type LoginState, originOf, wasRefused } from '../../identity/origin.ts';

/** The picture of the product that the login is about. */
export function pictureToShow(state: unknown): LoginState['picture'] {
  return typeof state === 'object' && state !== null
    ? (state as Partial<LoginState>).picture
    : undefined;
}

/** Why the login page opened, in one sentence; undefined when the person chose to log in. */
export function reasonToLogIn(state: unknown): string | undefined {
  const from = originOf(state, '');
  if (from === '' || wasRefused(state)) return undefined;
  const { product } = state as Partial<LoginState>;
  const intent = intentOf(state);
  if (typeof product === 'string' && intent) return productReasons[intent](product);
  const { pathname } = new URL(from, 'http://page');
  if (typeof product === 'string' && matchPath(paths.writeAbout.pattern, pathname)) {
    return t`Log in to message the seller of ${product}.`;
  }
  const inPath = categoryPath.exec(pathname)?.[1];
  if (inPath) {
    const known = categoryToReturnTo(state);
    const category = known ? categoryName(known) : decodeURIComponent(inPath);
    return t`Log in to see everything in ${category}.`;
  }
  if (pathname === paths.search()) return t`Log in to continue your search.`;
  const page = pageReasons.find(({ pattern }) => matchPath(pattern, pathname));
  return page ? t(page.reason) : t`Log in to open that page.`;
}

/** Why one logs in, by the pages that guests come to. */
const pageReasons = [
  { pattern: paths.writeAbout.pattern, reason: msg`Log in to message the seller.` },
  { pattern: `${paths.messages.pattern}/*`, reason: msg`Log in to read your messages.` },
  { pattern: paths.addProduct.pattern, reason: msg`Log in to list an instrument.` },
  { pattern: paths.sell.pattern, reason: msg`Log in to sell an instrument.` },
  { pattern: `${paths.myProducts.pattern}/*`, reason: msg`Log in to see what you sell.` },
  { pattern: paths.bookings.pattern, reason: msg`Log in to see your bookings.` },
  { pattern: `${paths.payment.pattern}/*`, reason: msg`Log in to see your booking.` },
  { pattern: paths.offers.pattern, reason: msg`Log in to see your offers.` },
  { pattern: paths.wishlist.pattern, reason: msg`Log in to see your wishlist.` },
  { pattern: paths.savedSearches.pattern, reason: msg`Log in to see your saved searches.` },
  { pattern: paths.profile.pattern, reason: msg`Log in to open your profile.` },
  { pattern: paths.dashboard.pattern, reason: msg`Log in to open your dashboard.` },
] as const;

const categoryPath = /^\/category\/([^/]+)$/;

/** The category whose page a guest wanted to open. */
export function categoryToReturnTo(state: unknown): Category | undefined {
  const { pathname } = new URL(originOf(state, '/'), 'http://page');
  const named = categoryPath.exec(pathname)?.[1];
  return findCategory(named);
}

/** The same on the page for new users, for what they wanted to do with a product. */
export function reasonToRegister(state: unknown): string | undefined {
  const intent = intentOf(state);
  const { product } = (state ?? {}) as Partial<LoginState>;
  return intent && typeof product === 'string' ? registerReasons[intent](product) : undefined;
}

const registerReasons: Record<ProductIntent, (name: string) => string> = {
  book: (name) => t`Register to reserve ${name}.`,
  offer: (name) => t`Register to make an offer for ${name}.`,
  alert: (name) => t`Register to be told when ${name} is available again.`,
  wish: (name) => t`Register to add ${name} to your wishlist.`,
};

const productReasons: Record<ProductIntent, (name: string) => string> = {
  book: (name) => t`Log in to reserve ${name}.`,
  offer: (name) => t`Log in to make an offer for ${name}.`,
  alert: (name) => t`Log in to be told when ${name} is available again.`,
  wish: (name) => t`Log in to add ${name} to your wishlist.`,
};
