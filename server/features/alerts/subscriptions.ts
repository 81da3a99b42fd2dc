import type { AlertSettings } from '#contract/alerts/alerts.ts';
import { type AlertTopic, alertTopics } from '#contract/constants.ts';
import { newId } from '../../core/ids.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';

/** Between two mails about one topic, and how far back news go when mails are switched on again. */
export const mailEveryHours = 24;

/** Whether a user gets mails about each topic. They do until they switch them off. */
export async function readAlertSettings(
  runner: { sql: Sql },
  userId: string,
  topics: readonly AlertTopic[] = alertTopics,
): Promise<AlertSettings> {
  const rows = await runner.sql<{ topic: AlertTopic; isOn: boolean }[]>`
    select topic, is_on as "isOn" from alert_subscriptions where user_id = ${userId}`;
  const isOn = (topic: AlertTopic) => rows.find((row) => row.topic === topic)?.isOn ?? true;
  const hasMessages = topics.includes('messages');
  return {
    searches: isOn('searches'),
    wishlist: isOn('wishlist'),
    messages: hasMessages ? isOn('messages') : undefined,
  };
}

/** Switches mails about topics on or off. The caller has locked the user. */
export async function changeAlertSettings(
  tx: Tx,
  userId: string,
  changes: { [Topic in AlertTopic]?: boolean | undefined },
  at: Date,
): Promise<void> {
  for (const topic of alertTopics) {
    const isOn = changes[topic];
    if (isOn === undefined) continue;
    await tx.sql`
      insert into alert_subscriptions (id, user_id, topic, is_on, created_at)
      values (${newId(at)}, ${userId}, ${topic}, ${isOn}, ${at})
      on conflict (user_id, topic) do nothing`;
    await switchSubscription(tx, { userId, topic }, isOn, at);
  }
}

/**
 * Makes a job look for news of this user at `dueAt`, or at the time that is set already. A day after the last mail at the
 * earliest.
 */
export async function scheduleAlerts(
  tx: Tx,
  { userId, topic, dueAt }: { userId: string; topic: AlertTopic; dueAt: Date },
  at: Date,
): Promise<void> {
  await tx.sql`
    insert into alert_subscriptions as known (id, user_id, topic, due_at, created_at)
    values (${newId(at)}, ${userId}, ${topic}, ${dueAt}, ${at})
    on conflict (user_id, topic) do update set due_at = greatest(
      coalesce(known.due_at, excluded.due_at), known.mailed_at + make_interval(hours => ${mailEveryHours}::int))`;
}

/** What the link in a mail is about; undefined when the user was removed. */
export async function readSubscription(
  sql: Sql,
  id: string,
): Promise<{ topic: AlertTopic; isOn: boolean } | undefined> {
  const [subscription] = await sql<{ topic: AlertTopic; isOn: boolean }[]>`
    select topic, is_on as "isOn" from alert_subscriptions where id = ${id}`;
  return subscription;
}

/**
 * Switches the mails of one subscription on or off. What was listed while they were off, but for the last day, is no news
 * when they are on again. A mail that is queued is not sent when they are off.
 */
export async function switchSubscription(
  tx: Tx,
  which: { id: string } | { userId: string; topic: AlertTopic },
  isOn: boolean,
  at: Date,
): Promise<void> {
  const selected =
    'id' in which
      ? tx.sql`id = ${which.id}`
      : tx.sql`user_id = ${which.userId} and topic = ${which.topic}`;
  const changed = await tx.sql<{ userId: string; topic: AlertTopic }[]>`
    update alert_subscriptions set is_on = ${isOn} where ${selected} and is_on <> ${isOn}
    returning user_id as "userId", topic`;
  for (const { userId, topic } of changed) {
    if (topic === 'wishlist') {
      await tx.sql`delete from wishlist_news where user_id = ${userId}`;
    }
    if (!isOn || topic !== 'searches') continue;
    await tx.sql`
      update saved_searches set mailed_until = greatest(
        mailed_until, ${at}::timestamptz - make_interval(hours => ${mailEveryHours}::int))
      where user_id = ${userId}`;
  }
}
