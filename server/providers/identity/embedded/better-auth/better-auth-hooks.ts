import { secondFactorPaths } from '#contract/second-factor.ts';
import type { Sql } from '../../../../database/sql.ts';
import { readProofWays } from '../accounts/prove-identity.ts';
import { isGoogleCallback } from './better-auth-plugins.ts';

/** The part of Better Auth's context that tells on which route a session is made. */
interface RouteContext {
  path?: string | undefined;
  context: { session?: { session: Record<string, unknown> } | null };
}

/** How somebody signed in to a session that is being made, and whether they proved a second factor. */
export async function describeSignIn(
  sql: Sql,
  { userId, by }: { userId: string; by?: unknown },
  route: RouteContext | null | undefined,
): Promise<{ by: string; secondFactor: boolean }> {
  const path = route?.path;
  const before = route?.context.session?.session;
  switch (path) {
    case secondFactorPaths.signInWithPasskey:
      return { by: 'passkey', secondFactor: true };
    case secondFactorPaths.enterCode:
    case secondFactorPaths.enterRecoveryCode:
      return { by: String(by ?? (await firstStepOf(sql, userId))), secondFactor: true };
    case '/change-password':
      // The session goes on under a new token.
      return {
        by: String(before?.by ?? 'password'),
        secondFactor: before?.secondFactor === true,
      };
    default:
      return { by: isGoogleCallback(path) ? 'google' : 'password', secondFactor: false };
  }
}

/** Better Auth does not tell what came before the second step. */
async function firstStepOf(sql: Sql, identityId: string): Promise<'password' | 'google'> {
  return (await readProofWays(sql, identityId)).password ? 'password' : 'google';
}
