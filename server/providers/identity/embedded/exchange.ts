import type { FastifyReply, FastifyRequest } from 'fastify';
import { identityBase } from '#contract/identity/identity-paths.ts';
import { placeOfAddress } from '../../../core/client-place.ts';
import type { Clock } from '../../../core/clock.ts';
import { Problem } from '../../../core/problem.ts';
import type { SecurityEvent } from '../../../core/security-log.ts';
import type { Database } from '../../../database/connection.ts';
import { identityProblem } from '../identity-problem.ts';
import type { BetterAuth } from './better-auth/better-auth.ts';
import { toIdentityProblem, wrongOrigin } from './better-auth/better-auth-errors.ts';
import { failOnOutage } from './better-auth/database-outage.ts';
import { deviceCookie } from './throttle/known-devices.ts';
import type { SignInGuard } from './throttle/sign-in-guard.ts';

/** A request to the embedded provider and its reply, with what a handler needs. */
export interface Exchange extends HandlerDeps {
  auth: BetterAuth;
  /** Below `identityBase`. */
  path: string;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Validated; empty for GET. */
  body: Record<string, unknown>;
}

export interface HandlerDeps {
  database: Database;
  clock: Clock;
  /** Key of the digests. */
  secret: string;
  /** The name of the shop in authenticator apps. */
  shopName: string;
  guard: SignInGuard;
  /** Revokes the API keys of the person with this email. */
  revokeKeys: (email: string) => Promise<void>;
}

/** What a guarded attempt has achieved. */
interface Achieved {
  body: unknown;
  /** The kind of attempt in the security log; by default the path's. */
  events?: readonly SecurityEvent[] | undefined;
  /** The user who has signed in or proven the mailbox by it: their device and place become known. */
  signedIn?: { id: string; email: string } | undefined;
}

/**
 * Counts the attempt, makes it and records how it ended.
 * @param account whose password, code or mailbox it is about, if that is known
 * @returns the body of the reply
 * @throws Problem too-many-requests, and those of the attempt
 */
export async function guardAttempt(
  { auth, guard, path, request, reply }: Exchange,
  account: { email: string | undefined } | undefined,
  attempt: () => Promise<Achieved>,
): Promise<unknown> {
  // A browser that has no name yet gets one, which counts once it has signed in.
  const device = deviceCookie.read(request.headers.cookie) ?? deviceCookie.create();
  const place = placeOfAddress(request.ip);
  const email = account?.email;
  const begun = await guard.begin({ path, reqId: request.id, place, device, email });
  try {
    const { body, events, signedIn } = await attempt();
    if (await begun.succeeded(signedIn, events)) {
      const isSecure = auth.options.baseURL.startsWith('https:');
      reply.header('set-cookie', deviceCookie.write(device, isSecure));
    }
    return body;
  } catch (error) {
    if (error instanceof Problem) begun.failed(error);
    throw error;
  }
}

interface Question {
  /** By default the path of the request. */
  path?: string;
  query?: string | undefined;
  /** Undefined for GET. */
  body?: Record<string, unknown>;
}

/**
 * Lets Better Auth handle a request, and passes its cookies on.
 * @returns the body of its response
 * @throws Problem for a refusal; the error of the database when it was away
 */
export async function askBetterAuth(
  exchange: Exchange,
  question: Question,
): Promise<Record<string, unknown> | null> {
  const response = await sendToBetterAuth(exchange, question);
  const text = await response.text();
  const body = text.startsWith('{') ? JSON.parse(text) : null;
  if (response.ok) return body;
  // Requesting verification of a verified email succeeds without a mail.
  if (body?.code === 'EMAIL_ALREADY_VERIFIED') return { status: true };
  throw toIdentityProblem(response.status, body);
}

/** The same, for a response that is not JSON. */
export async function sendToBetterAuth(
  exchange: Exchange,
  { path = exchange.path, query = '', body }: Question,
): Promise<Response> {
  const { auth, request, reply } = exchange;
  const url = auth.options.baseURL + identityBase + path + query;
  const headers = pickHeaders(request);
  if (body) headers.set('content-type', 'application/json');
  const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const response = await failOnOutage(() => auth.handler(new Request(url, sent))).catch((cause) => {
    // The passkey plugin reads the value that a cookie names as JSON, also when that is of another step.
    if (cause instanceof SyntaxError) throw identityProblem('passkey-refused', { cause });
    throw cause;
  });
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  return response;
}

/** The session of a request; null for a guest. */
export function readSession({ auth, request }: Exchange) {
  const headers = pickHeaders(request);
  return failOnOutage(() => auth.api.getSession({ headers }));
}

export type Session = NonNullable<Awaited<ReturnType<typeof readSession>>>;

/** @throws Problem not-signed-in */
export async function requireSession(exchange: Exchange): Promise<Session> {
  const session = await readSession(exchange);
  if (!session) throw identityProblem('not-signed-in');
  return session;
}

/**
 * Refuses requests of pages of other origins, as Better Auth does for its own routes.
 * @throws Problem not-allowed
 */
export function requireOwnOrigin({ auth, request }: Exchange): void {
  const { origin } = request.headers;
  if (origin === undefined || origin === auth.options.baseURL) return;
  throw new Problem('not-allowed', wrongOrigin);
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
