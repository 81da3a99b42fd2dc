import type { AccessTokenStore } from '../api/access-token.ts';
import { type Claims, readClaims } from './claims.ts';
import type { IdentityPort, IdentityState } from './port.ts';
import type { IdentityProvider } from './provider.ts';
import { tokenWatch } from './token-watch.ts';

export interface TokenIdentityDeps {
  accessToken: AccessTokenStore;
  /** Fetches a new access token and stores it, or drops the old one when the session is over. Throws when it cannot tell. */
  renew: () => Promise<void>;
  provider: () => Promise<IdentityProvider>;
  now?: () => number;
}

/**
 * The identity that the stored access token speaks of. The token is renewed before it ends, so that whoever is here
 * notices nothing; only when that is refused is the session over.
 */
export function tokenIdentity(parts: TokenIdentityDeps): IdentityPort {
  const { accessToken, provider, renew, now = Date.now } = parts;
  const watch = tokenWatch({ accessToken, renew, now });
  let known: { token: string | null; state: IdentityState } | undefined;

  return {
    current() {
      const token = accessToken.read();
      if (known?.token !== token) {
        const claims = token === null ? null : readClaims(token);
        // A spent token of an earlier visit may be renewed or not: nobody knows yet.
        const isOld = known === undefined && claims !== null && claims.expiresAt.getTime() <= now();
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
