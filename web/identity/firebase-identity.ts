import {
  type Auth,
  applyActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  GoogleAuthProvider,
  onAuthStateChanged,
  reauthenticateWithCredential,
  type reauthenticateWithPopup,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  type signInWithPopup,
  signOut,
  type User,
  updatePassword,
  updateProfile,
} from '@firebase/auth';
import { type IdentityWays, passwordLength } from '#contract/identity/identity.ts';
import { identityPaths } from '#contract/identity/identity-paths.ts';
import { asIdentityFailure } from './firebase-failures.ts';
import { identityFailure, isIdentityFailure } from './identity-failure.ts';
import { identityOf } from './identity-of.ts';
import type { IdentityProvider } from './provider.ts';
import type { ProviderCall } from './provider-call.ts';
import { storedIdentityToken } from './stored-identity-token.ts';

export interface FirebaseDeps {
  auth: Auth;
  ways: IdentityWays;
  /** The SDK functions that need a browser. */
  popup: typeof signInWithPopup;
  proofPopup: typeof reauthenticateWithPopup;
  /** Calls the shop's own endpoints for Firebase. */
  call: ProviderCall;
}

/**
 * Firebase as the identity provider. The SDK stores the session and notifies other tabs; the identity token is
 * stored as with any provider.
 */
export function firebaseIdentity({
  auth,
  ways,
  popup,
  proofPopup,
  call,
}: FirebaseDeps): IdentityProvider {
  const proof = storedIdentityToken(async () => {
    const token = await translated((await signedIn(auth)).getIdToken(true));
    return { token, ...identityOf(token) };
  });
  // Fires in every tab when a user signs in or out in any of them.
  let present: string | null | undefined;
  onAuthStateChanged(auth, (user) => {
    const came = user?.uid ?? null;
    if (present !== undefined && present !== came) proof.forget();
    present = came;
  });

  /** A call that changes who is signed in, or their claims. */
  const changing = (action: () => Promise<unknown>) => translated(action()).finally(proof.forget);

  /** Ends a session at the shop: Firebase knows of none, and would accept its tokens for up to an hour. */
  const endAtShop = (token: string) => call('POST', identityPaths.signOut, {}, token);

  /** To Firebase a proof is a new sign-in. The session until then is ended, as signing out would not end it later. */
  async function proving(prove: (user: User) => Promise<unknown>): Promise<void> {
    const user = await signedIn(auth);
    const before = await translated(user.getIdTokenResult());
    await changing(() => prove(user));
    const { authTime } = await translated(user.getIdTokenResult());
    // Firebase counts in seconds.
    if (authTime !== before.authTime) await endAtShop(before.token);
  }

  return {
    async signUp({ name, email, password: typed }) {
      const password = newPassword(typed);
      await changing(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        await updateProfile(user, { displayName: name });
        // The account exists now. A verification mail that failed can be requested again.
        await sendEmailVerification(user).catch(() => undefined);
      });
    },
    async signIn({ email, password }) {
      await changing(() =>
        inEitherForm(password, (form) => signInWithEmailAndPassword(auth, email, form)),
      );
    },
    async signInWithGoogle() {
      await changing(() => popup(auth, google()));
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
      const password = newPassword(next);
      await changing(async () => {
        const user = await provePassword(auth, old);
        // Firebase ends all other sessions on a password change.
        await updatePassword(user, password);
      });
    },
    async proofWays() {
      const ids = (await signedIn(auth)).providerData.map(({ providerId }) => providerId);
      return { password: ids.includes('password'), google: ids.includes('google.com') };
    },
    async prove(password) {
      await proving(() => provePassword(auth, password));
    },
    async proveWithGoogle() {
      await proving((user) => proofPopup(user, google()));
    },
    identityToken: proof.token,
    watch: proof.watch,
    async resetPassword(email) {
      await translated(sendPasswordResetEmail(auth, email)).catch((failure: unknown) => {
        if (!isIdentityFailure(failure, 'user-not-found')) throw failure;
      });
    },
    async setPassword({ token, password: typed }) {
      const password = newPassword(typed);
      await changing(() => confirmPasswordReset(auth, token, password));
    },
    async resendVerification() {
      // This also goes to an address that Firebase's own page has verified: it proves nothing to the shop.
      await translated(sendEmailVerification(await signedIn(auth)));
    },
    async verifyEmail(token) {
      // The shop first, as Firebase accepts a code only once.
      const bearer = (await proof.token()).token;
      await call('POST', identityPaths.verifyEmail, { token }, bearer);
      await changing(async () => {
        await applyActionCode(auth, token);
        await auth.currentUser?.reload();
      });
    },
    ways: async () => ways,
    sessions: async () => null,
    async endSession() {
      throw identityFailure('provider-failed');
    },
    async endOtherSessions() {
      const { token } = await proof.token({ isFresh: true });
      await call('POST', identityPaths.endSessions, {}, token);
    },
    async signOut() {
      await auth.authStateReady();
      // Without a token, as Google cannot be reached, the session ends in this browser all the same.
      const token = await auth.currentUser?.getIdToken().catch(() => undefined);
      const isSignedIn = auth.currentUser !== null;
      await changing(() => signOut(auth));
      if (token !== undefined) await endAtShop(token);
      else if (isSignedIn) throw identityFailure('network-request-failed');
    },
  };
}

/** The signed-in user, once the SDK has read its storage. */
async function signedIn(auth: Auth): Promise<User> {
  await auth.authStateReady();
  if (auth.currentUser === null) throw identityFailure('not-signed-in');
  return auth.currentUser;
}

/** Signs in again with the password, which Firebase asks for before it changes the password too. */
async function provePassword(auth: Auth, password: string): Promise<User> {
  const user = await signedIn(auth);
  await inEitherForm(password, (form) =>
    reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', form)),
  );
  return user;
}

/** With composed letters (NFC), and else as typed: earlier versions set passwords so. */
async function inEitherForm<Result>(
  typed: string,
  attempt: (password: string) => Promise<Result>,
): Promise<Result> {
  const composed = typed.normalize('NFC');
  return attempt(composed).catch((failure: unknown) => {
    const isWrong = isIdentityFailure(asIdentityFailure(failure), 'wrong-password');
    if (composed === typed || !isWrong) throw failure;
    return attempt(typed);
  });
}

function google(): GoogleAuthProvider {
  const provider = new GoogleAuthProvider();
  provider.setCustomParameters({ prompt: 'select_account' });
  return provider;
}

async function translated<Result>(action: Promise<Result>): Promise<Result> {
  return action.catch((failure: unknown) => {
    throw asIdentityFailure(failure);
  });
}

/** With composed letters. Firebase itself accepts six characters, unless the project's policy says otherwise. */
function newPassword(typed: string): string {
  const password = typed.normalize('NFC');
  if (password.length < passwordLength.min) throw identityFailure('password-too-short');
  if (password.length > passwordLength.max) throw identityFailure('password-too-long');
  return password;
}
