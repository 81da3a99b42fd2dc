import {
  type Auth,
  applyActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  GoogleAuthProvider,
  onAuthStateChanged,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  type signInWithPopup,
  signOut,
  type User,
  updatePassword,
  updateProfile,
} from '@firebase/auth';
import { type IdentityWays, identityPaths, passwordLength } from '#contract/identity.ts';
import { asIdentityFailure } from './firebase-failures.ts';
import { IdentityFailure, isIdentityFailure } from './identity-failure.ts';
import { storedIdentityToken } from './kept-proof.ts';
import { proven } from './proven.ts';
import type { IdentityProvider } from './provider.ts';
import type { ProviderCall } from './provider-call.ts';

export interface FirebaseDeps {
  auth: Auth;
  ways: IdentityWays;
  /** The SDK's own, which only a browser has. */
  popup: typeof signInWithPopup;
  /** Calls what the shop's server does for Firebase. */
  call: ProviderCall;
}

/** Firebase as the shop's provider. The SDK keeps the session and tells the other tabs; the proof is kept as ever. */
export function firebaseIdentity({ auth, ways, popup, call }: FirebaseDeps): IdentityProvider {
  const proof = storedIdentityToken(async () => {
    const token = await translated((await signedIn(auth)).getIdToken(true));
    return { token, ...proven(token) };
  });
  // Heard in every tab: somebody came or left, here or in another one.
  let present: string | null | undefined;
  onAuthStateChanged(auth, (user) => {
    const came = user?.uid ?? null;
    if (present !== undefined && present !== came) proof.forget();
    present = came;
  });

  /** A deed after which somebody else is proved, or the same person differently. */
  const changing = (deed: () => Promise<unknown>) => translated(deed()).finally(proof.forget);

  return {
    async signUp({ name, email, password }) {
      requireLength(password);
      await changing(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        await updateProfile(user, { displayName: name });
        // The account is made. A mail that did not go out can be asked for again, on the page that it leads to.
        await sendEmailVerification(user).catch(() => undefined);
      });
    },
    async signIn({ email, password }) {
      await changing(() => signInWithEmailAndPassword(auth, email, password));
    },
    async signInWithGoogle() {
      const google = new GoogleAuthProvider();
      google.setCustomParameters({ prompt: 'select_account' });
      await changing(() => popup(auth, google));
    },
    async updateProfile({ name, pictureUrl }) {
      await changing(async () =>
        updateProfile(await signedIn(auth), {
          ...(name !== undefined && { displayName: name }),
          ...(pictureUrl !== undefined && { photoURL: pictureUrl }),
        }),
      );
    },
    async changePassword({ present: old, next }) {
      requireLength(next);
      await changing(async () => {
        const user = await signedIn(auth);
        const credential = EmailAuthProvider.credential(user.email ?? '', old);
        await reauthenticateWithCredential(user, credential);
        // Firebase ends all other sessions with it.
        await updatePassword(user, next);
      });
    },
    identityToken: proof.token,
    watch: proof.watch,
    async resetPassword(email) {
      await translated(sendPasswordResetEmail(auth, email)).catch((failure: unknown) => {
        if (!isIdentityFailure(failure, 'user-not-found')) throw failure;
      });
    },
    async setPassword({ token, password }) {
      requireLength(password);
      await changing(() => confirmPasswordReset(auth, token, password));
    },
    async resendVerification() {
      const user = await signedIn(auth);
      if (!user.emailVerified) await translated(sendEmailVerification(user));
    },
    async verifyEmail(token) {
      await changing(async () => {
        await applyActionCode(auth, token);
        await auth.currentUser?.reload();
      });
    },
    ways: async () => ways,
    sessions: async () => null,
    async endSession() {
      throw new IdentityFailure('provider-failed');
    },
    async endOtherSessions() {
      const { token } = await proof.token({ isFresh: true });
      await call('POST', identityPaths.endSessions, {}, token);
    },
    async signOut() {
      await changing(() => signOut(auth));
    },
  };
}

/** Who is signed in, once the SDK has looked into what it keeps. */
async function signedIn(auth: Auth): Promise<User> {
  await auth.authStateReady();
  if (auth.currentUser === null) throw new IdentityFailure('not-signed-in');
  return auth.currentUser;
}

async function translated<Result>(deed: Promise<Result>): Promise<Result> {
  return deed.catch((failure: unknown) => {
    throw asIdentityFailure(failure);
  });
}

/** Firebase itself is content with six characters, unless the project says otherwise. */
function requireLength(password: string): void {
  if (password.length < passwordLength.min) throw new IdentityFailure('password-too-short');
  if (password.length > passwordLength.max) throw new IdentityFailure('password-too-long');
}
