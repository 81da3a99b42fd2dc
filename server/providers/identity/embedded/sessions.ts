import type { ListedSession } from '#contract/identity.ts';
import { Problem } from '../../../core/problem.ts';
import { identityProblem } from '../identity-problem.ts';
import type { BetterAuth } from './better-auth.ts';

/**
 * The sessions of whoever asks: the present one, then the others, newest first. Better Auth's own list holds the tokens that they live by; a page, or a
 * script that got into it, could be anybody's browser with them, so they stay here. Empty for whoever has no session.
 */
export async function listSessions(auth: BetterAuth, headers: Headers): Promise<ListedSession[]> {
  const known = await auth.api.getSession({ headers });
  if (!known) return [];
  const all = await auth.api.listSessions({ headers });
  return all
    .map(({ id, createdAt, userAgent }) => ({
      id,
      createdAt: createdAt.toISOString(),
      userAgent: userAgent || null,
      isCurrent: id === known.session.id,
    }))
    .sort(
      (one, other) =>
        Number(other.isCurrent) - Number(one.isCurrent) ||
        other.createdAt.localeCompare(one.createdAt),
    );
}

/**
 * The token by which Better Auth ends one of the asker's own sessions.
 * @throws Problem not-signed-in; not-found for a session that has ended or is somebody else's
 */
export async function tokenOfSession(
  auth: BetterAuth,
  headers: Headers,
  wanted: unknown,
): Promise<string> {
  if (!(await auth.api.getSession({ headers }))) throw identityProblem('not-signed-in');
  const all = await auth.api.listSessions({ headers });
  const session = all.find(({ id }) => id === wanted);
  if (!session) throw new Problem('not-found', 'This session has ended already');
  return session.token;
}
