import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { identityBase, identityPaths } from '#contract/identity-paths.ts';
import { placeOfAddress } from '../../../core/client-place.ts';
import type { Clock } from '../../../core/clock.ts';
import { Problem } from '../../../core/problem.ts';
import type { Database } from '../../../database/connection.ts';
import { identityProblem } from '../identity-problem.ts';
import { provePassword, readProofWays } from './accounts/prove-identity.ts';
import { findStoredTokens, listSessions, readSession } from './accounts/sessions.ts';
import type { BetterAuth } from './better-auth/better-auth.ts';
import type { BetterAuthInstances } from './better-auth/better-auth-instances.ts';
import {
  askBetterAuth,
  type Forwarded,
  findRedirect,
  pickHeaders,
  readResponse,
  setCookies,
  withoutSessionTokens,
} from './exchange.ts';
import { asksForSecondStep } from './pending-sign-in.ts';
import {
  type PostPath,
  parseIdentityRequest,
  requestBodies,
  secondFactorBodies,
} from './request-bodies.ts';
import { findIdentityOfResetLink, type IdentityOfLink } from './reset-links.ts';
import { deviceCookie } from './throttle/known-devices.ts';
import type { SignInGuard } from './throttle/sign-in-guard.ts';

export interface IdentityRoutesDeps {
  database: Pick<Database, 'sql'>;
  clock: Clock;
  instances: BetterAuthInstances;
  guard: SignInGuard;
  /** Origins of an external image host. */
  pictureOrigins: readonly string[];
}

/** Of Better Auth's paths only these are exposed, and the POST paths of `requestBodies`. */
const getPaths = ['/get-session', '/token', '/jwks', '/verify-email', '/callback/google'];

/** Respond alike whether or not the email has an account, and not sooner than this, so that timing reveals nothing. */
const equalizedPaths: readonly string[] = ['/request-password-reset', '/send-verification-email'];
const minDurationMs = 500;

/** Exposes Better Auth's paths as routes of the application, with its errors translated into problems. */
export function registerIdentityRoutes(app: FastifyInstance, deps: IdentityRoutesDeps): void {
  for (const path of getPaths) {
    app.route({
      method: 'GET',
      url: identityBase + path,
      exposeHeadRoute: false,
      handler: (request, reply) => forward(deps, { path, request, body: undefined }, reply),
    });
  }
  app.get(identityBase + identityPaths.listSessions, (request, reply) => {
    reply.header('cache-control', 'no-store');
    return listSessions(deps.instances.forHost(request.headers.host), pickHeaders(request));
  });
  app.get(identityBase + identityPaths.readProofWays, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { userId } = await requireSession(deps.instances.forHost(request.headers.host), request);
    return readProofWays(deps.database.sql, userId);
  });
  for (const path of Object.keys(requestBodies) as PostPath[]) {
    if (path in secondFactorBodies) continue;
    app.route({
      method: 'POST',
      url: identityBase + path,
      handler: (request, reply) => {
        const body = parseIdentityRequest(path, request.body, deps.pictureOrigins);
        return (ownHandlers[path] ?? forward)(deps, { path, request, body }, reply);
      },
    });
  }
}

type Handler = typeof forward;

/** The paths that Better Auth does not have, or has otherwise. */
const ownHandlers: Partial<Record<PostPath, Handler>> = {
  '/proof': prove,
  '/proof/google': startGoogleProof,
  '/revoke-session': endSessions,
  '/revoke-other-sessions': endSessions,
};

async function forward(
  deps: IdentityRoutesDeps,
  sent: Forwarded,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { path, request } = sent;
  reply.header('cache-control', 'no-store');
  // The popup must stay in the opener's browsing context group to report back to it.
  if (path === '/callback/google') reply.header('cross-origin-opener-policy', 'unsafe-none');
  const needsGoogle = path === '/sign-in/social' || path === '/callback/google';
  const auth = needsGoogle
    ? await deps.instances.forHostWithGoogle(request.headers.host)
    : deps.instances.forHost(request.headers.host);
  const account = await findAccount(deps, auth, sent);
  const origin = originOf(request);
  const attempt = await deps.guard.begin({ path, reqId: request.id, ...origin, ...account });
  if (path === '/verify-email') await requireOwnEmail(auth, request);

  const [response] = await Promise.all([
    askBetterAuth(auth, sent),
    equalizedPaths.includes(path) ? pause(minDurationMs) : undefined,
  ]);
  setCookies(response, reply);
  const redirect = findRedirect(response);
  if (redirect !== undefined) {
    const error = asksForSecondStep(response) ? '?error=second-factor-required' : '';
    return reply.redirect(error ? redirect.replace(/\?.*|$/, error) : redirect, 302);
  }
  const body = await readResponse(response).catch((error: unknown) => {
    if (error instanceof Problem) attempt.failed(error);
    throw error;
  });
  const known = signedInAs(path, body) ?? account.identity;
  const events = body?.twoFactorRedirect === true ? (['second-step-asked'] as const) : undefined;
  if (await attempt.succeeded(known, events)) {
    const isSecure = auth.options.baseURL.startsWith('https:');
    reply.header('set-cookie', deviceCookie.write(origin.device, isSecure));
  }
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(withoutSessionTokens(path, body)));
}

