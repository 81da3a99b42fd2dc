import { createSecretKey } from 'node:crypto';
import { SignJWT } from 'jose';

interface Wanted {
  secret: string;
  userId: string;
  secondsLeft?: number;
  issuer?: string;
  audience?: string;
}

/** An access token as the shop would sign it, but for what the test wants otherwise. */
export function accessToken({
  secret,
  userId,
  secondsLeft = 3_600,
  issuer = 'reprise',
  audience = 'reprise-api',
}: Wanted): Promise<string> {
  return new SignJWT({ email: 'admin@reprise.test', role: 'admin' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(Math.floor(Date.now() / 1_000) + secondsLeft)
    .sign(createSecretKey(Buffer.from(secret)));
}

/** The same without a signature, its header saying that none is needed. */
export function unsignedToken(userId: string): string {
  const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const claims = { sub: userId, iss: 'reprise', aud: 'reprise-api', exp: 9_999_999_999 };
  return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
}
