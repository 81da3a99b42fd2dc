import { msg } from '#contract/text.ts';
import { type AdminArea, adminAreas, isOwner } from '#contract/users/admin-areas.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { type Actor, lockActorAndSubject, ownersOnly } from './lock-user.ts';
import { writeAuditEntry } from './write-audit-entry.ts';

/**
 * Sets the areas of an admin; all of them make an owner. Owners cannot take their own, so one always remains.
 * @returns how many users changed: 1, or 0 when the admin had just these
 * @throws Problem not-signed-in, not-allowed when the actor is no owner any more; not-found; conflict for users who are
 *   no admins, and for oneself
 */
export async function changeAreas(
  tx: Tx,
  owner: Actor,
  { id, areas }: { id: string; areas: readonly AdminArea[] },
  at: Date,
): Promise<0 | 1> {
  const { actor, subject } = await lockActorAndSubject(tx, owner, id, 'admin', 'shop');
  if (!isOwner(actor)) throw ownersOnly();
  if (actor.id === subject.id) {
    throw new Problem('conflict', msg`Owners cannot change their own areas; another owner can`);
  }
  if (subject.role !== 'admin') throw new Problem('conflict', msg`Only admins have areas`);
  const chosen = adminAreas.filter((area) => areas.includes(area));
  const isAll = chosen.length === adminAreas.length;
  const before = subject.areas ?? adminAreas;
  if (chosen.length === before.length && chosen.every((area) => before.includes(area))) return 0;
  tx.write`update users set areas = ${isAll ? null : chosen} where id = ${subject.id}`;
  const entry = { action: 'areas-changed', actorId: actor.id, subject } as const;
  await writeAuditEntry(tx, { ...entry, about: chosen.join(', ') || 'none' }, at);
  return 1;
}
