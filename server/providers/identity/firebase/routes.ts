import type { FastifyInstance } from 'fastify';
import { type IdentityWays, identityBase, identityPaths } from '#contract/identity.ts';
import { identityProblem } from '../identity-problem.ts';
import type { Identity } from '../port.ts';

interface ServeDeps {
  ways: IdentityWays;
  verify: (token: string) => Promise<Identity>;
  endSessions: (email: string) => Promise<void>;
}

/**
 * What this server itself answers when Firebase proves who people are: how a page reaches it, the end of all sessions,
 * which only the holder of a service account can order, and the way from a mail to our pages.
 */
export function registerFirebaseRoutes(
  app: FastifyInstance,
  { ways, verify, endSessions }: ServeDeps,
) {
  app.get(identityBase + identityPaths.readWays, async () => ways);

  app.post(identityBase + identityPaths.endSessions, async (request) => {
    const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw identityProblem('not-signed-in');
    const { email } = await verify(token);
    await endSessions(email);
    return { status: true };
  });

  // All mails of a Firebase project lead to one address, which the operator can set to this one.
  app.get(identityBase + identityPaths.mailedLink, async (request, reply) => {
    const { mode, oobCode } = request.query as { mode?: unknown; oobCode?: unknown };
    const page = typeof mode === 'string' ? pages[mode] : undefined;
    if (page === undefined || typeof oobCode !== 'string') throw identityProblem('invalid-link');
    reply.header('cache-control', 'no-store');
    return reply.redirect(`${page}?${new URLSearchParams({ token: oobCode })}`, 302);
  });
}

const pages: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
});
