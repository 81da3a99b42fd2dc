import { createContext, type ReactNode, useContext, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useLocation, useNavigate } from 'react-router';
import { NetworkFailure } from '../api/failures.ts';
import { useSignOut } from '../identity/identity.ts';
import { IdentityFailure } from '../identity/identity-failure.ts';
import { paths } from '../routing/paths.ts';

interface Leaving {
  /** Whether somebody has logged out and is still on the way to the home page. */
  isLeaving: boolean;
  leave: () => void;
}

const unheard =
  'You are logged out here, but the shop could not be told. On a computer that others use, log in and out once more.';

const LeavingContext = createContext<Leaving>({ isLeaving: false, leave: () => {} });

/** Logging out, for the button that does it and for the guard that must not send the leaving person to the login page. */
export function useLogout(): Leaving {
  return useContext(LeavingContext);
}

export function LogoutProvider({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  // The place that is left, so that leaving ends in the same moment in which another place is shown.
  const [placeLeft, setPlaceLeft] = useState<string>();
  const signOut = useSignOut();
  const navigate = useNavigate();

  const leave = async () => {
    setPlaceLeft(key);
    try {
      await signOut();
    } catch (failure) {
      if (!(failure instanceof IdentityFailure || failure instanceof NetworkFailure)) throw failure;
      // Here the token is gone already. Only the provider has not heard of it.
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
