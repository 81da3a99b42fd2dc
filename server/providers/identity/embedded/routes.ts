import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { identityBase, identityPaths } from '#contract/identity.ts';
import { identityProblem } from '../identity-problem.ts';
import type { BetterAuth } from './better-auth.ts';
import { toGoogleErrorCode, toIdentityProblem } from './better-auth-errors.ts';
import type { BetterAuthInstances } from './better-auth-instances.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { type PostPath, parseIdentityRequest, requestBodies } from './request-bodies.ts';
import { findSessionToken, listSessions } from './sessions.ts';

export interface IdentityRoutesDeps {
  instances: BetterAuthInstances;
  /** Undefined when rate limits are off, for load tests. */
  throttle: LoginThrottle | undefined;
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
      handler: (request, reply) => forward(deps, { path, request, reply, body: undefined }),
    });
  }
  app.get(identityBase + identityPaths.listSessions, (request, reply) => {
    reply.header('cache-control', 'no-store');
    return listSessions(deps.instances.forHost(request.headers.host), pickHeaders(request));
  });
  for (const path of Object.keys(requestBodies) as PostPath[]) {
    app.route({
      method: 'POST',
      url: identityBase + path,
      handler: (request, reply) => {
        const body = parseIdentityRequest(path, request.body, deps.pictureOrigins);
        return forward(deps, { path, request, reply, body });
      },
    });
  }
}

interface Exchange {
  path: string;
  request: FastifyRequest;
  reply: FastifyReply;
  body: Record<string, unknown> | undefined;
}

async function forward(
  { instances, throttle }: IdentityRoutesDeps,
  exchange: Exchange,
): Promise<FastifyReply> {
  const { path, request, reply, body } = exchange;
  reply.header('cache-control', 'no-store');
  // The popup must stay in the opener's browsing context group to report back to it.
  if (path === '/callback/google') reply.header('cross-origin-opener-policy', 'unsafe-none');
  const email = typeof body?.email === 'string' ? body.email : undefined;
  const attempt = { path, address: request.ip, email };
  await throttle?.count(attempt);
  const needsGoogle = path === '/sign-in/social' || path === '/callback/google';
  const auth = needsGoogle
    ? await instances.forHostWithGoogle(request.headers.host)
    : instances.forHost(request.headers.host);
  const headers = pickHeaders(request);
  if (path === '/verify-email') await requireOwnEmail(auth, headers, request);
  const forwarded =
    path === '/revoke-session' ? { token: await findSessionToken(auth, headers, body?.id) } : body;

  const [response] = await Promise.all([
    auth.handler(toWebRequest(auth.options.baseURL, headers, { ...exchange, body: forwarded })),
    equalizedPaths.includes(path) ? pause(minDurationMs) : undefined,
  ]);
  if (path === '/sign-in/email' && response.ok) await throttle?.reset(attempt);
  return send(response, reply);
}

const forwardedHeaders = ['cookie', 'origin', 'referer', 'user-agent', 'sec-fetch-site'];
const maxHeaderLength = 8_192;

/** The request headers that Better Auth needs. */
function pickHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const name of forwardedHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value.slice(0, maxHeaderLength));
  }
  // Browsers send both. With `sec-fetch-mode` alone Better Auth would expect an origin, which other clients do not send.
  const mode = request.headers['sec-fetch-mode'];
  if (headers.has('sec-fetch-site') && typeof mode === 'string') {
    headers.set('sec-fetch-mode', mode);
  }
  return headers;
}

function toWebRequest(origin: string, headers: Headers, { path, request, body }: Exchange) {
  const [, query] = request.url.split('?');
  const url = `${origin}${identityBase}${path}${query === undefined ? '' : `?${query}`}`;
  if (body === undefined) return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  // The page opens Google's address in a popup itself, so the response must not redirect.
  const text = JSON.stringify(
    path === '/sign-in/social' ? { ...body, disableRedirect: true } : body,
  );
  return new Request(url, { method: 'POST', headers, body: text });
}

/**
 * A verification link only counts for a caller who is signed in with that email. Otherwise an attacker could register
 * with another person's email and a password of their own, and wait until that person opens the link.
 * @throws Problem not-signed-in, invalid-link
 */
async function requireOwnEmail(
  auth: BetterAuth,
  headers: Headers,
  request: FastifyRequest,
): Promise<void> {
  const session = await auth.api.getSession({ headers });
  if (!session) throw identityProblem('not-signed-in');
  const { token } = request.query as { token?: unknown };
  if (typeof token !== 'string' || readEmail(token) !== session.user.email) {
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

async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400 && location) {
    return reply.redirect(translateRedirect(location), 302);
  }
  const text = await response.text();
  if (!response.ok) {
    const body = text.startsWith('{') ? JSON.parse(text) : undefined;
    // Requesting verification of a verified email succeeds without a mail.
    if (body?.code === 'EMAIL_ALREADY_VERIFIED') return reply.send({ status: true });
    throw toIdentityProblem(response.status, body);
  }
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Replaces Better Auth's error code in the redirect back from Google by the contract's. */
function translateRedirect(location: string): string {
  const isRelative = location.startsWith('/');
  const url = new URL(location, 'http://localhost');
  const error = url.searchParams.get('error');
  if (error === null) return location;
  url.searchParams.set('error', toGoogleErrorCode(error));
  url.searchParams.delete('error_description');
  return isRelative ? url.pathname + url.search + url.hash : url.href;
}
