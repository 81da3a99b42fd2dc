import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useLogout } from '../frame/LogoutProvider.tsx';
import { useIdentity } from '../identity/identity.ts';
import { rememberOrigin } from '../identity/origin.ts';
import { PageLoading } from './PageLoading.tsx';
import { paths } from './paths.ts';

/**
 * Shows a page to signed-in users and redirects guests to the login page, remembering the origin location. This is
 * for comfort: the server enforces access.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const identity = useIdentity();
  const location = useLocation();
  const { isLeaving } = useLogout();
  // After a logout the user is on the way to the home page and must not be asked to log in.
  if (identity === 'pending' || (identity === null && isLeaving)) return <PageLoading />;
  if (identity === null) {
    return <Navigate replace state={rememberOrigin(location)} to={paths.login()} />;
  }
  return children;
}
