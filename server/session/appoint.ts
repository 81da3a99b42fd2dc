import { eq } from 'drizzle-orm';
import { users } from '../database/schema/users.ts';
import type { Tx } from '../database/transaction.ts';
import { noteCatalogueChange } from '../products/catalogue.ts';
import type { Identity } from '../providers/identity/port.ts';
import { noteDeed } from '../users/audit.ts';
import type { KnownUser } from '../users/users.ts';

/** Addresses, in lower case, whose owners are admins once they have proven them. */
export type AdminEmails = readonly string[];

/** Whether the settings make this identity an admin. */
export function isAppointed(identity: Identity, adminEmails: AdminEmails): boolean {
  return identity.isEmailVerified && adminEmails.includes(identity.email.toLowerCase());
}

/** Makes somebody an admin whom the settings appoint; the audit says that it was the settings. */
export async function appointAdmin(tx: Tx, subject: KnownUser, at: Date): Promise<void> {
  await tx.update(users).set({ role: 'admin', verifiedAt: null }).where(eq(users.id, subject.id));
  await noteDeed(tx, { action: 'admin-appointed', actorId: null, subject }, at);
  // Products show whether their seller is a verified one.
  await noteCatalogueChange(tx, null, at);
}
