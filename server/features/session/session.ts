import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Identity } from '../../providers/identity/port.ts';
import type { KnownUser } from '../users/users.ts';
import { type AdminEmails, bootstrapAdmin, isBootstrapAdmin } from './bootstrap-admin.ts';
import { requireOwn } from './own-email.ts';

/**
 * The user whose session an identity may begin.
 * @throws Problem not-allowed for somebody else's email; not-found when the identity has no user record yet, which
 * `POST /users` makes
 */
export async function userOfIdentity(
  database: Database,
  { identity, email, adminEmails }: { identity: Identity; email: string; adminEmails: AdminEmails },
  at: Date,
): Promise<KnownUser> {
  requireOwn(identity, email);
  const [user] = await database.sql<KnownUser[]>`
    select id, name, email, role from users
    where lower(email) = ${identity.email.toLowerCase()} and removed_at is null`;
  if (!user) throw new Problem('not-found', 'There is no user with this email yet');
  if (user.role !== 'admin' && isBootstrapAdmin(identity, adminEmails)) {
    await transaction(database, (tx) => bootstrapAdmin(tx, user, at));
  }
  return user;
}
