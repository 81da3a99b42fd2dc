import { msg } from '#contract/text.ts';
import type { AuditAction } from '#contract/users/audit.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { type Actor, lacksArea, roleWithin } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';

interface Admin {
  id: string;
  name: string;
  email: string;
}

/**
 * Prevents that the admin is removed before the transaction ends, and checks again that they are one.
 * @throws Problem not-signed-in, not-allowed
 */
export async function lockAdmin(tx: Tx, { id }: Actor): Promise<Admin> {
  const [admin] = await tx.sql<(Admin & { role: string })[]>`
    select id, name, email, ${roleWithin('operation')} as role
    from users where id = ${id} and removed_at is null for share`;
  if (!admin) throw new Problem('not-signed-in', msg`This account does not exist any more`);
  if (admin.role !== 'admin') throw lacksArea('operation');
  return admin;
}

/**
 * Records an action that concerns the shop.
 * @param subject the person whom it concerns; left out for what concerns the shop alone, which is recorded with the admin
 */
export function writeAction(
  tx: Tx,
  admin: Admin,
  entry: { action: AuditAction; about: string; subject?: Admin },
  at: Date,
): Promise<void> {
  return writeAuditEntry(tx, { subject: admin, ...entry, actorId: admin.id }, at);
}
