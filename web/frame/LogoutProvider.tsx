import { createContext, type ReactNode, useContext, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { NetworkFailure } from '../api/failures.ts';
import { useSignOut } from '../identity/identity.ts';
import { IdentityFailure } from '../identity/identity-failure.ts';

interface Leaving {
  /** True after a logout until the home page is shown. */
  isLeaving: boolean;
  leave: () => void;
}

const unheard =
  'You are logged out here, but the shop could not be told. On a computer that others use, log in and out once more.';

const LeavingContext = createContext<Leaving>({ isLeaving: false, leave: () => {} });

/**
 * Provides logout to the button that triggers it and to the guard, which must not redirect to the login page
 * while it runs.
 */
export function useLogout(): Leaving {
  return useContext(LeavingContext);
}

export function LogoutProvider({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  // The location at logout: logging out ends when another location is shown.
  const [placeLeft, setPlaceLeft] = useState<string>();
  const signOut = useSignOut();
  const navigate = useNavigate();

  const leave = async () => {
    setPlaceLeft(key);
    try {
      await signOut();
    } catch (failure) {
      if (!(failure instanceof IdentityFailure || failure instanceof NetworkFailure)) throw failure;
      // The token is already removed here. Only the provider may not have ended its session yet.
      toast.error(unheard);
    } finally {
      await navigate(paths.home());
    }
  };
  return (
    <LeavingContext value={{ isLeaving: placeLeft === key, leave: () => void leave() }}>
      {children}
    </LeavingContext>
  );
}
