import { initializeApp } from '@firebase/app';
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  reauthenticateWithPopup,
  signInWithPopup,
} from '@firebase/auth';
import type { FirebaseProject, IdentityWays } from '#contract/identity/identity.ts';
import { firebaseIdentity } from './firebase-identity.ts';
import type { IdentityProvider } from './provider.ts';
import type { ProviderCall } from './provider-call.ts';

/** Initialises Firebase in this browser. Only a shop that is configured for it loads this script. */
export function openFirebase(
  { projectId, apiKey, authDomain, emulator }: FirebaseProject,
  parts: { ways: IdentityWays; call: ProviderCall },
): IdentityProvider {
  const auth = initializeAuth(initializeApp({ projectId, apiKey, authDomain }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  // The emulator's banner needs inline styles, which the Content-Security-Policy blocks.
  if (emulator !== undefined) connectAuthEmulator(auth, emulator, { disableWarnings: true });
  return firebaseIdentity({
    auth,
    popup: signInWithPopup,
    proofPopup: reauthenticateWithPopup,
    ...parts,
  });
}
