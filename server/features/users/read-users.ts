import type { Role } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import { Problem } from '../../core/problem.ts';
import { wordsOfUser } from '../../database/schema/users.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import { queryOfWords } from '../../database/word-search.ts';
import { selectUsers, type UserReader, type UserRow, userFrom } from './user-row.ts';

/**
 * The record of the user with this address, in whatever case it is written.
 * @throws Problem not-found
 */
export async function readUser({ sql, pictureOf }: UserReader, email: string): Promise<User> {
  const [row] = await sql<UserRow[]>`
    ${selectUsers(sql)} where lower(u.email) = lower(${email}) and u.removed_at is null`;
  if (!row) throw new Problem('not-found', 'There is no user with this email');
  return userFrom(row, pictureOf);
}

/**
 * The record of the user with this id.
 * @throws Problem not-found
 */
export async function readUserById({ sql, pictureOf }: UserReader, id: string): Promise<User> {
  const [row] = await sql<UserRow[]>`
    ${selectUsers(sql)} where u.id = ${id} and u.removed_at is null`;
  if (!row) throw new Problem('not-found', 'There is no such user');
  return userFrom(row, pictureOf);
}

/** The role of the user with this address; null when there is no such user. */
export async function findRole(sql: Sql, email: string): Promise<Role | null> {
  const [row] = await sql<{ role: Role }[]>`
    select role from users where lower(email) = lower(${email}) and removed_at is null`;
  return row?.role ?? null;
}

interface Wanted {
  role: Role;
  /** Beginnings of words of the name or the address. */
  search?: string | undefined;
  count: number;
  /** Only users with a smaller id, that is, who registered before. */
  before: string;
}

/** The users with a role, newest first; with a search those in whose name and address every word of it begins a word. */
export async function listUsers(
  { sql, pictureOf }: UserReader,
  { role, search = '', count, before }: Wanted,
): Promise<User[]> {
  const rows = await sql<UserRow[]>`
    ${selectUsers(sql)}
    where u.role = ${role} and u.removed_at is null and u.id < ${before} ${matching(sql, search)}
    order by u.id desc limit ${count}`;
  return rows.map((row) => userFrom(row, pictureOf));
}

/** Asks the index by words. */
function matching(sql: Sql, search: string): Fragment {
  const query = queryOfWords(search);
  if (query === null) return sql``;
  return sql`and ${rawSql(wordsOfUser)} @@ to_tsquery('simple', ${query})`;
}
