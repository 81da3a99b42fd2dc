import { adminScopes, type KeyScope, keyLimits } from '#contract/keys/key-scopes.ts';
import type { ApiKey } from '#contract/keys/keys.ts';
import { msg } from '#contract/text.ts';
import { digestOfKey, hintOfKey, newApiKey } from '../../core/api-key.ts';
import { newId } from '../../core/ids.ts';
import { badInput, Problem } from '../../core/problem.ts';
import type { apiKeys } from '../../database/schema/api-keys.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { lacksArea, lockUnsuspendedUser, lockUserExclusively } from '../users/lock-user.ts';
import { queueKeyMail } from './mails.ts';

interface NewKey {
  name: string;
  scopes: readonly KeyScope[];
  addresses: readonly string[];
  expiresAt: Date | null;
}

interface MadeKey {
  insertedId: string;
  key: string;
}

/**
 * Makes a key and mails its owner. Only its digest is stored.
 * @throws Problem not-signed-in when the user was removed; not-allowed for scopes of admins, for admins without the area
 *   Shop, and when the user is suspended; bad-input for an end in the past; conflict when there are too many
 */
export async function createKey(
  tx: Tx,
  owner: { id: string; role: string },
  wanted: NewKey,
  at: Date,
): Promise<MadeKey> {
  const isAdmin = owner.role === 'admin';
  if (wanted.scopes.some((scope) => adminScopes.includes(scope) !== isAdmin)) {
    const message = isAdmin
      ? msg`The key of an admin is for exports only`
      : msg`Only the keys of admins may have this permission`;
    throw new Problem('not-allowed', message, { errors: [{ field: 'scopes', message }] });
  }
  if (wanted.expiresAt && wanted.expiresAt <= at) {
    throw badInput([{ field: 'expiresAt', message: msg`Choose a time in the future` }]);
  }
  await lockOwner(tx, owner.id);
  await requireArea(tx, owner.id);
  await requireRoom(tx, owner.id);
  return insertKey(tx, owner.id, wanted, at);
}

/**
 * Makes a key that may do what another may, with the same lifetime. The former one ends a day later.
 * @throws Problem not-found when it is not theirs; not-allowed for admins without the area Shop, and when the user is
 *   suspended; conflict when there are too many
 */
export async function rotateKey(
  tx: Tx,
  owner: { id: string },
  id: string,
  at: Date,
): Promise<MadeKey> {
  await lockOwner(tx, owner.id);
  const [former] = await tx.sql<(NewKey & { createdAt: Date })[]>`
    select name, scopes, addresses, created_at as "createdAt", expires_at as "expiresAt" from api_keys
    where id = ${id} and user_id = ${owner.id}`;
  if (!former) throw noSuchKey();
  await requireArea(tx, owner.id);
  await requireRoom(tx, owner.id);
  const { createdAt, expiresAt } = former;
  const lifetimeMs = expiresAt && expiresAt.getTime() - createdAt.getTime();
  const endsAt = new Date(at.getTime() + keyLimits.overlapHours * 3_600_000);
  tx.write`
    update api_keys set expires_at = least(expires_at, ${endsAt}::timestamptz) where id = ${id}`;
  const replacement = {
    ...former,
    expiresAt: lifetimeMs === null ? null : new Date(at.getTime() + lifetimeMs),
  };
  return insertKey(tx, owner.id, replacement, at);
}

/** @throws Problem not-found when it is not theirs, or was revoked before */
export async function revokeKey(tx: Tx, ownerId: string, id: string): Promise<void> {
  const gone = await tx.sql`
    delete from api_keys where id = ${id} and user_id = ${ownerId} returning id`;
  if (gone.length === 0) throw noSuchKey();
}

/** Revokes all keys of a person who was removed or suspended. */
export function revokeKeysOf(tx: Tx, userId: string): void {
  tx.write`delete from api_keys where user_id = ${userId}`;
}

/** Revokes all keys of the person with this email, who asks for it beside a new password. */
export async function revokeKeysByEmail(sql: Sql, email: string): Promise<void> {
  await sql`
    delete from api_keys where user_id = (select id from users where email = ${email.toLowerCase()})`;
}

/** The keys of a person, newest first. */
export async function listKeys(sql: Sql, userId: string): Promise<ApiKey[]> {
  const rows = await sql<Omit<typeof apiKeys.$inferSelect, 'userId' | 'digest'>[]>`
    select id, name, hint, scopes, addresses, created_at as "createdAt", expires_at as "expiresAt",
      last_used_at as "lastUsedAt"
    from api_keys where user_id = ${userId} order by id desc`;
  return rows.map(({ id, createdAt, expiresAt, lastUsedAt, ...rest }) => ({
    _id: id,
    ...rest,
    time: createdAt.toISOString(),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
  }));
}

/** A suspension ends all keys, so that none is made after it, by a request that was let in before. */
async function lockOwner(tx: Tx, userId: string): Promise<void> {
  await lockUserExclusively(tx, userId);
  await lockUnsuspendedUser(tx, userId);
}

/** The keys of an admin are for what belongs to the area Shop, so without it they would be refused. The caller has locked the user. */
async function requireArea(tx: Tx, userId: string): Promise<void> {
  const lacking = await tx.sql`
    select from users where id = ${userId} and role = 'admin' and not 'shop' = any(areas)`;
  if (lacking.length > 0) throw lacksArea('shop');
}

async function requireRoom(tx: Tx, userId: string): Promise<void> {
  const keys = await tx.sql`select id from api_keys where user_id = ${userId}`;
  if (keys.length < keyLimits.keysPerPerson) return;
  throw new Problem(
    'conflict',
    msg`You have ${keyLimits.keysPerPerson} keys already. Revoke one that you do not need.`,
  );
}

async function insertKey(
  tx: Tx,
  userId: string,
  { name, scopes, addresses, expiresAt }: NewKey,
  at: Date,
): Promise<MadeKey> {
  const insertedId = newId(at);
  const key = newApiKey();
  tx.write`
    insert into api_keys (id, user_id, name, digest, hint, scopes, addresses, created_at, expires_at)
    values (${insertedId}, ${userId}, ${name}, ${digestOfKey(key)}, ${hintOfKey(key)}, ${scopes},
      ${addresses}, ${at}, ${expiresAt})`;
  await queueKeyMail(tx, { userId, keyId: insertedId }, at);
  return { insertedId, key };
}

function noSuchKey(): Problem {
  return new Problem('not-found', msg`There is no such key`);
}
