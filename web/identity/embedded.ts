import {
  type IdentityWays,
  type ListedSession,
  type ProofWays,
  signInWindowPath,
} from '#contract/identity/identity.ts';
import { identityPaths } from '#contract/identity/identity-paths.ts';
import { signInInPopup } from './google-popup.ts';
import { identityFailure } from './identity-failure.ts';
import { identityOf } from './identity-of.ts';
import type { IdentityProvider } from './provider.ts';
import type { ProviderCall } from './provider-call.ts';
import { storedIdentityToken } from './stored-identity-token.ts';

/** The built-in provider. Its session is an HttpOnly cookie. */
export function embeddedIdentity(ways: IdentityWays, call: ProviderCall): IdentityProvider {
  const proof = storedIdentityToken(async () => {
    const { token } = await call<{ token: string }>('GET', identityPaths.readToken);
    return { token, ...identityOf(token) };
  });

  /** A call that changes who is signed in, or their claims. */
  async function changing(...sent: Parameters<ProviderCall>): Promise<void> {
    await call(...sent).finally(proof.forget);
  }

  /** Shows Google in a popup. The server gives its address, which ends at our page again. */
  function showGoogle(
    path: string,
    body: Readonly<Record<string, unknown>> = {},
    opened?: Window | null,
  ): Promise<void> {
    return signInInPopup(async () => {
      const ends = { callbackURL: signInWindowPath, errorCallbackURL: signInWindowPath };
      return (await call<{ url: string }>('POST', path, { ...body, ...ends })).url;
    }, opened);
  }

  return {
    async signUp(account) {
      await changing('POST', identityPaths.signUp, account);
    },
    async signIn(credentials) {
      const signedIn = call<{ twoFactorRedirect?: true }>(
        'POST',
        identityPaths.signIn,
        credentials,
      );
      const { twoFactorRedirect } = await signedIn.finally(proof.forget);
      if (twoFactorRedirect) throw identityFailure('second-factor-required');
    },
    async signInWithGoogle(opened) {
      const body = { provider: 'google' };
      await showGoogle(identityPaths.signInWithGoogle, body, opened).finally(proof.forget);
    },
    async updateProfile({ name, pictureUrl }) {
      await changing('POST', identityPaths.updateProfile, { name, image: pictureUrl });
    },
    async changePassword({ present, next }) {
      await changing('POST', identityPaths.changePassword, {
        currentPassword: present,
        newPassword: next,
        revokeOtherSessions: true,
      });
    },
    proofWays: () => call<ProofWays>('GET', identityPaths.readProofWays),
    async prove(password) {
      await call('POST', identityPaths.proveByPassword, { password });
    },
    proveWithGoogle: () => showGoogle(identityPaths.proveByGoogle),
    identityToken: proof.token,
    watch: proof.watch,
    async resetPassword(email) {
      await call('POST', identityPaths.askForReset, { email });
    },
    async setPassword({ token, password, revokeKeys }) {
      const change = { token, newPassword: password, revokeKeys };
      await changing('POST', identityPaths.resetPassword, change);
    },
    async resendVerification(email) {
      await call('POST', identityPaths.askForVerification, { email });
    },
    async verifyEmail(token) {
      await changing('GET', `${identityPaths.verifyEmail}?${new URLSearchParams({ token })}`);
    },
    ways: async () => ways,
    sessions: () => call<ListedSession[]>('GET', identityPaths.listSessions),
    async endSession(id) {
      await call('POST', identityPaths.endSession, { id });
    },
    async endOtherSessions() {
      await call('POST', identityPaths.endOtherSessions, {});
    },
    async signOut() {
      await changing('POST', identityPaths.signOut, {});
    },
  };
}
