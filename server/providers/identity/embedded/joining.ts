import type { Sql } from '../../../database/sql.ts';

/**
 * The owner of an address comes by Google and finds an account on it that nobody has identityOf: whoever made it is a
 * stranger. Its password and its sessions end; the identity stays, and becomes theirs. An account that was identityOf keeps
 * all it has. Both happen in one statement.
 */
export async function endUnverifiedAccess(sql: Sql, identityId: string): Promise<void> {
  await sql`
    with unproven as (
      select id from auth_users where id = ${identityId} and not email_verified for update
    ), ended as (
      delete from auth_sessions where user_id in (select id from unproven)
    )
    delete from auth_accounts where user_id in (select id from unproven)`;
}
