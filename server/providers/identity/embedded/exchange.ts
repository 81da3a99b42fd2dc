import type { FastifyReply, FastifyRequest } from 'fastify';
import { identityBase } from '#contract/identity-paths.ts';
import type { BetterAuth } from './better-auth/better-auth.ts';
import { toGoogleErrorCode, toIdentityProblem } from './better-auth/better-auth-errors.ts';
import { failingWithDatabase } from './better-auth/database-outage.ts';
import { withoutStoredTokens } from './better-auth/hashed-session-tokens.ts';

/** A request as it is forwarded to Better Auth. */
export interface Forwarded {
  path: string;
  request: FastifyRequest;
  /** Undefined for GET. */
  body: Record<string, unknown> | undefined;
}

const forwardedHeaders = ['cookie', 'origin', 'referer', 'user-agent', 'sec-fetch-site'];
const maxHeaderLength = 8_192;

/** The request headers that Better Auth needs. */
export function pickHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const name of forwardedHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value.slice(0, maxHeaderLength));
  }
  const cookies = headers.get('cookie');
  if (cookies !== null) headers.set('cookie', withoutStoredTokens(cookies));
  // Browsers send both. With `sec-fetch-mode` alone Better Auth would expect an origin, which other clients do not send.
  const mode = request.headers['sec-fetch-mode'];
  if (headers.has('sec-fetch-site') && typeof mode === 'string') {
    headers.set('sec-fetch-mode', mode);
  }
  return headers;
}

function toWebRequest(origin: string, { path, request, body }: Forwarded): Request {
  const headers = pickHeaders(request);
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

/** @throws the error of the database when it was away */
export function askBetterAuth(auth: BetterAuth, sent: Forwarded): Promise<Response> {
  return failingWithDatabase(() => auth.handler(toWebRequest(auth.options.baseURL, sent)));
}

/**
 * Reads the body of Better Auth's response.
 * @throws Problem for a refusal
 */
export async function readResponse(response: Response): Promise<Record<string, unknown> | null> {
  const text = await response.text();
  const body = text.startsWith('{') ? JSON.parse(text) : null;
  if (response.ok) return body;
  // Requesting verification of a verified email succeeds without a mail.
  if (body?.code === 'EMAIL_ALREADY_VERIFIED') return { status: true };
  throw toIdentityProblem(response.status, body);
}

/** Copies Better Auth's cookies to the reply. */
export function setCookies(response: Response, reply: FastifyReply): void {
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
}

/** Where Better Auth redirects to, with its error code replaced by the contract's; undefined for other responses. */
export function findRedirect({ status, headers }: Response): string | undefined {
  const location = headers.get('location');
  if (status < 300 || status >= 400 || !location) return undefined;
  const isRelative = location.startsWith('/');
  const url = new URL(location, 'http://localhost');
  const error = url.searchParams.get('error');
  if (error === null) return location;
  url.searchParams.set('error', toGoogleErrorCode(error));
  url.searchParams.delete('error_description');
  return isRelative ? url.pathname + url.search + url.hash : url.href;
}

/** The response without session tokens: the cookie holds them, where scripts cannot read them. */
export function withoutSessionTokens(
  path: string,
  body: Record<string, unknown> | null,
): Record<string, unknown> | null {
  if (body === null || path === '/token') return body;
  const { token: _token, session, ...rest } = body;
  if (typeof session !== 'object' || session === null) return rest;
  const { token: _sessionToken, ...visible } = session as Record<string, unknown>;
  return { session: visible, ...rest };
}
