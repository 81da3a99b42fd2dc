import type { Role } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';

export interface NewUser {
  /** Missing: a new one. */
  id?: string;
  name: string;
  email: string;
  role: Role;
  /** In which mails are written; missing: the first of the shop. */
  language?: string | undefined;
  timeZone?: string | undefined;
  imageId?: string;
  imageUrl?: string;
  verifiedAt?: Date;
  emailProvenAt?: Date | undefined;
}

/**
 * Inserts a user. A second user with the same email violates `users_email_unique`.
 * @returns the user's id
 * @throws Problem conflict when a removed user had this email and their identity has not ended yet
 */
export async function insertUser(tx: Tx, user: NewUser, at: Date): Promise<string> {
  const { id = newId(at) } = user;
  await tx.sql`
    insert into users
      (id, name, email, role, language, time_zone, image_id, image_url, verified_at, email_proven_at, created_at)
    values (${id}, ${user.name}, ${user.email}, ${user.role}, ${user.language ?? null}, ${user.timeZone ?? null},
      ${user.imageId ?? null}, ${user.imageUrl ?? null}, ${user.verifiedAt ?? null},
      ${user.emailProvenAt ?? null}, ${at})`;
  await requireNoIdentityEnding(tx, user.email);
  return id;
}

/** Runs after the insert, which waits on the unique index until a concurrent removal has committed. */
async function requireNoIdentityEnding(tx: Tx, email: string): Promise<void> {
  const ending = await tx.sql`
    select from users
    where lower(email) = lower(${email}) and removed_at is not null and identity_ended_at is null`;
  if (ending.length === 0) return;
  throw new Problem(
    'conflict',
    msg`The account with this email is just being closed. Try again soon.`,
  );
}
