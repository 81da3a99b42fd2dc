import { type IdentityWays, identityPaths, signInWindowPath } from '#contract/identity.ts';
import { readClaims } from './claims.ts';
import { askInWindow } from './google-window.ts';
import { IdentityFailure } from './identity-failure.ts';
import { keptProof } from './kept-proof.ts';
import type { IdentityProvider, IdentityToken } from './provider.ts';
import { type ProviderCall, providerCalls } from './provider-call.ts';

/** The provider that the shop brings along. Its session is a cookie that no script can read. */
export function embeddedIdentity(call: ProviderCall = providerCalls()): IdentityProvider {
  const proof = keptProof(async () => {
    const { token } = await call<{ token: string }>('GET', identityPaths.readToken);
    return { token, ...proven(token) };
  });

  /** A call after which somebody else is proved, or the same person differently. */
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
      await askInWindow(async () => {
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
    ways: () => call<IdentityWays>('GET', identityPaths.readWays),
    async endOtherSessions() {
      await call('POST', identityPaths.endOtherSessions, {});
    },
    async signOut() {
      await changing('POST', identityPaths.signOut, {});
    },
  };
}

function proven(token: string): Omit<IdentityToken, 'token'> {
  const claims = readClaims(token);
  if (claims === null) throw new IdentityFailure('provider-failed');
  const { email, name = email, pictureUrl, expiresAt } = claims;
  return { email, name, pictureUrl, expiresAt };
}
