import type { ListedSession } from '#contract/identity.ts';
import { Problem } from '../../../core/problem.ts';
import { identityProblem } from '../identity-problem.ts';
import type { BetterAuth } from './better-auth.ts';

/**
 * The caller's sessions: the current one, then the others, newest first. Empty for a guest. The session tokens of Better
 * Auth's own list are left out, because an injected script could use them to hijack the sessions.
 */
export async function listSessions(auth: BetterAuth, headers: Headers): Promise<ListedSession[]> {
  const current = await auth.api.getSession({ headers });
  if (!current) return [];
  const all = await auth.api.listSessions({ headers });
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
 * The token that Better Auth needs to end one of the caller's sessions.
 * @throws Problem not-signed-in; not-found when the session has ended or belongs to somebody else
 */
export async function findSessionToken(
  auth: BetterAuth,
  headers: Headers,
  id: unknown,
): Promise<string> {
  if (!(await auth.api.getSession({ headers }))) throw identityProblem('not-signed-in');
  const all = await auth.api.listSessions({ headers });
  const session = all.find((one) => one.id === id);
  if (!session) throw new Problem('not-found', 'This session has ended already');
  return session.token;
}
