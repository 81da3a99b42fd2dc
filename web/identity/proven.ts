import { readClaims } from './claims.ts';
import { IdentityFailure } from './identity-failure.ts';
import type { ProvenIdentity } from './provider.ts';

/** Whom an identity token speaks of. Throws an IdentityFailure for one that says too little. */
export function proven(token: string): ProvenIdentity {
  const claims = readClaims(token);
  if (claims === null) throw new IdentityFailure('provider-failed');
  const { email, name = email, pictureUrl, expiresAt } = claims;
  return { email, name, pictureUrl, expiresAt };
}
