import type { FastifyReply, FastifyRequest } from 'fastify';
import { placeOfAddress } from '../../../core/client-place.ts';
import type { Clock } from '../../../core/clock.ts';
import { Problem } from '../../../core/problem.ts';
import type { SecurityEvent } from '../../../core/security-log.ts';
import type { Database } from '../../../database/connection.ts';
import type { Sql } from '../../../database/sql.ts';
import { identityProblem } from '../identity-problem.ts';
import { readSession as readBetterAuthSession } from './accounts/sessions.ts';
import type { BetterAuth } from './better-auth/better-auth.ts';
import { wrongOrigin } from './better-auth/better-auth-errors.ts';
import type { BetterAuthInstances } from './better-auth/better-auth-instances.ts';
import {
  askBetterAuth as forwardToBetterAuth,
  pickHeaders,
  readResponse,
  setCookies,
} from './exchange.ts';
import { deviceCookie } from './throttle/known-devices.ts';
import type { SignInGuard } from './throttle/sign-in-guard.ts';

export interface FactorDeps {
  database: Database;
  sql: Sql;
  clock: Clock;
  /** Key of the digests. */
  secret: string;
  /** For authenticator apps. */
  shopName: string;
  instances: BetterAuthInstances;
  guard: SignInGuard;
}

/** A request about second factors, and its reply. */
export interface FactorExchange {
  auth: BetterAuth;
  guard: SignInGuard;
  path: string;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Validated. */
  body: Record<string, unknown>;
}

/** What a handler has done. */
interface Done {
  reply: object;
  /** For the security log. */
  events: readonly SecurityEvent[];
  /** Who has signed in by it: their device and place become known. */
  signedIn?: { id: string; email: string };
}

/**
 * Counts the attempt, runs the work and records how it ended.
 * @param account whose password or code is tried, if that is known
 * @throws Problem too-many-requests, and those of the work
 */
export async function guarded(
  exchange: FactorExchange,
  account: { email: string } | undefined,
  work: () => Promise<Done>,
): Promise<object> {
  const { auth, guard, path, request, reply } = exchange;
  const device = deviceCookie.read(request.headers.cookie) ?? deviceCookie.create();
  const origin = { place: placeOfAddress(request.ip), device };
  const attempt = await guard.begin({ path, reqId: request.id, ...origin, email: account?.email });
  try {
    const done = await work();
    if (await attempt.succeeded(done.signedIn, done.events)) {
      const isSecure = auth.options.baseURL.startsWith('https:');
      reply.header('set-cookie', deviceCookie.write(device, isSecure));
    }
    return done.reply;
  } catch (error) {
    if (error instanceof Problem) attempt.failed(error);
    throw error;
  }
}

/**
 * Lets Better Auth handle a request, and passes its cookies on.
 * @param body undefined for GET
 * @throws Problem for a refusal
 */
export async function askBetterAuth(
  { auth, path, request, reply }: FactorExchange,
  body: Record<string, unknown> | undefined,
): Promise<Record<string, unknown>> {
  const response = await forwardToBetterAuth(auth, { path, request, body }).catch((cause) => {
    // The passkey plugin reads the value that a cookie names as JSON, also when that is of another step.
    if (cause instanceof SyntaxError) throw identityProblem('passkey-refused', { cause });
    throw cause;
  });
  setCookies(response, reply);
  return (await readResponse(response)) ?? {};
}

export function readSession({ auth, request }: Pick<FactorExchange, 'auth' | 'request'>) {
  return readBetterAuthSession(auth, pickHeaders(request));
}

/** @throws Problem not-signed-in */
export async function requireSession(exchange: Pick<FactorExchange, 'auth' | 'request'>) {
  const session = await readSession(exchange);
  if (!session) throw identityProblem('not-signed-in');
  return session;
}

/**
 * Refuses requests of pages of other origins, as Better Auth does for its own routes.
 * @throws Problem not-allowed
 */
export function requireOwnOrigin({
  auth,
  request,
}: Pick<FactorExchange, 'auth' | 'request'>): void {
  const { origin } = request.headers;
  if (origin === undefined || origin === auth.options.baseURL) return;
  throw new Problem('not-allowed', wrongOrigin);
}
