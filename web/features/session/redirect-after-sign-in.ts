import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { arriveTo, intentOf, paths } from '#contract/page-paths.ts';
import { useIdentity } from '../../identity/identity.ts';
import { originOf, wasRefused } from '../../identity/origin.ts';

/**
 * Redirects a signed-in person to where they wanted to go: after signing in here or in another tab, or when they opened
 * this page while signed in. A user who was sent here because their role was insufficient stays until another user
 * signs in.
 */
export function useRedirectAfterSignIn(): void {
  const identity = useIdentity();
  const { state } = useLocation();
  const navigate = useNavigate();
  const refused = useRef<string>(undefined);
  const email = identity === null || identity === 'pending' ? undefined : identity.email;
  useEffect(() => {
    if (email === undefined) return;
    if (wasRefused(state)) refused.current ??= email;
    if (refused.current === email) return;
    const intent = intentOf(state);
    void navigate(originOf(state, paths.home()), {
      replace: true,
      state: intent && arriveTo(intent),
    });
  }, [email, state, navigate]);
}
