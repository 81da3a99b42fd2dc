import type { ListedSession } from '#contract/identity.ts';
import { Problem } from '../../../../core/problem.ts';
import { identityProblem } from '../../identity-problem.ts';
import type { BetterAuth } from '../better-auth/better-auth.ts';
import { failingWithDatabase } from '../better-auth/database-outage.ts';

/** The session of a request; null for a guest. */
export function readSession(auth: BetterAuth, headers: Headers) {
  return failingWithDatabase(() => auth.api.getSession({ headers }));
}

/**
 * The caller's sessions: the current one, then the others, newest first. Empty for a guest. Other
 * fields of Better Auth's list are omitted.
 */
export async function listSessions(auth: BetterAuth, headers: Headers): Promise<ListedSession[]> {
  const current = await readSession(auth, headers);
  if (!current) return [];
  const all = await failingWithDatabase(() => auth.api.listSessions({ headers }));
  return all
    .map(({ id, createdAt, userAgent }) => ({
      id,
      createdAt: createdAt.toISOString(),
      userAgent: userAgent || null,
      isCurrent: id === current.session.id,
    }))
    .sort(
      (one, other) =>
        Number(other.isCurrent) - Number(one.isCurrent) ||
        other.createdAt.localeCompare(one.createdAt),
    );
}

/**
 * What Better Auth needs to end sessions of the caller: their stored tokens.
 * @param which the session with this id, or all except the current one
 * @throws Problem not-signed-in; not-found when the session has ended or belongs to somebody else
 */
export async function findStoredTokens(
  auth: BetterAuth,
  headers: Headers,
  which: { id: unknown } | 'others',
): Promise<string[]> {
  const current = await readSession(auth, headers);
  if (!current) throw identityProblem('not-signed-in');
  const all = await failingWithDatabase(() => auth.api.listSessions({ headers }));
  const chosen = all.filter(({ id }) =>
    which === 'others' ? id !== current.session.id : id === which.id,
  );
  if (which !== 'others' && chosen.length === 0) {
    throw new Problem('not-found', 'This session has ended already');
  }
  return chosen.map(({ token }) => token);
}
