import type { Role } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { Problem } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';
import { selectUsers, type UserReader, type UserRow, userFrom } from './user-row.ts';

/**
 * The user with this email. Case does not matter.
 * @throws Problem not-found
 */
export async function readUser({ sql, pictureOf }: UserReader, email: string): Promise<User> {
  const [row] = await sql<UserRow[]>`
    ${selectUsers(sql)} where lower(u.email) = lower(${email}) and u.removed_at is null`;
  if (!row) throw new Problem('not-found', msg`There is no user with this email`);
  return userFrom(row, pictureOf);
}

/**
 * The user with this id.
 * @throws Problem not-found
 */
export async function readUserById({ sql, pictureOf }: UserReader, id: string): Promise<User> {
  const [row] = await sql<UserRow[]>`
    ${selectUsers(sql)} where u.id = ${id} and u.removed_at is null`;
  if (!row) throw new Problem('not-found', msg`There is no such user`);
  return userFrom(row, pictureOf);
}

/** False also when there is no such user. */
export async function readIsAdmin(sql: Sql, email: string): Promise<boolean> {
  return (await findRole(sql, email)) === 'admin';
}

/** False also when there is no such user. */
export async function readIsSeller(sql: Sql, email: string): Promise<boolean> {
  return (await findRole(sql, email)) === 'seller';
}

async function findRole(sql: Sql, email: string): Promise<Role | null> {
  const [row] = await sql<{ role: Role }[]>`
    select role from users where lower(email) = lower(${email}) and removed_at is null`;
  return row?.role ?? null;
}
