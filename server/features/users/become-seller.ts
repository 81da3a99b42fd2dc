import type { Tx } from '../../database/transaction.ts';
import { type Actor, lockActorAndSubject } from './lock-user.ts';
import { writeAuditEntry } from './write-audit-entry.ts';

/**
 * Makes a buyer a seller at their own request, with an audit entry. They keep what they have as a buyer.
 * @returns how many users changed: 1, or 0 for sellers and admins, who can sell already
 * @throws Problem not-signed-in when the user was removed
 */
export async function becomeSeller(tx: Tx, actor: Actor, at: Date): Promise<0 | 1> {
  const { subject } = await lockActorAndSubject(tx, actor, actor.id, 'admin or self', 'people');
  if (subject.role !== 'buyer') return 0;
  tx.write`update users set role = 'seller' where id = ${subject.id}`;
  await writeAuditEntry(tx, { action: 'became-seller', actorId: subject.id, subject }, at);
  return 1;
}
