import type { Role } from '#contract/constants.ts';
import type { AdminArea } from '#contract/users/admin-areas.ts';
import type { User } from '#contract/users/users.ts';
import type { Sql } from '../../database/sql.ts';
import { roleInForce } from './lock-user.ts';
import { restrictionFrom, type UserRow } from './user-row.ts';

/** The fields of a user that permission checks need. */
export interface KnownUser {
  id: string;
  name: string;
  email: string;
  /** Whose rights they have (`roleInForce`). */
  role: Role;
  /** Those of an admin who does not have all. */
  areas?: readonly AdminArea[] | undefined;
  /** By a decision of the admins. */
  restriction?: User['restriction'];
}

type Row = Pick<KnownUser, 'id' | 'name' | 'email' | 'role'> &
  Pick<UserRow, 'areas' | 'limitedAt' | 'suspendedAt' | 'suspendedUntil'>;

/** The user with this id; null when there is no such user or the user was removed. */
export async function findUser(sql: Sql, id: string): Promise<KnownUser | null> {
  const [row] = await sql<Row[]>`
    select id, name, email, ${roleInForce} as role, areas, limited_at as "limitedAt", suspended_at as "suspendedAt",
      suspended_until as "suspendedUntil"
    from users where id = ${id} and removed_at is null`;
  if (!row) return null;
  const restriction = restrictionFrom(row);
  const { name, email, role, areas } = row;
  return { id, name, email, role, ...(areas && { areas }), ...(restriction && { restriction }) };
}
