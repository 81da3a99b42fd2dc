import type { PushSubscriptionRecord } from '#contract/push/push.ts';
import { pushLimits } from '#contract/push/push-terms.ts';
import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { badInput, Problem } from '../../core/problem.ts';
import type { pushSubscriptions } from '../../database/schema/push.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { PushDevice, PushSender } from '../../providers/push/port.ts';
import { lockUnsuspendedUser, lockUserExclusively } from '../users/lock-user.ts';

interface NewDevice extends PushDevice {
  userAgent: string | undefined;
  /** The session of the person in this browser, where the identity provider has such. */
  sessionId: string | undefined;
}

/** Programs name themselves as long as they like. */
const userAgentLength = 300;

/**
 * Registers a browser for the notifications of a person, new or again. One that another person had registered is theirs from
 * then on, and what was on its way to the other is not sent. Of too many devices the one that was used least recently goes.
 * @throws Problem bad-input for an address that is not at a known push service, and keys that cannot encrypt; not-signed-in
 *   when the user was removed; not-allowed when the user is suspended
 */
export async function registerDevice(
  tx: Tx,
  sender: Pick<PushSender, 'accepts'>,
  userId: string,
  { userAgent, sessionId, ...device }: NewDevice,
  at: Date,
): Promise<string> {
  if (!sender.accepts(device)) {
    const message = msg`This is not a subscription at a push service that the shop knows`;
    throw badInput([{ field: 'endpoint', message }]);
  }
  await lockUserExclusively(tx, userId);
  await lockUnsuspendedUser(tx, userId);
  const { endpoint, p256dh, auth } = device;
  await tx.sql`delete from push_subscriptions where endpoint = ${endpoint} and user_id <> ${userId}`;
  const [known] = await tx.sql<{ id: string }[]>`
    insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, user_agent, created_at)
    values (${newId(at)}, ${userId}, ${sessionId ?? null}, ${endpoint}, ${p256dh}, ${auth},
      ${userAgent?.slice(0, userAgentLength) ?? null}, ${at})
    on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, user_agent = excluded.user_agent
    returning id`;
  if (!known) throw new Error('The device was not stored');
  tx.write`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId} and id <> ${known.id}
      order by coalesce(used_at, created_at) desc, id desc
      offset ${pushLimits.devicesPerPerson - 1})`;
  return known.id;
}

type Row = Pick<
  typeof pushSubscriptions.$inferSelect,
  'id' | 'userAgent' | 'createdAt' | 'usedAt' | 'refusedAt'
>;

/** The devices of a person, newest first. */
export async function listDevices(sql: Sql, userId: string): Promise<PushSubscriptionRecord[]> {
  const rows = await sql<Row[]>`
    select id, user_agent as "userAgent", created_at as "createdAt", used_at as "usedAt",
      refused_at as "refusedAt"
    from push_subscriptions where user_id = ${userId} order by id desc`;
  return rows.map(({ id, userAgent, createdAt, usedAt, refusedAt }) => ({
    _id: id,
    ...(userAgent !== null && { device: userAgent }),
    time: createdAt.toISOString(),
    ...(usedAt && { lastUsedAt: usedAt.toISOString() }),
    isFailing: refusedAt !== null,
  }));
}

/** @throws Problem not-found when it is not theirs, or was removed before */
export async function removeDevice(tx: Tx, ownerId: string, id: string): Promise<void> {
  const gone = await tx.sql`
    delete from push_subscriptions where id = ${id} and user_id = ${ownerId} returning id`;
  if (gone.length === 0) throw noSuchDevice();
}

/** Removes all devices of a person who is being removed. */
export function removeDevicesOf(tx: Tx, userId: string): void {
  tx.write`delete from push_subscriptions where user_id = ${userId}`;
}

export function noSuchDevice(): Problem {
  return new Problem('not-found', msg`This device is not registered`);
}
