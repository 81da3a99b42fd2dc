import { msg } from '#contract/text.ts';
import { Problem } from '../core/problem.ts';
import type { Tx } from '../database/transaction.ts';
import { recordCatalogueChange } from '../features/products/catalogue-changes.ts';
import { type Actor, lockActorAndSubject } from '../features/users/lock-user.ts';
import { writeAuditEntry } from '../features/users/write-audit-entry.ts';

/**
 * Verifies a seller, so that their products show the badge.
 * @param email when given, must be the user's address
 * @param seen when given, what the admin has looked at must be what the seller sent last
 * @returns how many users changed: 1, or 0 when the seller was verified before
 * @throws Problem not-signed-in, not-allowed when the actor is no longer an admin; not-found; conflict when the user is
 * no seller, has another address, or has sent something else since
 */
export async function verifySeller(
  tx: Tx,
  admin: Actor,
  { id, email, seen }: { id: string; email?: string | undefined; seen?: string | undefined },
  at: Date,
): Promise<0 | 1> {
  const { subject } = await lockActorAndSubject(tx, admin, id, 'admin', 'people');
  if (email !== undefined && email.toLowerCase() !== subject.email.toLowerCase()) {
    throw new Problem('conflict', msg`This user has another email address`);
  }
  if (subject.role !== 'seller') throw new Problem('conflict', msg`Only sellers can be verified`);
  if (subject.verifiedAt) return 0;
  if (seen !== undefined && (await hasSentSince(tx, id, seen))) {
    throw new Problem('conflict', msg`The seller has changed what they sent. Look at it again.`);
  }
  tx.write`update users set verified_at = ${at} where id = ${subject.id}`;
  await writeAuditEntry(tx, { action: 'seller-verified', actorId: admin.id, subject }, at);
  recordCatalogueChange(tx, null, at);
  return 1;
}

async function hasSentSince(tx: Tx, sellerId: string, seen: string): Promise<boolean> {
  const rows = await tx.sql`
    select from verification_requests where user_id = ${sellerId} and sent_at > ${new Date(seen)}`;
  return rows.length > 0;
}
