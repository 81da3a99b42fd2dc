import { createSecretKey } from 'node:crypto';
import { SignJWT } from 'jose';

interface TokenOptions {
  secret: string;
  userId: string;
  secondsLeft?: number;
  issuer?: string;
  audience?: string;
}

/** Signs an access token like the shop's, with the deviations that a test asks for. */
export function accessToken({
  secret,
  userId,
  secondsLeft = 3_600,
  issuer = 'reprise',
  audience = 'reprise-api',
}: TokenOptions): Promise<string> {
  return new SignJWT({ email: 'admin@reprise.test', role: 'admin' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(Math.floor(Date.now() / 1_000) + secondsLeft)
    .sign(createSecretKey(Buffer.from(secret)));
}

/** An access token with `alg: none` and no signature. */
export function unsignedToken(userId: string): string {
  const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const claims = { sub: userId, iss: 'reprise', aud: 'reprise-api', exp: 9_999_999_999 };
  return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
}
