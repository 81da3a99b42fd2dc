import type { Sql } from '../server/database/sql.ts';
import type { PasswordIdentity } from '../server/providers/identity/port.ts';
import { demoAccounts, demoPassword } from './people.ts';

interface DemoIdentityDeps {
  sql: Sql;
  createPasswordIdentity: (identity: PasswordIdentity) => Promise<boolean>;
}

/**
 * Lets visitors sign in as the demo accounts. Only accounts that are still there get an identity, and only those that
 * have none: a demo of an earlier version gets them too, and whoever deleted theirs stays deleted.
 * @returns how many were made
 */
export async function fillDemoIdentities({
  sql,
  createPasswordIdentity,
}: DemoIdentityDeps): Promise<number> {
  const emails = demoAccounts.map(({ email }) => email);
  const wanting = await sql<{ email: string; name: string }[]>`
    select u.email, u.name from users u
    where u.removed_at is null and u.email = any(${emails})
      and not exists (select from auth_users i where i.email = lower(u.email))`;
  const made = await Promise.all(
    wanting.map(({ email, name }) =>
      createPasswordIdentity({ email, name, password: demoPassword, isEmailVerified: true }),
    ),
  );
  return made.filter(Boolean).length;
}
