import type { AccessTokenStore } from '../api/access-token.ts';
import type { ApiClient } from '../api/client.ts';
import { CallFailure, NetworkFailure } from '../api/failures.ts';
import type { RefreshAccessToken } from '../api/http-transport.ts';
import { IdentityFailure } from './identity-failure.ts';
import type { IdentityProvider } from './provider.ts';

/** What renewal needs; the client and the provider are asked for late, because both come after the transport. */
export interface RenewalDeps {
  api: () => Pick<ApiClient, 'call'>;
  provider: () => Promise<Pick<IdentityProvider, 'identityToken'>>;
}

/**
 * Exchanges a fresh identity token for a new access token. Null when the identity has ended or the user is gone; throws
 * a NetworkFailure or what else says nothing about that, so that nobody is signed out because a tunnel came.
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

/** The same for the store: the new token is written, a session that is over loses its token. */
export function renewing(accessToken: AccessTokenStore, refresh: RefreshAccessToken) {
  return async (): Promise<void> => {
    const before = accessToken.read();
    const token = await refresh();
    // Somebody who has logged out meanwhile stays logged out.
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
