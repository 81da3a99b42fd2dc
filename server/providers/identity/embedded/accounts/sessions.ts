import type { ListedSession } from '#contract/identity/identity.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Exchange, readSession, requireSession } from '../exchange.ts';

/** The caller's sessions: the current one, then the others, newest first. Empty for a guest. */
export async function listSessions(exchange: Exchange): Promise<ListedSession[]> {
  const current = await readSession(exchange);
  if (!current) return [];
  const { database, clock } = exchange;
  const { id: currentId, userId } = current.session;
  const sessions = await database.sql<{ id: string; createdAt: Date; userAgent: string | null }[]>`
    select id, created_at as "createdAt", user_agent as "userAgent" from auth_sessions
    where user_id = ${userId} and expires_at > ${clock.now()}
    order by id = ${currentId} desc, created_at desc`;
  return sessions.map(({ id, createdAt, userAgent }) => ({
    id,
    createdAt: createdAt.toISOString(),
    userAgent: userAgent || null,
    isCurrent: id === currentId,
  }));
}

/**
 * Ends one of the caller's sessions.
 * @throws Problem not-signed-in; not-found when it has ended or belongs to another user
 */
export async function endSession(exchange: Exchange): Promise<{ status: true }> {
  const { database, clock, body } = exchange;
  const { userId } = (await requireSession(exchange)).session;
  const ended = await database.sql`
    delete from auth_sessions
    where id = ${String(body.id)} and user_id = ${userId} and expires_at > ${clock.now()}
    returning id`;
  if (ended.length === 0) throw new Problem('not-found', msg`This session has ended already`);
  return { status: true };
}

/** Ends all sessions of the caller but the current one. */
export async function endOtherSessions(exchange: Exchange): Promise<{ status: true }> {
  const { id, userId } = (await requireSession(exchange)).session;
  await exchange.database.sql`
    delete from auth_sessions where user_id = ${userId} and id <> ${id}`;
  return { status: true };
}
