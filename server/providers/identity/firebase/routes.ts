import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IdentityWays } from '#contract/identity/identity.ts';
import { identityBase, identityPaths } from '#contract/identity/identity-paths.ts';
import { identityProblem } from '../identity-problem.ts';
import type { Identity } from '../port.ts';

interface FirebaseRoutesDeps {
  ways: IdentityWays;
  verify: (token: string) => Promise<Identity>;
  /**
   * Proves the address of an identity by the code of a mailed link.
   * @throws Problem invalid-link
   */
  verifyEmail: (token: string, code: string, referrer: string | undefined) => Promise<void>;
  endSessions: (email: string) => Promise<void>;
  /** Ends the session of an identity token. */
  endSession: (token: string) => Promise<void>;
}

/**
 * Our own routes for identities at Firebase: the configuration for pages, ending the session of this browser, ending
 * all, which takes the service account, proving an email by a mailed code, and the redirect from Firebase's mails to our pages.
 */
export function registerFirebaseRoutes(
  app: FastifyInstance,
  { ways, verify, verifyEmail, endSessions, endSession }: FirebaseRoutesDeps,
) {
  app.get(identityBase + identityPaths.readWays, async () => ways);

  app.post(identityBase + identityPaths.signOut, async (request) => {
    await endSession(requireToken(request));
    return { status: true };
  });

  app.post(identityBase + identityPaths.verifyEmail, async (request) => {
    const token = requireToken(request);
    const { token: code } = (request.body ?? {}) as { token?: unknown };
    if (typeof code !== 'string' || code.length > maxCodeLength) {
      throw identityProblem('invalid-link');
    }
    await verifyEmail(token, code, request.headers.referer);
    return { status: true };
  });

  app.post(identityBase + identityPaths.endSessions, async (request) => {
    const { email } = await verify(requireToken(request));
    await endSessions(email);
    return { status: true };
  });

  // All mails of a Firebase project link to one URL, which the operator can set to this route.
  app.get(identityBase + identityPaths.mailedLink, async (request, reply) => {
    const { mode, oobCode } = request.query as { mode?: unknown; oobCode?: unknown };
    const page = typeof mode === 'string' ? pages[mode] : undefined;
    if (page === undefined || typeof oobCode !== 'string') throw identityProblem('invalid-link');
    reply.header('cache-control', 'no-store');
    return reply.redirect(`${page}?${new URLSearchParams({ token: oobCode })}`, 302);
  });
}

const maxCodeLength = 2_048;

/** @throws Problem not-signed-in */
function requireToken({ headers }: FastifyRequest): string {
  const token = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) throw identityProblem('not-signed-in');
  return token;
}

const pages: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
});
