import { type JWTPayload, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import { z } from 'zod';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../../core/clock.ts';
import { Problem } from '../../../core/problem.ts';

/** The claims of a verified Firebase ID token that we use. */
export interface IdToken {
  uid: string;
  by: 'password' | 'google';
  /** Unix time of the sign-in; renewed tokens keep it. */
  signedInAtSeconds: number;
}

interface IdTokenVerifierDeps {
  projectId: string;
  clock: Clock;
  keys: JWTVerifyGetKey;
  /** Whether tokens come from the emulator, which does not sign them; signed tokens are then refused. */
  isEmulated: boolean;
}

/** Allowed difference between Google's clock and ours. Expiry is exact, because browsers renew long before it. */
const clockSkewSeconds = 60;

/**
 * Verifies ID tokens as Firebase documents: RS256 with one of Google's keys, audience and issuer of the project, not
 * expired, issued and signed in in the past, a non-empty subject.
 * @throws Problem not-signed-in; unavailable when Google's keys cannot be fetched
 */
export function createIdTokenVerifier({ projectId, clock, keys, isEmulated }: IdTokenVerifierDeps) {
  const issuer = `https://securetoken.google.com/${projectId}`;
  const check = async (token: string): Promise<JWTPayload> => {
    const rules = { issuer, audience: projectId, currentDate: clock.now(), requiredClaims };
    if (isEmulated) return UnsecuredJWT.decode(token, rules).payload;
    return (await jwtVerify(token, keys, { ...rules, algorithms: ['RS256'] })).payload;
  };
  return async (token: string): Promise<IdToken> => {
    const payload = await check(token).catch((cause: unknown) => {
      throw cause instanceof JOSEError ? notSignedIn(cause) : cause;
    });
    const claims = idTokenClaims.safeParse(payload);
    if (!claims.success) throw notSignedIn(claims.error);
    const { sub, iat, auth_time, firebase } = claims.data;
    const latestSeconds = clock.now().getTime() / 1_000 + clockSkewSeconds;
    if (iat > latestSeconds || auth_time > latestSeconds)
      throw notSignedIn('The token was issued in the future');
    return {
      uid: sub,
      by: firebase.sign_in_provider === 'google.com' ? 'google' : 'password',
      signedInAtSeconds: auth_time,
    };
  };
}

const requiredClaims = ['sub', 'exp', 'iat', 'auth_time'];

/** Other tenants of the project, anonymous accounts and other sign-in providers are refused. */
const idTokenClaims = z.object({
  sub: z.string().min(1).max(128),
  iat: z.number(),
  auth_time: z.number(),
  firebase: z.object({
    sign_in_provider: z.enum(['password', 'google.com']),
    tenant: z.undefined().optional(),
  }),
});

function notSignedIn(cause: unknown): Problem {
  return new Problem('not-signed-in', msg`The identity token is not valid or has expired`, {
    cause,
  });
}
