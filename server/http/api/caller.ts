import { createSecretKey, type KeyObject } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Who } from '#contract/call.ts';
import type { Role } from '#contract/constants.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';

/** The user who sent a request, with the role that the database has now. */
export interface Caller {
  id: string;
  name: string;
  email: string;
  role: Role;
}

/** Identifies callers by their access tokens, and issues these. */
export interface Callers {
  /**
   * The caller, or null when the request has no token.
   * @throws Problem not-signed-in when the token is forged, expired, not ours, or its user is removed
   */
  identify(request: FastifyRequest): Promise<Caller | null>;
  /** A signed access token, valid for `accessTokenSeconds`. It has no role: roles are read from the database. */
  issueToken(user: { id: string; email: string; name: string }): Promise<string>;
}

export const accessTokenSeconds = 3_600;
const issuer = 'reprise';
const audience = 'reprise-api';

/** A removed role takes effect on every server within this time. */
const userCacheMs = 1_000;

interface CallerDeps {
  secret: string;
  clock: Clock;
  findUser: (id: string) => Promise<Caller | null>;
}

export function createCallers({ secret, clock, findUser }: CallerDeps): Callers {
  const key = createSecretKey(Buffer.from(secret, 'utf8'));
  const verified = new LRUCache<string, { userId: string; expiresAtMs: number }>({ max: 10_000 });
  const users = new LRUCache<string, Promise<Caller | null>>({
    max: 10_000,
    ttl: userCacheMs,
    ttlResolution: 0,
  });

  async function userIdOf(token: string): Promise<string> {
    const known = verified.get(token);
    if (known && known.expiresAtMs > clock.now().getTime()) return known.userId;
    const fresh = await verifyToken(token, key, clock);
    verified.set(token, fresh);
    return fresh.userId;
  }

  function userById(id: string): Promise<Caller | null> {
    const known = users.get(id);
    if (known) return known;
    const found = findUser(id);
    users.set(id, found);
    found.catch(() => users.delete(id));
    return found;
  }

  return {
    async identify(request) {
      const token = bearerToken(request.headers.authorization);
      if (token === null) return null;
      const caller = await userById(await userIdOf(token));
      if (!caller) throw notSignedIn('This account does not exist any more');
      return caller;
    },
    issueToken({ id, email, name }) {
      const nowSeconds = Math.floor(clock.now().getTime() / 1_000);
      return new SignJWT({ email, name })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(id)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + accessTokenSeconds)
        .sign(key);
    },
  };
}

/**
 * Refuses callers without the role that a call requires.
 * @throws Problem not-signed-in, not-allowed
 */
export function requireRole(who: Who, caller: Caller | null): void {
  if (who === 'everybody' || who === 'identity') return;
  if (!caller) throw notSignedIn('Sign in to go on');
  const enough = {
    user: true,
    seller: caller.role === 'seller' || caller.role === 'admin',
    admin: caller.role === 'admin',
  };
  if (!enough[who]) throw new Problem('not-allowed', `Only ${who}s may do this`);
}

/**
 * The bearer token of a request that must have one.
 * @throws Problem not-signed-in
 */
export function requireToken(request: FastifyRequest): string {
  const token = bearerToken(request.headers.authorization);
  if (token === null) throw notSignedIn('Sign in to go on');
  return token;
}

function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
  if (!token) throw notSignedIn('The authorization header must be: Bearer and a token');
  return token;
}

async function verifyToken(token: string, key: KeyObject, clock: Clock) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      audience,
      requiredClaims: ['sub', 'exp'],
      currentDate: clock.now(),
    });
    return { userId: payload.sub ?? '', expiresAtMs: (payload.exp ?? 0) * 1_000 };
  } catch (cause) {
    throw notSignedIn('The access token is not valid or has expired', cause);
  }
}

function notSignedIn(detail: string, cause?: unknown): Problem {
  return new Problem('not-signed-in', detail, { cause });
}