/** Ends one of the caller's sessions, or all but the current one. Better Auth checks where the request comes from. */
async function endSessions(
  { instances }: IdentityRoutesDeps,
  sent: Forwarded,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { request, body } = sent;
  reply.header('cache-control', 'no-store');
  const auth = instances.forHost(request.headers.host);
  const which = sent.path === '/revoke-session' ? { id: body?.id } : 'others';
  for (const token of await findStoredTokens(auth, pickHeaders(request), which)) {
    const one = { path: '/revoke-session', request, body: { token } };
    await readResponse(await askBetterAuth(auth, one));
  }
  return reply.send({ status: true });
}

/** Checks the password of the identity that has the session. */
async function prove(
  deps: IdentityRoutesDeps,
  { path, request, body }: Forwarded,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const session = await requireSession(deps.instances.forHost(request.headers.host), request);
  const { email } = session;
  const attempt = await deps.guard.begin({ path, reqId: request.id, ...originOf(request), email });
  await provePassword(deps, session, String(body?.password)).catch((error: unknown) => {
    if (error instanceof Problem) attempt.failed(error);
    throw error;
  });
  await attempt.succeeded(undefined);
  return reply.send({ status: true });
}

/**
 * Links the Google account of the identity once more: unlike a sign-in that starts no session, so that another account
 * changes nothing. Better Auth's hook of account updates records the proof.
 */
async function startGoogleProof(
  deps: IdentityRoutesDeps,
  { request, body }: Forwarded,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const auth = await deps.instances.forHostWithGoogle(request.headers.host);
  const { userId } = await requireSession(auth, request);
  if (!(await readProofWays(deps.database.sql, userId)).google)
    throw identityProblem('google-refused');
  const link = { ...body, provider: 'google', disableRedirect: true };
  const sent = { path: '/link-social', request, body: link };
  const response = await askBetterAuth(auth, sent);
  setCookies(response, reply);
  const { url } = (await readResponse(response)) ?? {};
  return reply.send({ url });
}

/** @throws Problem not-signed-in */
async function requireSession(
  auth: BetterAuth,
  request: FastifyRequest,
): Promise<{ id: string; userId: string; email: string }> {
  const found = await readSession(auth, pickHeaders(request));
  if (!found) throw identityProblem('not-signed-in');
  return { id: found.session.id, userId: found.user.id, email: found.user.email };
}

/** Where the request comes from. A browser that has no name yet gets one, which counts once it has signed in. */
function originOf({ ip, headers }: FastifyRequest): { place: string; device: string } {
  const device = deviceCookie.read(headers.cookie) ?? deviceCookie.create();
  return { place: placeOfAddress(ip), device };
}

/** Whose password or mailbox a request is about: the email in it, or the owner of its session or link. */
async function findAccount(
  { database }: IdentityRoutesDeps,
  auth: BetterAuth,
  { path, request, body }: Forwarded,
): Promise<{ email: string | undefined; identity?: IdentityOfLink | undefined }> {
  if (path === '/change-password') {
    const session = await readSession(auth, pickHeaders(request));
    return { email: session?.user.email };
  }
  if (path === '/reset-password') {
    const identity = await findIdentityOfResetLink(database.sql, String(body?.token));
    return { email: identity?.email, identity };
  }
  return { email: typeof body?.email === 'string' ? body.email : undefined };
}

/** Whom a response has signed in with a password. */
function signedInAs(path: string, body: Record<string, unknown> | null) {
  if (path !== '/sign-in/email' && path !== '/sign-up/email') return undefined;
  const { id, email } = (body?.user ?? {}) as { id?: unknown; email?: unknown };
  return typeof id === 'string' && typeof email === 'string' ? { id, email } : undefined;
}

/**
 * A verification link only counts for a caller who is signed in with that email. Otherwise an attacker could register
 * with another person's email and a password of their own, and wait until that person opens the link.
 * @throws Problem not-signed-in, invalid-link
 */
async function requireOwnEmail(auth: BetterAuth, request: FastifyRequest): Promise<void> {
  const { email } = await requireSession(auth, request);
  const { token } = request.query as { token?: unknown };
  if (typeof token !== 'string' || readEmail(token) !== email) {
    throw identityProblem('invalid-link');
  }
}

function readEmail(token: string): unknown {
  try {
    return decodeJwt(token).email;
  } catch {
    // Not a JWT, so it contains no email.
    return undefined;
  }
}
