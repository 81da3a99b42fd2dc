import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { SecurityLog } from '../../core/security-log.ts';
import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { Identity } from '../../providers/identity/port.ts';
import { type CatalogueWatch, recordCatalogueChange } from '../products/catalogue-changes.ts';
import type { KnownUser } from '../users/find-user.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import { type AdminEmails, bootstrapAdmin, isBootstrapAdmin } from './bootstrap-admin.ts';

interface IssueDeps {
  database: Database;
  callers: { issueToken(user: KnownUser, session: Identity): Promise<string> };
  adminEmails: AdminEmails;
  securityLog: SecurityLog;
  catalogue: Pick<CatalogueWatch, 'refreshAfterCommit'>;
}

/**
 * Issues an access token for the user with the identity's email. Marks the email as proven when the identity provider
 * has verified it, and makes the user an admin if the settings say so.
 * @throws Problem not-allowed for another user's email; not-found when the identity has no user yet (`POST /users`
 * creates it)
 */
export async function issueAccessToken(
  { database, callers, adminEmails, securityLog, catalogue }: IssueDeps,
  { identity, email }: { identity: Identity; email: string },
  at: Date,
): Promise<string> {
  requireOwnEmail(identity, email, { detail: msg`You are signed in with another email` });
  const [found] = await database.sql<(KnownUser & { isEmailProven: boolean })[]>`
    select id, name, email, role, email_proven_at is not null as "isEmailProven" from users
    where lower(email) = ${identity.email.toLowerCase()} and removed_at is null`;
  if (!found) throw new Problem('not-found', msg`There is no user with this email yet`);
  const { isEmailProven, ...user } = found;
  const isNowProven = identity.isEmailVerified && !isEmailProven;
  const becomesAdmin = user.role !== 'admin' && isBootstrapAdmin(identity, adminEmails);
  if (isNowProven) await transaction(database, (tx) => markEmailProven(tx, user, at));
  if (becomesAdmin) {
    await transaction(database, (tx) => bootstrapAdmin(tx, user, at));
    securityLog.record('role-changed', user);
  }
  if (becomesAdmin || (isNowProven && hasProducts(user))) await catalogue.refreshAfterCommit();
  return callers.issueToken(user, identity);
}

function markEmailProven(tx: Tx, user: KnownUser, at: Date): void {
  tx.write`update users set email_proven_at = ${at} where id = ${user.id}`;
  // A seller's products show the email from now on.
  if (hasProducts(user)) recordCatalogueChange(tx, null, at);
}

/** Whether the catalogue can show something of this user. */
const hasProducts = ({ role }: KnownUser) => role !== 'buyer';
