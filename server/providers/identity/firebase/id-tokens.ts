import { type JWTPayload, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import { Problem } from '../../../core/problem.ts';

/** What an ID token of Firebase says, as far as it matters here. */
export interface IdToken {
  uid: string;
  by: 'password' | 'google';
  /** When the person signed in, in seconds: a token that was renewed since still names that time. */
  signedInAtSeconds: number;
}

interface Parts {
  projectId: string;
  clock: Clock;
  keys: JWTVerifyGetKey;
  /** Whether tokens come from the emulator, which does not sign them; then no other is taken. */
  isEmulated: boolean;
}

/** So far the clocks of Google and of this server may differ. The end of a token is exact: browsers renew long before. */
const clockSkewSeconds = 60;

/**
 * Verifies ID tokens by the rules of Firebase's documentation: RS256 with one of Google's keys, audience and issuer of
 * the project, not expired, issued and signed in at a time that is past, a subject that is not empty.
 * @throws Problem not-signed-in; unavailable when Google's keys cannot be had
 */
export function createIdTokenVerifier({ projectId, clock, keys, isEmulated }: Parts) {
  const issuer = `https://securetoken.google.com/${projectId}`;
  const check = async (token: string): Promise<JWTPayload> => {
    const rules = { issuer, audience: projectId, currentDate: clock.now(), requiredClaims };
    if (isEmulated) return UnsecuredJWT.decode(token, rules).payload;
    return (await jwtVerify(token, keys, { ...rules, algorithms: ['RS256'] })).payload;
  };
  return async (token: string): Promise<IdToken> => {
    const payload = await check(token).catch((cause: unknown) => {
      throw cause instanceof JOSEError ? refused(cause) : cause;
    });
    const claims = expected.safeParse(payload);
    if (!claims.success) throw refused(claims.error);
    const { sub, iat, auth_time, firebase } = claims.data;
    const latest = clock.now().getTime() / 1_000 + clockSkewSeconds;
    if (iat > latest || auth_time > latest) throw refused('It is from a time to come');
    return {
      uid: sub,
      by: firebase.sign_in_provider === 'google.com' ? 'google' : 'password',
      signedInAtSeconds: auth_time,
    };
  };
}

const requiredClaims = ['sub', 'exp', 'iat', 'auth_time'];

/** People of other tenants of the project are none of this shop's, and neither are guests, phones and other sites. */
const expected = z.object({
  sub: z.string().min(1).max(128),
  iat: z.number(),
  auth_time: z.number(),
  firebase: z.object({
    sign_in_provider: z.enum(['password', 'google.com']),
    tenant: z.undefined().optional(),
  }),
});

function refused(cause: unknown): Problem {
  return new Problem('not-signed-in', 'The identity token is not valid or has expired', { cause });
}
