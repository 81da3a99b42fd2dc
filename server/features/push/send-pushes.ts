import type { BaseLogger } from 'pino';
import { type PushTopic, pushLimits } from '#contract/push/push-terms.ts';
import type { Clock } from '../../core/clock.ts';
import { rawSql, type Sql } from '../../database/sql.ts';
import type { ServedIdentityProvider } from '../../providers/identity/port.ts';
import type { PushAnswer, PushDevice, PushSender } from '../../providers/push/port.ts';

export interface PushDeps {
  database: { sql: Sql };
  clock: Clock;
  /** Missing or null when the shop sends no notifications. */
  pushSender?: PushSender | null;
  identity: Pick<ServedIdentityProvider, 'isSessionLive'>;
  log?: Pick<BaseLogger, 'info' | 'warn'>;
}

const concurrency = 8;
/** A run ends after this time even if more is due; the next one goes on. */
const maxRunMs = 10 * 60_000;
/** After this, a notification of a server that crashed during an attempt is sent again. */
const lease = rawSql('make_interval(mins => 2)');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const longestPauseMs = 4 * hourMs;

interface ClaimedPush extends PushDevice {
  id: string;
  subscriptionId: string;
  topic: PushTopic;
  payload: string;
  replaces: string;
  createdAt: Date;
  /** This one counts. */
  attempts: number;
  sessionId: string | null;
  /** Whether its reader is neither removed nor suspended. */
  isReachable: boolean;
}

/**
 * Sends what is due until nothing is. Any number of servers may run this concurrently: each notification is claimed by one of
 * them. If a server stops during an attempt, another one repeats it, and the device replaces the first by the second.
 * @returns how many were accepted by their push service
 */
export async function sendPushes(deps: PushDeps): Promise<number> {
  const { database, clock, pushSender } = deps;
  if (!pushSender) return 0;
  const startedMs = performance.now();
  let sent = 0;
  const sendUntilNothingIsDue = async () => {
    while (performance.now() - startedMs < maxRunMs) {
      const push = await claimPush(database.sql, clock.now());
      if (!push) return;
      if (await attempt({ ...deps, pushSender }, push)) sent += 1;
    }
  };
  const workers = await Promise.allSettled(
    Array.from({ length: concurrency }, sendUntilNothingIsDue),
  );
  const failures = workers.flatMap((worker) =>
    worker.status === 'rejected' ? [worker.reason] : [],
  );
  // Their leases end, and they are sent again.
  if (failures.length > 0) throw new AggregateError(failures, 'Some notifications were not sent');
  return sent;
}

async function claimPush(sql: Sql, now: Date): Promise<ClaimedPush | undefined> {
  const [claimed] = await sql<ClaimedPush[]>`
    update queued_pushes q set attempts = attempts + 1, due_at = ${now}::timestamptz + ${lease}
    from push_subscriptions s join users u on u.id = s.user_id
    where q.id = (
        select id from queued_pushes where due_at <= ${now}
        order by due_at limit 1 for update skip locked)
      and s.id = q.subscription_id
    returning q.id, q.topic, q.payload, q.replaces, q.created_at as "createdAt", q.attempts,
      s.id as "subscriptionId", s.endpoint, s.p256dh, s.auth, s.session_id as "sessionId",
      u.removed_at is null and u.suspended_at is null as "isReachable"`;
  return claimed;
}

async function attempt(
  deps: PushDeps & { pushSender: PushSender },
  push: ClaimedPush,
): Promise<boolean> {
  const { database, clock, pushSender, identity, log } = deps;
  const { sql } = database;
  const { id, subscriptionId, sessionId, payload, replaces, createdAt } = push;
  const leftMs = createdAt.getTime() + pushLimits.hours * hourMs - clock.now().getTime();
  if (leftMs <= 0 || !push.isReachable) {
    await sql`delete from queued_pushes where id = ${id}`;
    return false;
  }
  const hasEnded = sessionId !== null && (await identity.isSessionLive?.(sessionId)) === false;
  const answer: PushAnswer = hasEnded
    ? { outcome: 'gone' }
    : await pushSender.send(push, {
        payload,
        topic: replaces,
        ttlSeconds: Math.floor(leftMs / 1_000),
      });
  const line = { push: id, topic: push.topic, service: new URL(push.endpoint).hostname };
  if (answer.outcome === 'later') {
    const dueAt = new Date(clock.now().getTime() + pauseOf(push, answer.waitMs));
    await sql`update queued_pushes set due_at = ${dueAt} where id = ${id}`;
    log?.info({ ...line, fault: answer.fault }, 'Notification put off');
    return false;
  }
  await recordAnswer(sql, subscriptionId, answer, clock.now());
  if (answer.outcome === 'refused') log?.warn({ ...line, ...answer }, 'Notification refused');
  else log?.info({ ...line, outcome: answer.outcome }, 'Notification sent');
  await sql`delete from queued_pushes where id = ${id}`;
  return answer.outcome === 'accepted';
}

/** Stores what the push service said of a device. One that is gone is deleted, with what is on its way to it. */
export async function recordAnswer(
  sql: Sql,
  deviceId: string,
  answer: Exclude<PushAnswer, { outcome: 'later' }>,
  at: Date,
): Promise<void> {
  if (answer.outcome === 'gone') {
    await sql`delete from push_subscriptions where id = ${deviceId}`;
  } else if (answer.outcome === 'accepted') {
    await sql`
      update push_subscriptions set used_at = ${at}, refused_at = null, refused_status = null
      where id = ${deviceId}`;
  } else {
    await sql`
      update push_subscriptions set refused_at = ${at}, refused_status = ${answer.status}
      where id = ${deviceId}`;
  }
}

/** 2, 4, 8 minutes and so on, or what the push service asks for. */
function pauseOf({ attempts }: ClaimedPush, askedMs = 0): number {
  const pauseMs = Math.min(longestPauseMs, minuteMs * 2 ** Math.min(attempts, 10));
  return Math.max(pauseMs, Math.min(askedMs, pushLimits.hours * hourMs));
}
