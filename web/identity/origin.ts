import type { Location } from 'react-router';
import { type ProductIntent, paths } from '#contract/page-paths.ts';

/** Navigation state for the login page: where the person wanted to go. */
export interface LoginState {
  from: string;
  /** True when the signed-in user may not see that page, so that the login page does not send them back there. */
  isRefused?: true;
  /** What the person wanted to do there. */
  intent?: ProductIntent;
}

/** The state for a guest who wanted to do something with a product: after signing in they come to its page and it is done. */
export function rememberProduct(productId: string, intent: ProductIntent): LoginState {
  return { from: paths.product(productId), intent };
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

/** Where to go after signing in: the remembered page, or `otherwise`. Only paths of this site are followed. */
export function originOf(state: unknown, otherwise: string): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return otherwise;
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : otherwise;
}
