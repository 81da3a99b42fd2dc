import { createContext, type ReactNode, useContext, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../addresses.ts';
import { useSignOut } from '../identity/identity.ts';

interface Leaving {
  /** Whether somebody has logged out and is still on the way to the home page. */
  isLeaving: boolean;
  leave: () => void;
}

const LeavingContext = createContext<Leaving>({ isLeaving: false, leave: () => {} });

/** Logging out, for the button that does it and for the guard that must not send the leaving person to the login page. */
export function useLeaving(): Leaving {
  return useContext(LeavingContext);
}

export function LeavingProvider({ children }: { children: ReactNode }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const signOut = useSignOut();
  const navigate = useNavigate();

  const leave = async () => {
    setIsLeaving(true);
    try {
      await signOut();
      await navigate(paths.home());
    } finally {
      setIsLeaving(false);
    }
  };
  return (
    <LeavingContext value={{ isLeaving, leave: () => void leave() }}>{children}</LeavingContext>
  );
}
