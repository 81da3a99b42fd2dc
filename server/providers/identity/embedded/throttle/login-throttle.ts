import type { Clock } from '../../../../core/clock.ts';
import type { Sql } from '../../../../database/sql.ts';
import { identityProblem } from '../../identity-problem.ts';
import { findLimits, type LoginAttempt, type LoginLimit } from './login-limits.ts';

export interface LoginThrottle {
  /**
   * Counts the attempt before it is made, so that concurrent attempts cannot exceed the limit. The limits are counted one
   * after the other, and the first that refuses ends it: a refused attempt counts nowhere.
   * @param knownKey the key of the device or place if the account has signed in there before
   * @returns a function to call when the attempt succeeded: it then counts nowhere either, and resets the account's counts
   * @throws Problem too-many-requests
   */
  count(attempt: LoginAttempt, knownKey: string | undefined): Promise<() => Promise<void>>;
}

interface ThrottleDeps {
  sql: Sql;
  clock: Clock;
  /** Key of the digests. */
  secret: string;
}

export function createLoginThrottle({ sql, clock, secret }: ThrottleDeps): LoginThrottle {
  return {
    async count(attempt, knownKey) {
      const limits = findLimits(attempt, { secret, knownKey });
      const nowMs = clock.now().getTime();
      const counted: string[] = [];
      for (const limit of limits) {
        const waitMs = await countAttempt(sql, limit, nowMs);
        if (waitMs > 0) {
          await uncount(sql, counted);
          throw identityProblem('too-many-requests', {
            retryAfterSeconds: Math.ceil(waitMs / 1_000),
          });
        }
        counted.push(limit.key);
      }
      return () => succeed(sql, limits);
    },
  };
}

/** Deletes counts whose period has ended. */
export async function removeOldLoginAttempts(sql: Sql, at: Date): Promise<number> {
  const [swept] = await sql<{ count: number }[]>`
    with swept as (delete from auth_tries where ends_at_ms < ${at.getTime()} returning key)
    select count(*)::int as count from swept`;
  return swept?.count ?? 0;
}

/**
 * Counts one attempt unless the limit is reached.
 * @returns milliseconds until the next attempt is allowed; 0 when this one is
 */
async function countAttempt(
  sql: Sql,
  { key, max, minutes }: LoginLimit & { key: string },
  nowMs: number,
): Promise<number> {
  const endsAtMs = nowMs + minutes * 60_000;
  const counted = await sql`
    insert into auth_tries as known (key, count, ends_at_ms) values (${key}, 1, ${endsAtMs})
    on conflict (key) do update set
      count = case when known.ends_at_ms <= ${nowMs} then 1 else known.count + 1 end,
      ends_at_ms = case when known.ends_at_ms <= ${nowMs} then ${endsAtMs} else known.ends_at_ms end
    where known.ends_at_ms <= ${nowMs} or known.count < ${max}
    returning key`;
  if (counted.length > 0) return 0;
  const [full] = await sql<{ endsAtMs: number }[]>`
    select ends_at_ms as "endsAtMs" from auth_tries where key = ${key}`;
  return Math.max(1_000, (full?.endsAtMs ?? 0) - nowMs);
}

async function uncount(sql: Sql, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`update auth_tries set count = count - 1 where key = any(${keys}) and count > 0`;
}

async function succeed(sql: Sql, limits: readonly (LoginLimit & { key: string })[]): Promise<void> {
  if (limits.length === 0) return;
  const ofPlace = limits.filter(({ by }) => by === 'place').map(({ key }) => key);
  const ofAccount = limits.filter(({ by }) => by !== 'place').map(({ key }) => key);
  await Promise.all([
    sql`delete from auth_tries where key = any(${ofAccount})`,
    uncount(sql, ofPlace),
  ]);
}
