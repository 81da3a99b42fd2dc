import type { SavedQuery } from '#contract/search/saved-searches.ts';
import type { Clock } from '../../core/clock.ts';
import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { queueNewsMail } from '../alerts/news-mail.ts';
import { mailEveryHours } from '../alerts/subscriptions.ts';
import { createMatchDeps, type MatchDeps } from '../search/matching/match-deps.ts';
import { findListedSince } from '../search/results/find-listed-since.ts';
import { lockPresentUsers } from '../users/lock-user.ts';
import { queryOf } from './list-saved-searches.ts';
import { checkIntervalHours } from './save-search.ts';

interface Deps {
  database: Database;
  clock: Clock;
}

/** A subscription whose time has come. */
interface DueSubscription {
  id: string;
  userId: string;
  /** Whether the user has proven to own the mailbox. Otherwise mails could go to strangers. */
  isProven: boolean;
}

const batchSize = 100;
const concurrency = 4;
/** A run ends after this time; the next one goes on with those who have waited longest. */
const maxRunMs = 8 * 60_000;
/** Products that were listed later may still be in transactions that have not ended, or have a server's fast clock. */
const settledMs = 60_000;

/**
 * Looks for new matches of the saved searches of users whose time has come, and queues a mail for those who have some:
 * at most one to send for each user, and at most one a day. Any number of servers may run this concurrently, because
 * the server that moves the time on queues the mail, in one transaction.
 * @returns for how many users the searches were made
 * @throws AggregateError when some searches could not be made; the others were. Their users are due again an hour
 * later, or a day later when another of their searches has new matches
 */
export async function queueSearchAlerts({ database, clock }: Deps): Promise<number> {
  const matching = createMatchDeps({ sql: database.sql, clock });
  const startedMs = performance.now();
  const failures: unknown[] = [];
  let count = 0;
  while (performance.now() - startedMs < maxRunMs) {
    const due = await findDue(database, clock.now());
    const checked = await mapWithConcurrency(due, concurrency, async (subscription) => {
      try {
        await checkSubscription({ database, clock, matching }, subscription);
        return true;
      } catch (error) {
        await postpone(database, subscription, hoursAfter(clock.now(), 1));
        throw error;
      }
    });
    count += checked.done;
    failures.push(...checked.failures);
    if (due.length < batchSize || failures.length > 0) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some searches could not be made');
  return count;
}

function findDue({ sql }: Database, at: Date): Promise<DueSubscription[]> {
  return sql<DueSubscription[]>`
    select due.id, due.user_id as "userId",
      (select email_proven_at is not null from users where id = due.user_id) as "isProven"
    from alert_subscriptions due
    where topic = 'searches' and is_on and due_at <= ${at}
    order by due_at limit ${batchSize}`;
}

async function checkSubscription(
  { database, clock, matching }: Deps & { matching: MatchDeps },
  due: DueSubscription,
): Promise<void> {
  const at = clock.now();
  const searches = await database.sql<{ query: SavedQuery; mailedUntil: Date }[]>`
    select query, mailed_until as "mailedUntil" from saved_searches
    where user_id = ${due.userId} and has_alert order by id`;
  if (searches.length === 0) return endOrPostpone(database, due, at);
  const until = new Date(at.getTime() - settledMs);
  const { hasMatch, failures } = due.isProven
    ? await hasNewMatches(matching, due.userId, until, searches)
    : { hasMatch: false, failures: [] };
  if (hasMatch) await transaction(database, (tx) => queueMail(tx, due, { until, at }));
  if (failures.length > 0) throw new AggregateError(failures, 'Some searches of a user failed');
  if (!hasMatch) await postpone(database, due, hoursAfter(at, checkIntervalHours));
}

/** Whether any of these searches has new matches. A search that fails does not stop the others. */
async function hasNewMatches(
  matching: MatchDeps,
  userId: string,
  until: Date,
  searches: readonly { query: SavedQuery; mailedUntil: Date }[],
): Promise<{ hasMatch: boolean; failures: unknown[] }> {
  const failures: unknown[] = [];
  for (const { query, mailedUntil } of searches) {
    if (mailedUntil >= until) continue;
    const listedSince = { afterMs: mailedUntil.getTime(), userId };
    try {
      const found = await findListedSince(matching, queryOf(query), {
        listedSince,
        until,
        count: 1,
      });
      if (found.length > 0) return { hasMatch: true, failures };
    } catch (error) {
      failures.push(error);
    }
  }
  return { hasMatch: false, failures };
}

/** Nothing when another server was faster. */
async function queueMail(
  tx: Tx,
  { id }: DueSubscription,
  { until, at }: { until: Date; at: Date },
): Promise<void> {
  const moved = await tx.sql`
    update alert_subscriptions set due_at = ${hoursAfter(at, mailEveryHours)}
    where id = ${id} and due_at <= ${at} returning id`;
  if (moved.length > 0)
    await queueNewsMail(tx, { kind: 'news-searches', subscriptionId: id, until }, at);
}

async function postpone({ sql }: Database, { id }: DueSubscription, next: Date): Promise<void> {
  await sql`update alert_subscriptions set due_at = ${next} where id = ${id} and due_at < ${next}`;
}

/** Ends the checks for a user without alerts. The user is locked, so that no alert is being saved. */
function endOrPostpone(
  database: Database,
  { id, userId }: DueSubscription,
  at: Date,
): Promise<void> {
  return transaction(database, async (tx) => {
    await lockPresentUsers(tx, [userId]);
    await tx.sql`
      update alert_subscriptions set due_at = case
        when exists (select from saved_searches where user_id = ${userId} and has_alert)
          then ${hoursAfter(at, checkIntervalHours)}::timestamptz end
      where id = ${id}`;
  });
}

const hoursAfter = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000);
