import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { identityBase, identityPaths } from '#contract/identity.ts';
import { identityProblem } from '../identity-problem.ts';
import { googleFailure, toIdentityProblem } from './better-auth-errors.ts';
import type { BetterAuthInstances } from './better-auth-instances.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { type InputPath, inputs, parseIdentityRequest } from './request-bodies.ts';
import { listSessions, tokenOfSession } from './sessions.ts';

export interface ServeDeps {
  instances: BetterAuthInstances;
  /** Undefined where nothing is counted, for load tests. */
  tries: LoginThrottle | undefined;
  /** Where an image host elsewhere shows the shop's pictures. */
  pictureOrigins: readonly string[];
}

/** Of Better Auth's paths just these are open. What takes a body is named in `inputs`. */
const reads = ['/get-session', '/token', '/jwks', '/verify-email', '/callback/google'];

/** These answer the same for every address, and not before this time, so that the time tells nothing either. */
const evenly: readonly string[] = ['/request-password-reset', '/send-verification-email'];
const evenMs = 500;

/** Answers Better Auth's paths through the framework, in the shop's own words where something is refused. */
export function registerIdentityRoutes(app: FastifyInstance, deps: ServeDeps): void {
  for (const path of reads) {
    app.route({
      method: 'GET',
      url: identityBase + path,
      exposeHeadRoute: false,
      handler: (request, reply) => answer(deps, { path, request, reply, body: undefined }),
    });
  }
  app.get(identityBase + identityPaths.listSessions, (request, reply) => {
    reply.header('cache-control', 'no-store');
    return listSessions(deps.instances.plain(request.headers.host), handedOn(request));
  });
  for (const path of Object.keys(inputs) as InputPath[]) {
    app.route({
      method: 'POST',
      url: identityBase + path,
      handler: (request, reply) =>
        answer(deps, {
          ...{ path, request, reply },
          body: parseIdentityRequest(path, request.body, deps.pictureOrigins),
        }),
    });
  }
}

interface Asked {
  path: string;
  request: FastifyRequest;
  reply: FastifyReply;
  body: Record<string, unknown> | undefined;
}

async function answer({ instances, tries }: ServeDeps, asked: Asked): Promise<FastifyReply> {
  const { path, request, reply, body } = asked;
  reply.header('cache-control', 'no-store');
  // On its way back from Google the window must not be put apart from the page that opened it.
  if (path === '/callback/google') reply.header('cross-origin-opener-policy', 'unsafe-none');
  const email = typeof body?.email === 'string' ? body.email : undefined;
  const attempt = { path, address: request.ip, email };
  await tries?.count(attempt);
  const isAboutGoogle = path === '/sign-in/social' || path === '/callback/google';
  const auth = isAboutGoogle
    ? await instances.withGoogle(request.headers.host)
    : instances.plain(request.headers.host);
  const headers = handedOn(request);
  if (path === '/verify-email') await requireOwner(auth, headers, request);
  const sent =
    path === '/revoke-session' ? { token: await tokenOfSession(auth, headers, body?.id) } : body;

  const [response] = await Promise.all([
    auth.handler(asWebRequest(auth.options.baseURL, headers, { ...asked, body: sent })),
    evenly.includes(path) ? pause(evenMs) : undefined,
  ]);
  if (path === '/sign-in/email' && response.ok) await tries?.forgive(attempt);
  return send(response, reply);
}

const handed = ['cookie', 'origin', 'referer', 'user-agent', 'sec-fetch-site'];
const longestHeader = 8_192;

/** The headers that matter. */
function handedOn(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const name of handed) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value.slice(0, longestHeader));
  }
  // Browsers send both. Programs that send this one alone come from no page, and would be taken for one without origin.
  const mode = request.headers['sec-fetch-mode'];
  if (headers.has('sec-fetch-site') && typeof mode === 'string')
    headers.set('sec-fetch-mode', mode);
  return headers;
}

function asWebRequest(origin: string, headers: Headers, { path, request, body }: Asked): Request {
  const [, query] = request.url.split('?');
  const url = `${origin}${identityBase}${path}${query === undefined ? '' : `?${query}`}`;
  if (body === undefined) return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  // Where to go next is told, not ordered: the window is the page's to move.
  const text = JSON.stringify(
    path === '/sign-in/social' ? { ...body, disableRedirect: true } : body,
  );
  return new Request(url, { method: 'POST', headers, body: text });
}

/**
 * A link from a mail counts only for whoever is signed in with that address. Otherwise somebody could register with
 * another person's address and password of their own, and wait until that person opens the link.
 */
async function requireOwner(
  auth: ReturnType<BetterAuthInstances['plain']>,
  headers: Headers,
  request: FastifyRequest,
): Promise<void> {
  const session = await auth.api.getSession({ headers });
  if (!session) throw identityProblem('not-signed-in');
  const { token } = request.query as { token?: unknown };
  if (typeof token !== 'string' || emailIn(token) !== session.user.email) {
    throw identityProblem('invalid-link');
  }
}

function emailIn(token: string): unknown {
  try {
    return decodeJwt(token).email;
  } catch {
    // No token at all: no address in it.
    return undefined;
  }
}

async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400 && location) {
    return reply.redirect(inOurWords(location), 302);
  }
  const text = await response.text();
  if (!response.ok) {
    const said = text.startsWith('{') ? JSON.parse(text) : undefined;
    // Asking for a proof that is there already is no fault.
    if (said?.code === 'EMAIL_ALREADY_VERIFIED') return reply.send({ status: true });
    throw toIdentityProblem(response.status, said);
  }
  return reply.type('application/json; charset=utf-8').send(text);
}

/** The way back from Google names a failure by our codes. */
function inOurWords(location: string): string {
  const isRelative = location.startsWith('/');
  const url = new URL(location, 'http://here');
  const error = url.searchParams.get('error');
  if (error === null) return location;
  url.searchParams.set('error', googleFailure(error));
  url.searchParams.delete('error_description');
  return isRelative ? url.pathname + url.search + url.hash : url.href;
}
