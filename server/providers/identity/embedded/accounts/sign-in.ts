import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import type { Sql } from '../../../../database/sql.ts';
import { identityProblem } from '../../identity-problem.ts';
import { toGoogleErrorCode } from '../better-auth/better-auth-errors.ts';
import {
  askBetterAuth,
  type Exchange,
  guardAttempt,
  readSession,
  requireSession,
  sendToBetterAuth,
} from '../exchange.ts';
import { asksForSecondStep } from '../second-factor/second-step.ts';

/** Respond alike whether or not the email has an account, and not sooner than this, so that timing reveals nothing. */
const equalizedPaths: readonly string[] = ['/request-password-reset', '/send-verification-email'];
const minDurationMs = 500;

/** A path that Better Auth handles, with the limits and the security log around it. */
export async function forward(exchange: Exchange): Promise<unknown> {
  const { path, request, body: sent } = exchange;
  const account = await findAccount(exchange);
  return guardAttempt(exchange, account, async () => {
    const minimum = equalizedPaths.includes(path) ? pause(minDurationMs) : undefined;
    const question = request.method === 'POST' ? { body: sent } : {};
    const body = await askBetterAuth(exchange, question).finally(() => minimum);
    return {
      body: withoutSessionTokens(path, body),
      events: body?.twoFactorRedirect === true ? ['second-step-asked'] : undefined,
      signedIn: signedInAs(path, body) ?? account.identity,
    };
  });
}

/** Sets a new password, and revokes the API keys of the person if they say so. */
export async function resetPassword(exchange: Exchange): Promise<unknown> {
  const { revokeKeys, ...body } = exchange.body;
  if (revokeKeys === true) {
    const identity = await findIdentityOfResetLink(exchange.database.sql, String(body.token));
    // Before the password: after a failure between the two the link still works, and no key is left.
    if (identity && identity.expiresAt > exchange.clock.now())
      await exchange.revokeKeys(identity.email);
  }
  return forward({ ...exchange, body });
}

/**
 * A verification link only counts for a caller who is signed in with that email. Otherwise an attacker could register
 * with another person's email and a password of their own, and wait until that person opens the link.
 * @throws Problem not-signed-in, invalid-link
 */
export function verifyEmail(exchange: Exchange): Promise<unknown> {
  return guardAttempt(exchange, undefined, async () => {
    const { email } = (await requireSession(exchange)).user;
    const { token } = exchange.request.query as { token?: unknown };
    if (typeof token !== 'string' || readEmail(token) !== email) {
      throw identityProblem('invalid-link');
    }
    const query = `?token=${encodeURIComponent(token)}`;
    return { body: withoutSessionTokens(exchange.path, await askBetterAuth(exchange, { query })) };
  });
}

function readEmail(token: string): unknown {
  try {
    return decodeJwt(token).email;
  } catch {
    // Not a JWT, so it contains no email.
    return undefined;
  }
}

/** The page opens Google's address in a popup itself, so the response must not redirect. */
export function startGoogleSignIn(exchange: Exchange): Promise<unknown> {
  return askBetterAuth(exchange, { body: { ...exchange.body, disableRedirect: true } });
}

/** Google's popup comes back, and goes on to the page that reports to its opener. */
export async function finishGoogleSignIn(exchange: Exchange): Promise<unknown> {
  const { request, reply } = exchange;
  // The popup must stay in the opener's browsing context group to report back to it.
  reply.header('cross-origin-opener-policy', 'unsafe-none');
  const [, query] = request.url.split('?');
  const response = await sendToBetterAuth(exchange, { query: query && `?${query}` });
  const location = response.headers.get('location');
  if (!location) throw identityProblem('provider-failed');
  if (asksForSecondStep(response)) {
    return reply.redirect(location.replace(/\?.*|$/, '?error=second-factor-required'), 302);
  }
  return reply.redirect(withOurErrorCode(location), 302);
}

/** The address with Better Auth's error code replaced by the contract's. */
function withOurErrorCode(location: string): string {
  const url = new URL(location, 'http://localhost');
  const error = url.searchParams.get('error');
  if (error === null) return location;
  url.searchParams.set('error', toGoogleErrorCode(error));
  url.searchParams.delete('error_description');
  return location.startsWith('/') ? url.pathname + url.search + url.hash : url.href;
}

interface Account {
  email: string | undefined;
  /** The owner of the link that was sent along. */
  identity?: { id: string; email: string } | undefined;
}

/** Whose password or mailbox a request is about: the email in it, or the owner of its session or link. */
async function findAccount(exchange: Exchange): Promise<Account> {
  const { path, body, database } = exchange;
  if (path === '/change-password') return { email: (await readSession(exchange))?.user.email };
  if (path === '/reset-password') {
    const identity = await findIdentityOfResetLink(database.sql, String(body.token));
    return { email: identity?.email, identity };
  }
  return { email: typeof body.email === 'string' ? body.email : undefined };
}

/** Whose password a reset link is for. The link is looked up as Better Auth stores it (`verification.storeIdentifier`). */
async function findIdentityOfResetLink(
  sql: Sql,
  token: string,
): Promise<{ id: string; email: string; expiresAt: Date } | undefined> {
  const digest = createHash('sha256').update(`reset-password:${token}`).digest('base64url');
  const [identity] = await sql<{ id: string; email: string; expiresAt: Date }[]>`
    select i.id, i.email, v.expires_at as "expiresAt" from auth_verifications v join auth_users i on i.id::text = v.value
    where v.identifier = ${digest}`;
  return identity;
}

type Body = Record<string, unknown> | null;

/** The user whom a response has signed in with a password. */
function signedInAs(path: string, body: Body): { id: string; email: string } | undefined {
  if (path !== '/sign-in/email' && path !== '/sign-up/email') return undefined;
  const { id, email } = (body?.user ?? {}) as { id?: unknown; email?: unknown };
  return typeof id === 'string' && typeof email === 'string' ? { id, email } : undefined;
}

/** The response without session tokens: the cookie holds them, where scripts cannot read them. */
function withoutSessionTokens(path: string, body: Body): Body {
  if (body === null || path === '/token') return body;
  const { token: _token, session, ...rest } = body;
  if (typeof session !== 'object' || session === null) return rest;
  const { token: _sessionToken, ...visible } = session as Record<string, unknown>;
  return { session: visible, ...rest };
}
