import { secondFactorPaths } from '#contract/identity/second-factor.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { Database } from '../../../../database/connection.ts';
import type { Sql } from '../../../../database/sql.ts';
import { readProofWays } from '../accounts/stored-proofs.ts';
import { queueAccountMail } from '../mails/account-mails.ts';
import { isGoogleCallback } from './better-auth-plugins.ts';

/** The part of Better Auth's context that tells on which route a session is made. */
interface RouteContext {
  path?: string | undefined;
  context: { session?: { session: Record<string, unknown> } | null };
}

/** The sign-in of a session that is being made, and whether a second factor was proven. */
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

interface HookDeps {
  database: Database;
  clock: Clock;
  /** The origin of the shop. */
  origin: string;
}

/** Opening the link has proven that the person owns the mailbox. */
export async function finishReset(deps: HookDeps, user: { id: string }): Promise<void> {
  await deps.database.sql`update auth_users set email_verified = true where id = ${user.id}`;
  await finishPasswordChange(deps, user);
}

/** Ends the reset links that are still open, and mails the owner, who may not have changed it. */
export async function finishPasswordChange(deps: HookDeps, { id }: { id: string }): Promise<void> {
  await endResetLinks(deps.database.sql, id);
  const { origin } = deps;
  await queueAccountMail(deps, { kind: 'password-changed', identityId: id, origin });
}

/**
 * Runs before Google is linked to an existing account. If the email of that account was never verified, a stranger may
 * have registered it, so its password and sessions are deleted; the identity stays and now belongs to the owner of the
 * mailbox. A verified account is not changed. One statement, so that a concurrent verification cannot intervene.
 */
export async function endUnverifiedAccess(sql: Sql, identityId: string): Promise<void> {
  await sql`
    with unverified as (
      select id from auth_users where id = ${identityId} and not email_verified for update
    ), ended as (
      delete from auth_sessions where user_id in (select id from unverified)
    )
    delete from auth_accounts where user_id in (select id from unverified)`;
}

/** Ends every reset link of an identity, also those that have yet to be mailed. */
async function endResetLinks(sql: Sql, identityId: string): Promise<void> {
  // The bare id is also the value of a sign-in that waits for its second step: the person who began it knows the old password.
  await sql`
    with queued as (
      delete from queued_mails where subject_id = ${identityId} and kind = 'reset' and sent_at is null
    )
    delete from auth_verifications where value = ${identityId}::text`;
}
