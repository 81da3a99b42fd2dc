import { readClaims } from './claims.ts';
import { identityFailure } from './identity-failure.ts';
import type { ProvenIdentity } from './provider.ts';

/** The identity in a token's claims. Throws an IdentityFailure when claims are missing. */
export function identityOf(token: string): ProvenIdentity {
  const claims = readClaims(token);
  if (claims === null) throw identityFailure('provider-failed');
  const { email, name = email, pictureUrl, expiresAt } = claims;
  return { email, name, pictureUrl, expiresAt };
}
