import type { Location } from 'react-router';

/** What travels in a navigation's state to the login page: where the person wanted to go. */
export interface LoginState {
  from: string;
}

/** The state to go to the login page with. */
export function rememberOrigin({
  pathname,
  search,
  hash,
}: Omit<Location, 'state' | 'key'>): LoginState {
  return { from: pathname + search + hash };
}

/** Where to go after signing in: the remembered page, or `otherwise`. Only paths of our own are followed. */
export function originOf(state: unknown, otherwise: string): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return otherwise;
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : otherwise;
}
