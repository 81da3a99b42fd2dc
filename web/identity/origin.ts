import type { Location } from 'react-router';

/** Navigation state for the login page: where the person wanted to go. */
export interface LoginState {
  from: string;
  /** True when the signed-in user may not see that page, so that the login page does not send them back there. */
  isRefused?: true;
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
