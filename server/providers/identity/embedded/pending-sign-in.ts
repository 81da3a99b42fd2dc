import type { Sql } from '../../../database/sql.ts';
import type { BetterAuth } from './better-auth/better-auth.ts';

/** Somebody who has given the password, or come back from Google, and has yet to prove the second factor. */
export interface PendingSignIn {
  id: string;
  email: string;
}

/**
 * Who waits for the second step in the browser with these cookies. Better Auth's cookie holds a random name, under which the
 * identity is stored; Better Auth itself checks the cookie's signature.
 */
export async function findPendingSignIn(
  { sql, auth, now }: { sql: Sql; auth: BetterAuth; now: Date },
  cookies: string | undefined,
): Promise<PendingSignIn | undefined> {
  // With two of them Better Auth might read the other one, and a code would be counted for the wrong identity.
  if ((cookies ?? '').split('reprise.two_factor').length !== 2) return undefined;
  const cookie = /(?:^|;\s*)(?:__Secure-)?reprise\.two_factor=([^;]+)/.exec(cookies ?? '')?.[1];
  const name = cookie?.split('.')[0];
  if (!name || !/^2fa-[\w-]+$/.test(name)) return undefined;
  const { internalAdapter } = await auth.$context;
  const stored = await internalAdapter.findVerificationValue(name);
  if (!stored || stored.expiresAt <= now) return undefined;
  const [identity] = await sql<PendingSignIn[]>`
    select id, email from auth_users where id::text = ${stored.value}`;
  return identity;
}

/** Whether a response of Better Auth asks for the second step: then it sets that cookie. */
export function asksForSecondStep(response: Response): boolean {
  return response.headers
    .getSetCookie()
    .some((cookie) => /^(?:__Secure-)?reprise\.two_factor=[^;]/.test(cookie));
}
