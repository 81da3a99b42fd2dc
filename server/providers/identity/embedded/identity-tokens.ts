import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { JWKSNoMatchingKey } from 'jose/errors';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../../core/clock.ts';
import { Problem, type ProblemText } from '../../../core/problem.ts';
import type { Sql } from '../../../database/sql.ts';
import type { Identity } from '../port.ts';

export const tokenIssuer = 'reprise-identity';
export const tokenAudience = 'reprise-session';
/** Browsers renew a token five minutes before it expires, so every ten minutes. */
export const tokenMinutes = 15;
export const tokenAlgorithm = 'EdDSA';

interface VerifierDeps {
  sql: Sql;
  clock: Clock;
}

/**
 * Verifies identity tokens: signature, issuer, audience, expiry, and that the session of the token has not ended. The
 * identity is read from the database, so that changes such as a verified email take effect immediately.
 */
export function createIdentityTokenVerifier({
  sql,
  clock,
}: VerifierDeps): (token: string) => Promise<Identity> {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;

  async function verifySessionId(token: string): Promise<string> {
    const verify = async () => {
      keys ??= createLocalJWKSet(await readKeys(sql));
      return jwtVerify(token, keys, {
        algorithms: [tokenAlgorithm],
        issuer: tokenIssuer,
        audience: tokenAudience,
        requiredClaims: ['sub', 'exp', 'sid'],
        currentDate: clock.now(),
      });
    };
    const { payload } = await verify().catch((error: unknown) => {
      if (!(error instanceof JWKSNoMatchingKey)) throw error;
      // Another server may have created a key since.
      keys = undefined;
      return verify();
    });
    return String(payload.sid);
  }

  return async (token) => {
    const sessionId = await verifySessionId(token).catch((cause: unknown) => {
      if (!(cause instanceof Error) || !('code' in cause) || !isJoseErrorCode(cause.code))
        throw cause;
      throw notSignedIn(msg`The identity token is not valid or has expired`, cause);
    });
    const identity = await readIdentity(sql, sessionId, clock.now());
    if (!identity) throw notSignedIn(msg`This session has ended`);
    return identity;
  };
}

function isJoseErrorCode(code: unknown): boolean {
  return typeof code === 'string' && /^ERR_J(OSE|W[A-Z]*)_/.test(code);
}

async function readKeys(sql: Sql): Promise<JSONWebKeySet> {
  const rows = await sql<{ id: string; publicKey: string }[]>`
    select id, public_key as "publicKey" from auth_keys order by created_at desc`;
  return { keys: rows.map(({ id, publicKey }) => ({ ...JSON.parse(publicKey), kid: id })) };
}

const uuid = /^[0-9a-f-]{36}$/;

/** Whether a session has neither ended nor expired. */
export async function isSessionLive(sql: Sql, sessionId: string, at: Date): Promise<boolean> {
  if (!uuid.test(sessionId)) return false;
  const rows = await sql`
    select from auth_sessions where id = ${sessionId} and expires_at > ${at}`;
  return rows.length > 0;
}

/** Whether a second factor was proven in this session, and is still turned on. */
export async function hasSecondFactor(sql: Sql, sessionId: string): Promise<boolean> {
  if (!uuid.test(sessionId)) return false;
  const rows = await sql`
    select from auth_sessions s join auth_users i on i.id = s.user_id
    where s.id = ${sessionId} and s.second_factor and i.two_factor_enabled`;
  return rows.length > 0;
}

async function readIdentity(sql: Sql, sessionId: string, at: Date): Promise<Identity | null> {
  if (!uuid.test(sessionId)) return null;
  const [row] = await sql<
    {
      id: string;
      email: string;
      isEmailVerified: boolean;
      name: string;
      pictureUrl: string | null;
      by: string;
      signedInAt: Date;
    }[]
  >`
    select i.id, i.email, i.email_verified as "isEmailVerified", i.name, i.image as "pictureUrl", s.by,
      coalesce(s.proven_at, s.created_at) as "signedInAt"
    from auth_sessions s join auth_users i on i.id = s.user_id
    where s.id = ${sessionId} and s.expires_at > ${at}`;
  if (!row) return null;
  const { id, email, isEmailVerified, name, pictureUrl, by, signedInAt } = row;
  return {
    id,
    email,
    isEmailVerified,
    name,
    ...(pictureUrl === null ? {} : { pictureUrl }),
    by: by === 'google' || by === 'passkey' ? by : 'password',
    sessionId,
    signedInAt,
  };
}

function notSignedIn(detail: ProblemText, cause?: unknown): Problem {
  return new Problem('not-signed-in', detail, { cause });
}
