import type { Role } from '#contract/constants.ts';
import type { Sql } from '../../database/sql.ts';

/** The fields of a user that permission checks need. */
export interface KnownUser {
  id: string;
  name: string;
  email: string;
  role: Role;
}

/** The user with this id; null when there is no such user or the user was removed. */
export async function findUser(sql: Sql, id: string): Promise<KnownUser | null> {
  const [row] = await sql<KnownUser[]>`
    select id, name, email, role from users where id = ${id} and removed_at is null`;
  return row ?? null;
}
