import type { AccessTokenStore } from '../api/access-token.ts';
import type { ApiClient } from '../api/client.ts';
import { CallFailure, NetworkFailure } from '../api/failures.ts';
import type { RefreshAccessToken } from '../api/http-transport.ts';
import { IdentityFailure } from './identity-failure.ts';
import type { IdentityProvider } from './provider.ts';

/** What renewal depends on; client and provider are functions, because both are created after the transport. */
export interface RenewalDeps {
  api: () => Pick<ApiClient, 'call'>;
  provider: () => Promise<Pick<IdentityProvider, 'identityToken'>>;
}

/**
 * Exchanges a fresh identity token for a new access token. Null when the identity has ended or the user is gone. Throws
 * a NetworkFailure, or another failure that proves neither, so that no one is signed out by a lost connection.
 */
export function accessTokenRenewal({ api, provider }: RenewalDeps): RefreshAccessToken {
  let underWay: Promise<string | null> | undefined;
  const exchange = async () => {
    try {
      const { email, token } = await (await provider()).identityToken({ isFresh: true });
      const reply = await api().call('issueAccessToken', { query: { email } }, { bearer: token });
      return reply.accessToken;
    } catch (failure) {
      if (isEnd(failure)) return null;
      throw failure instanceof IdentityFailure ? new NetworkFailure(failure) : failure;
    }
  };
  return () => {
    underWay ??= exchange().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** The same for the store: writes the new token, or removes the token of a session that has ended. */
export function renewing(accessToken: AccessTokenStore, refresh: RefreshAccessToken) {
  return async (): Promise<void> => {
    const before = accessToken.read();
    const token = await refresh();
    // A user who has logged out in the meantime stays logged out.
    if (accessToken.read() !== before) return;
    if (token === null) accessToken.drop();
    else accessToken.write(token);
  };
}

const endingCodes: readonly string[] = ['not-signed-in', 'user-not-found', 'user-disabled'];

function isEnd(failure: unknown): boolean {
  if (failure instanceof IdentityFailure) return endingCodes.includes(failure.code);
  return failure instanceof CallFailure && [401, 403, 404].includes(failure.status);
}
