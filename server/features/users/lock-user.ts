import type { Role } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { type AdminArea, areaMissing, areaRefusals, isOwner } from '#contract/users/admin-areas.ts';
import { Problem } from '../../core/problem.ts';
import { type Fragment, rawSql, type SqlValue } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';

/*
 * The order of locks: users (by id), then products (by id), then bookings, then the rows that belong to a booking: its
 * payments, their intents and events, the return, mails, and the offers for a product. A transaction that changes more than one of these has locked
 * their product first, so that two of them cannot deadlock. Users are locked in modes that still allow foreign keys to
 * refer to them ('share', 'no key update'): an insert into bookings checks the buyer's key while it holds the product.
 */

/** A user whom no other transaction can change or remove until this one ends. */
export interface LockedUser {
  id: string;
  name: string;
  email: string;
  role: Role;
  imageId: string | null;
  imageUrl: string | null;
  verifiedAt: Date | null;
  areas: readonly AdminArea[] | null;
}

interface PresentUser {
  id: string;
  role: Role;
}

/**
 * The role whose rights a user has: a suspended admin has those of a seller, so that no call lets them see or act on what belongs
 * to others.
 */
export const roleInForce = rawSql(
  `case when role = 'admin' and suspended_at is not null then 'seller' else role end`,
);

/**
 * The same for what belongs to an area: an admin without it has the rights of a seller. Without an area no one has those of an
 * admin.
 */
export function roleWithin(area: AdminArea | undefined): Fragment {
  const isAdmin = area
    ? `suspended_at is null and coalesce('${area}' = any(areas), true)`
    : 'false';
  return rawSql(`case when role = 'admin' and not (${isAdmin}) then 'seller' else role end`);
}

/** The user who requests a change, with the role that they had when the request came in. */
export interface Actor {
  id: string;
  role: Role;
}

/**
 * Locks the actor and the subject of a change, and checks again that the actor may make it: the actor may have lost the
 * role or the area or been removed since the request came in. When two admins remove each other, the second gets
 * not-signed-in. Only owners act on admins.
 * @throws Problem not-signed-in, not-allowed, not-found
 */
export async function lockActorAndSubject(
  tx: Tx,
  actor: Actor,
  subjectId: string,
  allowed: 'admin' | 'admin or self',
  area: AdminArea,
): Promise<{ actor: LockedUser; subject: LockedUser }> {
  const locked = await tx.sql<(LockedUser & { roleInForce: Role })[]>`
    select id, name, email, role, areas, ${roleWithin(area)} as "roleInForce", image_id as "imageId", image_url as "imageUrl",
      verified_at as "verifiedAt"
    from users where id in (${actor.id}, ${subjectId}) and removed_at is null
    order by id for no key update`;
  const current = locked.find(({ id }) => id === actor.id);
  if (!current) throw userIsGone();
  const isSelf = allowed === 'admin or self' && actor.id === subjectId;
  if (current.roleInForce !== 'admin' && !isSelf) {
    if (actor.role === 'admin' && current.role === 'admin') throw lacksArea(area);
    const detail =
      allowed === 'admin'
        ? msg`Only admins may do this`
        : msg`Only that person and admins may do this`;
    throw new Problem('not-allowed', detail);
  }
  const subject = locked.find(({ id }) => id === subjectId);
  if (!subject) throw new Problem('not-found', msg`There is no such user`);
  if (subject.role === 'admin' && actor.id !== subject.id && !isOwner(current)) {
    throw ownersOnly();
  }
  return { actor: { ...current, role: current.roleInForce }, subject };
}

/**
 * Prevents the removal of a user until the transaction ends. Every function that adds something for a user, such as a
 * product or a booking, calls this first; otherwise the new row could outlive a concurrent removal.
 * @returns the user's role now, within this area
 * @throws Problem not-signed-in when the user was removed
 */
export async function lockUser(tx: Tx, id: string, area?: AdminArea): Promise<{ role: Role }> {
  return requirePresent(await lockPresentUsers(tx, [id], area), id);
}

export function ownersOnly(): Problem {
  return new Problem('not-allowed', msg`Only owners of the shop, who have all areas, may do this`);
}

export function lacksArea(area: AdminArea): Problem {
  return new Problem('not-allowed', areaRefusals[area], { reason: areaMissing });
}

/**
 * The same for what a suspended person may not do: the suspension may have come after the request was let in.
 * @throws Problem not-signed-in when the user was removed; not-allowed when the user is suspended
 */
export async function lockUnsuspendedUser(tx: Tx, id: string): Promise<void> {
  await lockUser(tx, id);
  const suspended = await tx.sql`select from users where id = ${id} and suspended_at is not null`;
  if (suspended.length > 0) {
    throw new Problem('not-allowed', msg`Your account is suspended`, { reason: 'suspended' });
  }
}

/**
 * Like `lockUser` for one or two users; those who were removed are left out. The order of the ids does not matter.
 * @param ids values or subqueries
 */
export function lockPresentUsers(
  tx: Tx,
  [first, second = first]: readonly [SqlValue, (SqlValue | undefined)?],
  area?: AdminArea,
): Promise<PresentUser[]> {
  return tx.sql<PresentUser[]>`
    select id, ${roleWithin(area)} as role
    from users where id in (${first}, ${second}) and removed_at is null
    order by id for share`;
}

/**
 * Like `lockUser`, and makes other transactions that lock this user wait: for functions that count a user's rows before
 * they add one.
 * @throws Problem not-signed-in when the user was removed
 */
export async function lockUserExclusively(tx: Tx, id: string): Promise<void> {
  const found = await tx.sql<PresentUser[]>`
    select id, role from users where id = ${id} and removed_at is null for no key update`;
  requirePresent(found, id);
}

/**
 * Locks two users, such as the sides of an offer, and leaves out removed ones.
 * @param ids values or subqueries
 */
export async function lockPresentUsersExclusively(
  tx: Tx,
  [first, second]: readonly [SqlValue, SqlValue],
): Promise<Pick<LockedUser, 'id' | 'name' | 'email'>[]> {
  // Awaited here: a statement is sent when it is first awaited, and this one must be before those of a pipeline after it.
  const users = await tx.sql<Pick<LockedUser, 'id' | 'name' | 'email'>[]>`
    select id, name, email from users where id in (${first}, ${second}) and removed_at is null
    order by id for no key update`;
  return users;
}

/** @throws Problem not-signed-in when this user is not among them */
export function requirePresent<User extends { id: string }>(
  found: readonly User[],
  id: string,
): User {
  const user = found.find((one) => one.id === id);
  if (!user) throw userIsGone();
  return user;
}

function userIsGone(): Problem {
  return new Problem('not-signed-in', msg`This account does not exist any more`);
}
