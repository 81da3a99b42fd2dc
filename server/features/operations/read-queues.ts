import type { Queues } from '#contract/operations/retries.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import { listJobs } from './list-jobs.ts';
import { countQueuedMails } from './list-queued-mails.ts';
import { countRetries, type RetryProviders } from './list-retries.ts';
import { maxMails as most } from './queued-mail-rows.ts';

interface QueueDeps extends RetryProviders {
  imageHost: { name: string };
}

/**
 * The numbers of what is waiting, is tried again or has failed. Everything is read by an index, and counted up to
 * 1,000.
 */
export async function readQueues(sql: Sql, deps: QueueDeps, at: Date): Promise<Queues> {
  const [jobs, mails, retries, openIntents, pictures, alerts] = await Promise.all([
    listJobs(sql),
    countQueuedMails(sql),
    countRetries(sql, deps),
    countUpTo(sql, sql`select created_at as at from payment_intents where state = 'open'`),
    countUpTo(
      sql,
      sql`select created_at as at from images where not avif and host = ${deps.imageHost.name} order by id`,
    ),
    countUpTo(
      sql,
      sql`select due_at as at from alert_subscriptions
        where is_on and due_at is not null and due_at <= ${at}
          and topic in ('searches', 'wishlist')`,
    ),
  ]);
  return {
    jobs: {
      failed: jobs.filter(({ lastRun }) => lastRun && !lastRun.succeeded).length,
      stuck: jobs.filter(({ state }) => state === 'stuck').length,
    },
    ...mails,
    retries: figureOf({ count: retries, oldestAt: null }),
    openIntents: figureOf({ ...openIntents, oldestAt: null }),
    pictures: figureOf(pictures),
    alerts: figureOf(alerts),
  };
}

interface Counted {
  count: number;
  oldestAt: Date | null;
}

async function countUpTo(sql: Sql, rows: Fragment): Promise<Counted> {
  const [counted] = await sql<Counted[]>`
    select count(*)::int as count, min(at) as "oldestAt"
    from (${rows} ${rawSql(`limit ${most + 1}`)}) counted`;
  return counted ?? { count: 0, oldestAt: null };
}

function figureOf({ count, oldestAt }: Counted) {
  return {
    count: Math.min(count, most),
    isExact: count <= most,
    oldestAt: oldestAt?.toISOString(),
  };
}
