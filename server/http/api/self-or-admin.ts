import { Problem } from '../../core/problem.ts';
import type { Caller } from './caller.ts';

/**
 * Refuses whoever is neither that user nor an admin. Somebody else hears the same whether or not there is such a user.
 * @throws Problem not-allowed
 */
export function requireSelfOrAdmin(caller: Caller, whom: { id: string } | { email: string }): void {
  const isSelf =
    'id' in whom ? whom.id === caller.id : whom.email.toLowerCase() === caller.email.toLowerCase();
  if (!isSelf && caller.role !== 'admin') throw notTheirs();
}

/** The refusal of what only a person themselves, and sometimes an admin, may do. */
export function notTheirs(): Problem {
  return new Problem('not-allowed', 'This is for that person and for admins');
}
