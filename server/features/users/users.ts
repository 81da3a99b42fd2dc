import type { Role } from '#contract/constants.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { users } from '../../database/schema/users.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';

/** A user as far as permissions need them. */
export interface KnownUser {
  id: string;
  name: string;
  email: string;
  role: Role;
}

/** The user with this id, or null when there is none or they were removed. */
export async function findUser(sql: Sql, id: string): Promise<KnownUser | null> {
  const [row] = await sql<KnownUser[]>`
    select id, name, email, role from users where id = ${id} and removed_at is null`;
  return row ?? null;
}

export interface NewUser {
  name: string;
  email: string;
  role: Role;
  imageId?: string;
  imageUrl?: string;
  verifiedAt?: Date;
}

/**
 * Saves a user record. A second record for an address violates `users_email_unique`.
 * @returns its id
 * @throws Problem conflict while the identity of somebody who was removed still holds the address
 */
export async function createUser(tx: Tx, user: NewUser, at: Date): Promise<string> {
  const id = newId(at);
  await tx.insert(users).values({
    id,
    name: user.name,
    email: user.email,
    role: user.role,
    imageId: user.imageId ?? null,
    imageUrl: user.imageUrl ?? null,
    verifiedAt: user.verifiedAt ?? null,
    createdAt: at,
  });
  await requireFreeAddress(tx, user.email);
  return id;
}

/** Asked after the insert: a removal that was under way has ended by then. */
async function requireFreeAddress(tx: Tx, email: string): Promise<void> {
  const taken = await tx.sql`
    select from users
    where lower(email) = lower(${email}) and removed_at is not null and identity_ended_at is null`;
  if (taken.length === 0) return;
  throw new Problem(
    'conflict',
    'The account with this email is just being closed. Try again soon.',
  );
}
