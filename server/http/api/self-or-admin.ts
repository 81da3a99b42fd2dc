import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { type Caller, roleMissing } from './caller.ts';

/**
 * Refuses callers who are neither that user nor an admin, whether or not the user exists.
 * @throws Problem not-allowed
 */
export function requireSelfOrAdmin(caller: Caller, whom: { id: string } | { email: string }): void {
  const isSelf =
    'id' in whom ? whom.id === caller.id : whom.email.toLowerCase() === caller.email.toLowerCase();
  if (!isSelf && caller.role !== 'admin') throw roleMissing(caller, refusal);
}

/** The refusal of what only a user themselves, and sometimes an admin, may do. */
export function onlySelfOrAdmin(): Problem {
  return new Problem('not-allowed', refusal);
}

/** The refusal of what no one else may see, not even an admin. */
export function onlySelf(): Problem {
  return new Problem('not-allowed', msg`Only that person may do this`);
}

const refusal = msg`Only that person and admins may do this`;
