import type { Tx } from '../../database/transaction.ts';
import type { Identity } from '../../providers/identity/port.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';
import type { KnownUser } from '../users/find-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';

/** Emails, in lower case, whose owners become admins once they have verified them (the setting `ADMIN_EMAILS`). */
export type AdminEmails = readonly string[];

/** Whether the settings make the user of this identity an admin. */
export function isBootstrapAdmin(identity: Identity, adminEmails: AdminEmails): boolean {
  return identity.isEmailVerified && adminEmails.includes(identity.email.toLowerCase());
}

/** Makes a user an admin because the settings say so. The audit entry has no actor. */
export async function bootstrapAdmin(tx: Tx, subject: KnownUser, at: Date): Promise<void> {
  tx.write`update users set role = 'admin', verified_at = null where id = ${subject.id}`;
  await writeAuditEntry(tx, { action: 'admin-appointed', actorId: null, subject }, at);
  // Products show whether their seller is verified.
  recordCatalogueChange(tx, null, at);
}
