import type { CallRequest } from '#contract/calls.ts';
import { limits } from '#contract/constants.ts';
import type { SavedQuery } from '#contract/search/saved-searches.ts';
import { msg, plural } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { scheduleAlerts } from '../alerts/subscriptions.ts';
import { lockUserExclusively } from '../users/lock-user.ts';

type NewSearch = CallRequest<'saveSearch'>['body'];

/** The time between two checks for new matches of a user's searches while there are none. */
export const checkIntervalHours = 3;

/**
 * Saves a search for a user. What is listed from now on is a new match.
 * @throws Problem not-signed-in when the user was removed; conflict when they have saved the same search, or too many
 * @returns the id of the saved search
 */
export async function saveSearch(
  tx: Tx,
  userId: string,
  { name, query, alert }: NewSearch,
  at: Date,
): Promise<string> {
  await lockUserExclusively(tx, userId);
  const text = JSON.stringify(savedQueryOf(query));
  const saved = await tx.sql<{ name: string; isSame: boolean }[]>`
    select name, query = ${text}::jsonb as "isSame" from saved_searches where user_id = ${userId}`;
  const same = saved.find(({ isSame }) => isSame);
  if (same) {
    const { name: savedAs } = same;
    throw new Problem('conflict', msg`You have saved this search already: “${savedAs}”`);
  }
  const count = limits.savedSearchesPerUser;
  if (saved.length >= count) {
    throw new Problem(
      'conflict',
      msg`You have ${plural(count, { one: '# saved search', other: '# saved searches' })}, which is as many as you can. Delete one that you no longer need.`,
    );
  }
  const id = newId(at);
  await tx.sql`
    insert into saved_searches (id, user_id, name, query, has_alert, mailed_until, seen_at, created_at)
    values (${id}, ${userId}, ${name}, ${text}::jsonb, ${alert}, ${at}, ${at}, ${at})`;
  if (alert) await scheduleSearches(tx, userId, at);
  return id;
}

/**
 * Changes a saved search of this user.
 * @throws Problem not-signed-in when the user was removed; not-found, also for another user's
 * @returns whether anything changed
 */
export async function changeSavedSearch(
  tx: Tx,
  userId: string,
  { id, name, alert, seen }: CallRequest<'changeSavedSearch'>['body'] & { id: string },
  at: Date,
): Promise<boolean> {
  await lockUserExclusively(tx, userId);
  const [before] = await tx.sql<{ name: string; hasAlert: boolean }[]>`
    select name, has_alert as "hasAlert" from saved_searches
    where id = ${id} and user_id = ${userId} for update`;
  if (!before) throw savedSearchMissing();
  const after = { name: name ?? before.name, hasAlert: alert ?? before.hasAlert };
  const startsAlert = after.hasAlert && !before.hasAlert;
  await tx.sql`
    update saved_searches set name = ${after.name}, has_alert = ${after.hasAlert},
      seen_at = ${seen ? tx.sql`${at}` : tx.sql`seen_at`},
      mailed_until = ${startsAlert ? tx.sql`${at}` : tx.sql`mailed_until`}
    where id = ${id}`;
  if (startsAlert) await scheduleSearches(tx, userId, at);
  return seen === true || after.name !== before.name || after.hasAlert !== before.hasAlert;
}

/** @throws Problem not-found, also for another user's */
export async function removeSavedSearch(tx: Tx, userId: string, id: string): Promise<void> {
  const removed = await tx.sql`
    delete from saved_searches where id = ${id} and user_id = ${userId} returning id`;
  if (removed.length === 0) throw savedSearchMissing();
}

function savedSearchMissing(): Problem {
  return new Problem('not-found', msg`There is no such saved search`);
}

function scheduleSearches(tx: Tx, userId: string, at: Date): Promise<void> {
  const dueAt = new Date(at.getTime() + checkIntervalHours * 3_600_000);
  return scheduleAlerts(tx, { userId, topic: 'searches', dueAt }, at);
}

/** The stored form: what is not set is left out, so that the same search is stored in the same way. */
function savedQueryOf({ q, ...rest }: NewSearch['query']): SavedQuery {
  const set = Object.entries(rest).filter(([, value]) => value !== undefined);
  return { ...(q !== '' && { q }), ...Object.fromEntries(set) };
}
