import { and, inArray, isNull } from 'drizzle-orm';
import type { Role } from '#contract/constants.ts';
import { Problem } from '../../core/problem.ts';
import { users } from '../../database/schema/users.ts';
import type { Tx } from '../../database/transaction.ts';

/*
 * The order of locks: users (by id), then products (by id), then bookings, then what hangs on a booking: payments, their
 * intents and events, the return, mails. Whoever changes more than one of those has locked their product before, so that two
 * such never meet. Records of users are locked so that a key of theirs may still be referred to: whoever books holds the
 * product first, and would wait in the wrong order otherwise.
 */

/** A record that nobody else changes or removes until the transaction ends. */
export interface LockedUser {
  id: string;
  name: string;
  email: string;
  role: Role;
  imageUrl: string | null;
  verifiedAt: Date | null;
}

/** Who asks for a change, as they were known when they asked. */
export interface Actor {
  id: string;
  role: Role;
}

/**
 * Locks whoever asks and whom it is about, and looks again whether the one may: a role or a record may have gone since
 * the request came in. Of two who would change each other, the second finds that they are no longer there.
 * @throws Problem not-signed-in, not-allowed, not-found
 */
export async function lockForChange(
  tx: Tx,
  actor: Actor,
  subjectId: string,
  who: 'admin' | 'admin or self',
): Promise<{ actor: LockedUser; subject: LockedUser }> {
  const locked = await lockUsers(tx, [actor.id, subjectId]);
  const current = locked.find(({ id }) => id === actor.id);
  if (!current) throw userIsGone();
  const isSelf = who === 'admin or self' && actor.id === subjectId;
  if (current.role !== 'admin' && !isSelf) {
    const detail =
      who === 'admin' ? 'Only admins may do this' : 'This is for that person and for admins';
    throw new Problem('not-allowed', detail);
  }
  const subject = locked.find(({ id }) => id === subjectId);
  if (!subject) throw new Problem('not-found', 'There is no such user');
  return { actor: current, subject };
}

/**
 * Keeps somebody from being removed until the transaction ends. Whatever gives a user something new, a product or a
 * booking, calls this first: it would outlive a removal that happens at the same moment.
 * @param besides somebody whom it concerns too, removed or not
 * @returns what they may do now
 * @throws Problem not-signed-in when they were removed
 */
export async function lockUser(tx: Tx, id: string, besides = id): Promise<{ role: Role }> {
  const kept = await selectPresent(tx, [id, besides]).for('share');
  return requirePresent(kept, id);
}

/**
 * The same, and lets nobody else act for them meanwhile: for whatever counts what somebody has before it adds to it.
 * @throws Problem not-signed-in when they were removed
 */
export async function lockUserExclusively(tx: Tx, id: string): Promise<void> {
  requirePresent(await selectPresent(tx, [id]).for('no key update'), id);
}

function selectPresent(tx: Tx, ids: string[]) {
  return tx
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.removedAt)))
    .orderBy(users.id);
}

function requirePresent<User extends { id: string }>(found: User[], id: string): User {
  const user = found.find((one) => one.id === id);
  if (!user) throw userIsGone();
  return user;
}

function lockUsers(tx: Tx, ids: string[]): Promise<LockedUser[]> {
  return tx
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      imageUrl: users.imageUrl,
      verifiedAt: users.verifiedAt,
    })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.removedAt)))
    .orderBy(users.id)
    .for('no key update');
}

function userIsGone(): Problem {
  return new Problem('not-signed-in', 'This account does not exist any more');
}
