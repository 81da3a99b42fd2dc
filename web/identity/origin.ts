import type { Location } from 'react-router';
import { type Category, categories } from '#contract/constants.ts';
import { intentOf, type ProductIntent, paths } from '#contract/page-paths.ts';
import { categoryNames } from '#contract/products/product-names.ts';
import { t } from '#contract/text.ts';

/** Navigation state for the login page: where the person wanted to go. */
export interface LoginState {
  from: string;
  /** True when the signed-in user may not see that page, so that the login page does not send them back there. */
  isRefused?: true;
  /** What the person wanted to do there. */
  intent?: ProductIntent;
  /** The name of the product that it is about. */
  product?: string;
}

/** The state for a guest who wanted to do something with a product: after signing in they come to its page and it is done. */
export function rememberProduct(
  { _id, name }: { _id: string; name: string },
  intent: ProductIntent,
): LoginState {
  return { from: paths.product(_id), intent, product: name };
}

/** The state for navigating to the login page. */
export function rememberOrigin(
  { pathname, search, hash }: Omit<Location, 'state' | 'key'>,
  isRefused = false,
): LoginState {
  return { from: pathname + search + hash, ...(isRefused && { isRefused }) };
}

/** Whether the person was redirected because their role was insufficient. */
export function wasRefused(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'isRefused' in state && state.isRefused === true
  );
}

/**
 * Returns the page to go to after signing in: the remembered page, or `otherwise`. Only paths of this site are
 * followed.
 */
export function originOf(state: unknown, otherwise: string): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return otherwise;
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : otherwise;
}

/** Why the login page opened, in one sentence; undefined when the person chose to log in. */
export function reasonToLogIn(state: unknown): string | undefined {
  const from = originOf(state, '');
  if (from === '' || wasRefused(state)) return undefined;
  const { product } = state as Partial<LoginState>;
  const intent = intentOf(state);
  if (typeof product === 'string' && intent) return productReasons[intent](product);
  const { pathname } = new URL(from, 'http://page');
  const inPath = categoryPath.exec(pathname)?.[1];
  if (inPath) {
    const known = categoryToReturnTo(state);
    const category = known ? categoryNames[known] : decodeURIComponent(inPath);
    return t`Log in to see everything in ${category}.`;
  }
  if (pathname === paths.search()) return t`Log in to continue your search.`;
  return t`Log in to open that page.`;
}

const categoryPath = /^\/category\/([^/]+)$/;

/** The category whose page a guest wanted to open. */
export function categoryToReturnTo(state: unknown): Category | undefined {
  const { pathname } = new URL(originOf(state, '/'), 'http://page');
  const named = categoryPath.exec(pathname)?.[1];
  return categories.find((one) => one === named);
}

const productReasons: Record<ProductIntent, (name: string) => string> = {
  book: (name) => t`Log in to book ${name}.`,
  offer: (name) => t`Log in to make an offer for ${name}.`,
  alert: (name) => t`Log in to be told when ${name} is available again.`,
  wish: (name) => t`Log in to add ${name} to your wishlist.`,
};
