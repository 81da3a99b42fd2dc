import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Identity } from '../../providers/identity/port.ts';
import type { KnownUser } from '../users/find-user.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import { type AdminEmails, bootstrapAdmin, isBootstrapAdmin } from './bootstrap-admin.ts';

interface IssueDeps {
  database: Database;
  callers: { issueToken(user: KnownUser, session: Identity): Promise<string> };
  adminEmails: AdminEmails;
}

/**
 * Issues an access token for the user with the identity's email. Makes them an admin first if the settings say so.
 * @throws Problem not-allowed for somebody else's email; not-found when the identity has no user yet (`POST /users`
 *   creates it)
 */
export async function issueAccessToken(
  { database, callers, adminEmails }: IssueDeps,
  { identity, email }: { identity: Identity; email: string },
  at: Date,
): Promise<string> {
  requireOwnEmail(identity, email, { detail: 'You are signed in with another email' });
  const [user] = await database.sql<KnownUser[]>`
    select id, name, email, role from users
    where lower(email) = ${identity.email.toLowerCase()} and removed_at is null`;
  if (!user) throw new Problem('not-found', 'There is no user with this email yet');
  if (user.role !== 'admin' && isBootstrapAdmin(identity, adminEmails)) {
    await transaction(database, (tx) => bootstrapAdmin(tx, user, at));
  }
  return callers.issueToken(user, identity);
}
