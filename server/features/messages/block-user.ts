import { limits, type Role } from '#contract/constants.ts';
import type { Block } from '#contract/messages/threads.ts';
import { msg, plural } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { voidOffers } from '../products/void-offers.ts';
import { lockUserExclusively } from '../users/lock-user.ts';

/**
 * Blocks a user, who is not told, and ends the offers between the two. Locks the blocker alone: everyone who writes to
 * them locks them too, so nothing is written after the block. Blocking twice is one block.
 * @returns the block's id
 * @throws Problem not-signed-in when the blocker was removed; not-found; not-allowed for themselves; conflict when they
 * have blocked too many
 */
export async function blockUser(
  tx: Tx,
  blockerId: string,
  userId: string,
  at: Date,
): Promise<string> {
  if (blockerId === userId) throw new Problem('not-allowed', msg`You cannot block yourself`);
  await lockUserExclusively(tx, blockerId);
  const [known] = await tx.sql<{ id: string }[]>`
    select id from blocks where blocker_id = ${blockerId} and blocked_id = ${userId}`;
  if (known) return known.id;
  const [found] = await tx.sql<{ count: number }[]>`
    select (select count(*)::int from blocks where blocker_id = ${blockerId}) as count
    from users where id = ${userId} and removed_at is null`;
  if (!found) throw new Problem('not-found', msg`There is no such user`);
  if (found.count >= limits.blocksPerUser) {
    throw new Problem(
      'conflict',
      msg`You have blocked ${plural(limits.blocksPerUser, { one: '# person', other: '# people' })}, which is as many as you can. Unblock somebody first.`,
    );
  }
  const id = newId(at);
  tx.write`
    insert into blocks (id, blocker_id, blocked_id, created_at)
    values (${id}, ${blockerId}, ${userId}, ${at})`;
  const ofBoth = tx.sql`buyer_id = ${blockerId} and seller_id = ${userId}
    or buyer_id = ${userId} and seller_id = ${blockerId}`;
  voidOffers(tx, ofBoth, 'blocked', at);
  return id;
}

/** @throws Problem not-found, also for another user's */
export async function unblockUser(tx: Tx, blockerId: string, id: string): Promise<void> {
  await lockUserExclusively(tx, blockerId);
  const ended = await tx.sql`
    delete from blocks where id = ${id} and blocker_id = ${blockerId} returning id`;
  if (ended.length === 0) throw new Problem('not-found', msg`There is no such block`);
}

/** The people whom a user has blocked, newest first. */
export async function listBlocks(
  sql: Sql,
  blockerId: string,
  { count, before }: { count: number; before: string },
): Promise<Block[]> {
  const rows = await sql<
    { id: string; userId: string; name: string; role: Role; createdAt: Date }[]
  >`
    select b.id, u.id as "userId", u.name, u.role, b.created_at as "createdAt"
    from blocks b join users u on u.id = b.blocked_id
    where b.blocker_id = ${blockerId} and b.id < ${before} order by b.id desc limit ${count}`;
  return rows.map(({ id, userId, name, role, createdAt }) => ({
    _id: id,
    user: { _id: userId, name, role },
    time: createdAt.toISOString(),
  }));
}
