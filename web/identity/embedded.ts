import {
  type IdentityWays,
  identityPaths,
  type ListedSession,
  signInWindowPath,
} from '#contract/identity.ts';
import { signInInPopup } from './google-popup.ts';
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

  return {
    async signUp(account) {
      await changing('POST', identityPaths.signUp, account);
    },
    async signIn(credentials) {
      await changing('POST', identityPaths.signIn, credentials);
    },
    async signInWithGoogle() {
      await signInInPopup(async () => {
        const { url } = await call<{ url: string }>('POST', identityPaths.signInWithGoogle, {
          provider: 'google',
          callbackURL: signInWindowPath,
          errorCallbackURL: signInWindowPath,
        });
        return url;
      }).finally(proof.forget);
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
    identityToken: proof.token,
    watch: proof.watch,
    async resetPassword(email) {
      await call('POST', identityPaths.askForReset, { email });
    },
    async setPassword({ token, password }) {
      await changing('POST', identityPaths.resetPassword, { token, newPassword: password });
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
