import type { Location } from 'react-router';

/** What travels in a navigation's state to the login page: where the person wanted to go. */
export interface LoginState {
  from: string;
  /** Who is signed in may not see that page. The login page must not send them back there as they are. */
  isRefused?: true;
}

/** The state to go to the login page with. */
export function rememberOrigin(
  { pathname, search, hash }: Omit<Location, 'state' | 'key'>,
  isRefused = false,
): LoginState {
  return { from: pathname + search + hash, ...(isRefused && { isRefused }) };
}

/** Whether somebody came because their role was not enough for the page. */
export function wasRefused(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'isRefused' in state && state.isRefused === true
  );
}

/** Where to go after signing in: the remembered page, or `otherwise`. Only paths of our own are followed. */
export function originOf(state: unknown, otherwise: string): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return otherwise;
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : otherwise;
}
