import type { AccessTokenStore } from '../api/access-token.ts';
import { serverClock } from '../api/server-clock.ts';
import { type Claims, readClaims } from './claims.ts';
import type { IdentityPort, IdentityState } from './port.ts';
import type { IdentityProvider } from './provider.ts';
import { tokenWatch } from './token-watch.ts';

export interface TokenIdentityDeps {
  accessToken: AccessTokenStore;
  /**
   * Fetches a new access token and stores it, or removes the old one when the session is over. Throws when it cannot
   * tell.
   */
  renew: () => Promise<void>;
  provider: () => Promise<IdentityProvider>;
  now?: () => number;
}

/**
 * The session of the stored access token. The token is renewed before it expires, without the user noticing; the
 * session is over only when renewal is refused.
 */
export function tokenIdentity(parts: TokenIdentityDeps): IdentityPort {
  const { accessToken, provider, renew, now = serverClock.now } = parts;
  const watch = tokenWatch({ accessToken, renew, now });
  let known: { token: string | null; state: IdentityState } | undefined;

  return {
    current() {
      const token = accessToken.read();
      if (known?.token !== token || known.state === 'pending') {
        const claims = token === null ? null : readClaims(token);
        // An expired token of an earlier visit may still be renewable: the identity is pending until that is known, or
        // until a reply corrects the clock.
        const isFirst = known === undefined || known.token === token;
        const isOld = isFirst && claims !== null && claims.expiresAt.getTime() <= now();
        known = { token, state: isOld ? 'pending' : stateOf(claims) };
      }
      return known.state === 'pending' && watch.hasGivenUp() ? null : known.state;
    },
    subscribe: watch.subscribe,
    begin: accessToken.write,
    renew,
    async signOut() {
      accessToken.drop();
      await (await provider()).signOut();
    },
    provider,
  };
}

function stateOf(claims: Claims | null): IdentityState {
  return claims && { email: claims.email, name: claims.name ?? claims.email };
}
