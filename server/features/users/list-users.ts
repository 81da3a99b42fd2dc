import type { Role } from '#contract/constants.ts';
import type { User } from '#contract/users/users.ts';
import { wordsOfUser } from '../../database/schema/users.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import { queryOfWords } from '../../database/word-search.ts';
import { selectUsers, type UserReader, type UserRow, userFrom } from './user-row.ts';

interface Filter {
  role: Role;
  /** Beginnings of words of the name or the email, in any order. */
  search?: string | undefined;
  count: number;
  /** Only users with a smaller id, that is, who registered earlier. */
  before: string;
}

/** The users with this role, newest first; with a search, only those whose name or email matches each of its words. */
export async function listUsers(
  { sql, pictureOf }: UserReader,
  { role, search = '', count, before }: Filter,
): Promise<User[]> {
  const rows = await sql<UserRow[]>`
    ${selectUsers(sql)}
    where u.role = ${role} and u.removed_at is null and u.id < ${before} ${matches(sql, search)}
    order by u.id desc limit ${count}`;
  return rows.map((row) => userFrom(row, pictureOf));
}

/** Uses the full-text index `users_by_words`. */
function matches(sql: Sql, search: string): Fragment {
  const query = queryOfWords(sql, search);
  if (query === null) return sql``;
  return sql`and ${rawSql(wordsOfUser)} @@ ${query}`;
}

/**
 * `select id …` of the users, removed ones too, whose name or email matches. Uses the full-text indexes `users_by_words`
 * and `users_removed_by_words`.
 * @param query by `queryOfWords`
 */
export function selectIdsByWords(sql: Sql, query: Fragment): Fragment {
  const words = rawSql(wordsOfUser);
  return sql`
    select id from users where ${words} @@ ${query} and removed_at is null
    union all
    select id from users where ${words} @@ ${query} and removed_at is not null`;
}
