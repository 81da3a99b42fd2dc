import { createContext, type ReactNode, useContext, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { NetworkFailure } from '../api/failures.ts';
import { useSignOut } from './identity.ts';
import { IdentityFailure } from './identity-failure.ts';

interface Logout {
  /** True after a logout until the home page is shown. */
  isLoggingOut: boolean;
  logOut: () => void;
}

const serverNotTold = msg`You are logged out here, but the shop could not be reached. On a computer that others use, log in and out once more.`;

const LogoutContext = createContext<Logout>({ isLoggingOut: false, logOut: () => {} });

/** The logout for the button, and for the guard, which must not redirect to the login page while the logout runs. */
export function useLogout(): Logout {
  return useContext(LogoutContext);
}

export function LogoutProvider({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  // The key of the location at logout, which is over when another location is shown.
  const [leftKey, setLeftKey] = useState<string>();
  const signOut = useSignOut();
  const navigate = useNavigate();

  const logOut = async () => {
    setLeftKey(key);
    try {
      await signOut();
    } catch (failure) {
      if (!(failure instanceof IdentityFailure || failure instanceof NetworkFailure)) throw failure;
      // The token is already removed here. Only the provider may not have ended its session yet.
      toast.error(t(serverNotTold));
    } finally {
      await navigate(paths.home());
    }
  };
  return (
    <LogoutContext value={{ isLoggingOut: leftKey === key, logOut: () => void logOut() }}>
      {children}
    </LogoutContext>
  );
}
