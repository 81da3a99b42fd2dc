import { demoPassword } from '#contract/identity/demo-accounts.ts';
import type { Sql } from '../server/database/sql.ts';
import type { PasswordIdentity } from '../server/providers/identity/port.ts';
import { demoPeopleWithAccounts } from './people.ts';

interface SeedIdentitiesDeps {
  sql: Sql;
  createPasswordIdentity: (identity: PasswordIdentity) => Promise<boolean>;
}

/**
 * Creates an identity with the demo password for each demo user who has none and was not removed. It runs at every start,
 * so that a database that an earlier version seeded gets them as well.
 * @returns how many were created
 */
export async function seedDemoIdentities({
  sql,
  createPasswordIdentity,
}: SeedIdentitiesDeps): Promise<number> {
  const emails = demoPeopleWithAccounts.map(({ email }) => email);
  const users = await sql<{ email: string; name: string }[]>`
    select u.email, u.name from users u
    where u.removed_at is null and u.email = any(${emails})
      and not exists (select from auth_users i where i.email = lower(u.email))`;
  const created = await Promise.all(
    users.map(({ email, name }) =>
      createPasswordIdentity({ email, name, password: demoPassword, isEmailVerified: true }),
    ),
  );
  return created.filter(Boolean).length;
}
