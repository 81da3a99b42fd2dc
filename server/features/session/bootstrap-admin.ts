import { eq } from 'drizzle-orm';
import { users } from '../../database/schema/users.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Identity } from '../../providers/identity/port.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';
import { writeAuditEntry } from '../users/audit.ts';
import type { KnownUser } from '../users/users.ts';

/** Addresses, in lower case, whose owners are admins once they have identityOf them. */
export type AdminEmails = readonly string[];

/** Whether the settings make this identity an admin. */
export function isBootstrapAdmin(identity: Identity, adminEmails: AdminEmails): boolean {
  return identity.isEmailVerified && adminEmails.includes(identity.email.toLowerCase());
}

/** Makes somebody an admin whom the settings appoint; the audit says that it was the settings. */
export async function bootstrapAdmin(tx: Tx, subject: KnownUser, at: Date): Promise<void> {
  await tx.update(users).set({ role: 'admin', verifiedAt: null }).where(eq(users.id, subject.id));
  await writeAuditEntry(tx, { action: 'admin-appointed', actorId: null, subject }, at);
  // Products show whether their seller is a verified one.
  await recordCatalogueChange(tx, null, at);
}
