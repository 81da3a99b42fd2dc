import type { Location } from 'react-router';
import type { Picture } from '#contract/images/images.ts';
import { type ProductIntent, paths } from '#contract/page-paths.ts';

/** Navigation state for the login page: where the person wanted to go. */
export interface LoginState {
  from: string;
  /** True when the signed-in user may not see that page, so that the login page does not send them back there. */
  isRefused?: true;
  /** What the person wanted to do there. */
  intent?: ProductIntent;
  /** The name of the product that it is about. */
  product?: string;
  /** Its picture. */
  picture?: { address: string; source?: Picture | undefined };
}

/** The state for a guest who wanted to do something with a product: after signing in they come to its page and it is done. */
export function rememberProduct(product: ShownProduct, intent: ProductIntent): LoginState {
  return { from: paths.product(product._id), intent, ...aboutProduct(product) };
}

interface ShownProduct {
  _id: string;
  name: string;
  image?: string;
  picture?: Picture | undefined;
}

/** The part of the state that says which product a page is about, for links to a page that needs a login. */
export function aboutProduct({ name, image, picture }: ShownProduct): Partial<LoginState> {
  return { product: name, ...(image && { picture: { address: image, source: picture } }) };
}

/** The state for navigating to the login page. What its link said about the page stays. */
export function rememberOrigin(
  { pathname, search, hash, state }: Omit<Location, 'state' | 'key'> & { state?: unknown },
  isRefused = false,
): LoginState {
  const { product, picture } = (state ?? {}) as Partial<LoginState>;
  return {
    from: pathname + search + hash,
    ...(isRefused && { isRefused }),
    ...(typeof product === 'string' && { product }),
    ...(picture && { picture }),
  };
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
