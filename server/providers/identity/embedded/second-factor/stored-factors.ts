import type { ListedPasskey, SecondFactors, SecondStep } from '#contract/identity/second-factor.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Sql } from '../../../../database/sql.ts';
import type { Tx } from '../../../../database/transaction.ts';
import { identityProblem } from '../../identity-problem.ts';

/** The second factors of an identity. */
export async function readSecondFactors(
  sql: Sql,
  identity: { id: string; emailVerified: boolean },
): Promise<SecondFactors> {
  const [found, passkeys] = await Promise.all([
    findTwoFactor(sql, identity.id),
    sql<{ id: string; name: string | null; createdAt: Date }[]>`
      select id, name, created_at as "createdAt" from auth_passkeys
      where user_id = ${identity.id} order by id`,
  ]);
  return {
    hasAuthenticator: found?.isVerified ?? false,
    passkeys: passkeys.map(listedPasskey),
    recoveryCodesLeft: found ? countCodes(found.backupCodes) : 0,
    isEmailVerified: identity.emailVerified,
  };
}

export function listedPasskey({
  id,
  name,
  createdAt,
}: {
  id: string;
  name?: string | null;
  createdAt: Date;
}): ListedPasskey {
  return { id, name: name || 'Passkey', createdAt: createdAt.toISOString() };
}

/** The ways in which a sign-in of this identity can continue after the password. */
export async function readSecondStep(sql: Sql, identityId: string): Promise<SecondStep> {
  const [found, passkeys] = await Promise.all([
    findTwoFactor(sql, identityId),
    sql`select from auth_passkeys where user_id = ${identityId} limit 1`,
  ]);
  return {
    ways: [
      ...(found?.isVerified ? (['authenticator'] as const) : []),
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      ...(found && countCodes(found.backupCodes) > 0 ? (['recovery-code'] as const) : []),
    ],
  };
}

export async function countPasskeys(sql: Sql, identityId: string): Promise<number> {
  const found = await sql`select from auth_passkeys where user_id = ${identityId}`;
  return found.length;
}

interface TwoFactor {
  /** Whether an authenticator app is being or has been set up. */
  hasSecret: boolean;
  /** Whether it has been confirmed. */
  isVerified: boolean;
  /** As stored. */
  backupCodes: string;
}

export async function findTwoFactor(sql: Sql, identityId: string): Promise<TwoFactor | undefined> {
  const [found] = await sql<TwoFactor[]>`
    select secret <> '' as "hasSecret", verified as "isVerified", backup_codes as "backupCodes"
    from auth_two_factors where user_id = ${identityId}`;
  return found;
}

function countCodes(backupCodes: string): number {
  return (JSON.parse(backupCodes) as unknown[]).length;
}

/**
 * Stores the secret of an authenticator app that is being set up, in place of one that was not confirmed.
 * @throws Problem factor-already-on
 */
export async function storeUnconfirmedSecret(
  sql: Sql,
  identityId: string,
  { encrypted, rowId }: { encrypted: string; rowId: string },
): Promise<void> {
  const stored = await sql`
    insert into auth_two_factors as known (id, user_id, secret, backup_codes, verified)
    values (${rowId}, ${identityId}, ${encrypted}, '[]', false)
    on conflict (user_id) do update set secret = excluded.secret where not known.verified
    returning known.id`;
  if (stored.length === 0) throw identityProblem('factor-already-on');
}

/**
 * Asks for a second factor from now on, because one was added, and counts it as proven in this session. Sessions that began
 * without a factor end: a stranger who knows the password may have one.
 * @param codes the recovery codes as they are stored
 * @returns whether these codes are now the recovery codes; false when the identity has some already
 */
export async function turnSecondStepOn(
  tx: Tx,
  { id, sessionId, codes }: { id: string; sessionId: string; codes: string },
  rowId: string,
): Promise<boolean> {
  await tx.sql`update auth_users set two_factor_enabled = true where id = ${id}`;
  await tx.sql`update auth_sessions set second_factor = true where id = ${sessionId} and user_id = ${id}`;
  await tx.sql`delete from auth_sessions where user_id = ${id} and not second_factor`;
  const stored = await tx.sql`
    insert into auth_two_factors as known (id, user_id, secret, backup_codes, verified)
    values (${rowId}, ${id}, '', ${codes}, false)
    on conflict (user_id) do update set backup_codes = excluded.backup_codes
    where known.backup_codes = '[]'
    returning known.id`;
  return stored.length > 0;
}

/**
 * Removes the authenticator app.
 * @throws Problem factor-not-on
 */
export async function removeStoredAuthenticator(tx: Tx, identityId: string): Promise<void> {
  await lockIdentity(tx, identityId);
  const removed = await tx.sql`
    update auth_two_factors set secret = '', verified = false
    where user_id = ${identityId} and verified returning id`;
  if (removed.length === 0) throw identityProblem('factor-not-on');
  await turnSecondStepOffWithoutFactor(tx, identityId);
}

/** @throws Problem not-found, also for another user's */
export async function removeStoredPasskey(
  tx: Tx,
  identityId: string,
  passkeyId: string,
): Promise<void> {
  await lockIdentity(tx, identityId);
  const removed = await tx.sql`
    delete from auth_passkeys where id = ${passkeyId} and user_id = ${identityId} returning id`;
  if (removed.length === 0) throw passkeyNotFound();
  await turnSecondStepOffWithoutFactor(tx, identityId);
}

/** @throws Problem not-found, also for another user's */
export async function renameStoredPasskey(
  sql: Sql,
  identityId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const renamed = await sql`
    update auth_passkeys set name = ${name}
    where id = ${id} and user_id = ${identityId} returning id`;
  if (renamed.length === 0) throw passkeyNotFound();
}

/**
 * Replaces the recovery codes.
 * @throws Problem factor-not-on for a user without a factor
 */
export async function renewStoredCodes(tx: Tx, identityId: string, codes: string): Promise<void> {
  const renewed = await tx.sql`
    update auth_two_factors t set backup_codes = ${codes} from auth_users i
    where i.id = t.user_id and i.id = ${identityId} and i.two_factor_enabled returning t.id`;
  if (renewed.length === 0) throw identityProblem('factor-not-on');
}

/** Factors of one identity change one after the other. */
async function lockIdentity(tx: Tx, identityId: string): Promise<void> {
  await tx.sql`select from auth_users where id = ${identityId} for update`;
}

/** Recovery codes without a factor would be a weaker second password, so they go with the last one. */
async function turnSecondStepOffWithoutFactor(tx: Tx, identityId: string): Promise<void> {
  const off = await tx.sql`
    update auth_users i set two_factor_enabled = false
    where id = ${identityId}
      and not exists (select from auth_passkeys where user_id = i.id)
      and not exists (select from auth_two_factors where user_id = i.id and verified)
    returning id`;
  if (off.length === 0) return;
  await tx.sql`delete from auth_two_factors where user_id = ${identityId}`;
  // They have proven a factor that is gone, and count no more than others when a new one is added.
  await tx.sql`update auth_sessions set second_factor = false where user_id = ${identityId}`;
}

function passkeyNotFound(): Problem {
  return new Problem('not-found', msg`You have no such passkey`);
}
