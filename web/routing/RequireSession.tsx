import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useLogout } from '../frame/LogoutProvider.tsx';
import { useIdentity } from '../identity/identity.ts';
import { rememberOrigin } from '../identity/origin.ts';
import { PageLoading } from './PageLoading.tsx';
import { paths } from './paths.ts';

/**
 * Shows a page to people who are signed in and sends a guest to the login page, which hears where they wanted to go.
 * This is for comfort: the server decides what anybody may read.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const identity = useIdentity();
  const location = useLocation();
  const { isLeaving } = useLogout();
  // Who has just logged out is on the way to the home page and must not be asked to log in.
  if (identity === 'pending' || (identity === null && isLeaving)) return <PageLoading />;
  if (identity === null) {
    return <Navigate replace state={rememberOrigin(location)} to={paths.login()} />;
  }
  return children;
}
