import type { AccessTokenStore } from '../api/access-token.ts';
import { type Claims, readClaims } from './claims.ts';
import type { IdentityPort, IdentityState } from './port.ts';

/** setTimeout counts in 32 bits; a token that lives longer is looked at again then. */
const longestTimerMs = 2 ** 31 - 1;

/** The identity that the stored access token speaks of, for as long as the token lasts. */
export function tokenIdentity(
  accessToken: AccessTokenStore,
  now: () => number = Date.now,
): IdentityPort {
  let known: { token: string | null; claims: Claims | null; state: IdentityState } | undefined;

  function current(): IdentityState {
    const token = accessToken.read();
    if (known?.token !== token) known = { token, ...stateOf(token) };
    return known.claims && known.claims.expiresAt.getTime() <= now() ? null : known.state;
  }

  return {
    current,
    subscribe(listener) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const watchEnd = () => {
        clearTimeout(timer);
        current();
        const endsAt = known?.claims?.expiresAt.getTime();
        if (endsAt === undefined || endsAt <= now()) return;
        timer = setTimeout(changed, Math.min(endsAt - now(), longestTimerMs));
      };
      const changed = () => {
        watchEnd();
        listener();
      };
      watchEnd();
      const stop = accessToken.subscribe(changed);
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
    async signOut() {
      accessToken.drop();
    },
  };
}

function stateOf(token: string | null): { claims: Claims | null; state: IdentityState } {
  const claims = token === null ? null : readClaims(token);
  if (claims === null) return { claims, state: null };
  return { claims, state: { email: claims.email, name: claims.name ?? claims.email } };
}
