import { Problem } from '../../core/problem.ts';
import type { Identity } from '../../providers/identity/port.ts';

/**
 * Nobody does anything for an address that they did not sign in with. Addresses are compared without case.
 * @throws Problem not-allowed
 */
export function requireOwn(identity: Identity, email: string): void {
  if (email.toLowerCase() === identity.email.toLowerCase()) return;
  throw new Problem('not-allowed', 'You are signed in with another email');
}
