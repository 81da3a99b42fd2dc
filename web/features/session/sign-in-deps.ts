import { useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../api/query-client.ts';
import { safeLocalStorage } from '../../browser-storage.ts';
import { openGoogleWindow } from '../../identity/google-window.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import { useSignInWays } from './queries.ts';
import { type SignInDeps, signInWithGoogle } from './sign-in.ts';
import { unfinishedRegistrations } from './unfinished-registrations.ts';

const unfinished = unfinishedRegistrations(safeLocalStorage);

/** What signing in depends on, once the provider's script is loaded. */
export function useSignInDeps(): () => Promise<SignInDeps> {
  const queryClient = useQueryClient();
  const identity = useIdentityPort();
  return async () => ({
    api: apiOf(queryClient),
    identity,
    provider: await identity.provider(),
    unfinished,
  });
}

/**
 * Signs in with Google, when it is called directly in a click handler: the window opens immediately, even when the
 * provider's script is still to be loaded.
 */
export function useGoogleSignIn(): () => Promise<void> {
  const loadDeps = useSignInDeps();
  const ways = useSignInWays();
  return async () => {
    const opened = ways && !ways.firebase ? openGoogleWindow() : undefined;
    try {
      await signInWithGoogle(await loadDeps(), opened);
    } catch (failure) {
      opened?.close();
      throw failure;
    }
  };
}
