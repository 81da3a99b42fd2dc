import { createHash } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import type { Sql } from '../../../database/sql.ts';
import { identityProblem } from '../identity-problem.ts';

/** How often something may be tried, counted in the database, so that all servers count together. */
export interface LoginLimit {
  /** What is counted: the address it comes from, the account it is about, or both. */
  by: 'address' | 'account' | 'account and address';
  max: number;
  minutes: number;
}

/**
 * By path. A password may be guessed five times from one place; from many places together twenty times, so that nobody
 * is locked out by a single stranger and nobody guesses for long. What sends mail is bounded by the mailbox.
 */
export const loginLimits: Readonly<Record<string, readonly LoginLimit[]>> = {
  '/sign-in/email': [
    { by: 'account and address', max: 5, minutes: 15 },
    { by: 'account', max: 20, minutes: 15 },
    { by: 'address', max: 60, minutes: 15 },
  ],
  '/sign-up/email': [{ by: 'address', max: 20, minutes: 60 }],
  '/change-password': [{ by: 'address', max: 10, minutes: 15 }],
  '/request-password-reset': [
    { by: 'account', max: 5, minutes: 60 },
    { by: 'address', max: 20, minutes: 60 },
  ],
  '/reset-password': [{ by: 'address', max: 20, minutes: 60 }],
  '/send-verification-email': [
    { by: 'account', max: 5, minutes: 60 },
    { by: 'address', max: 20, minutes: 60 },
  ],
  '/verify-email': [{ by: 'address', max: 60, minutes: 60 }],
};

interface FormAction {
  path: string;
  address: string;
  email: string | undefined;
}

export interface LoginThrottle {
  /**
   * Counts the attempt before it is made, so that many at once do not slip through.
   * @throws Problem too-many-requests
   */
  count(attempt: FormAction): Promise<void>;
  /** It was no guess: it does not count for the place, and what was counted for the account is forgotten. */
  forgive(attempt: FormAction): Promise<void>;
}

export function createLoginThrottle({ sql, clock }: { sql: Sql; clock: Clock }): LoginThrottle {
  return {
    async count(attempt) {
      const nowMs = clock.now().getTime();
      const limits = limitsOf(attempt);
      const waits = await Promise.all(limits.map((limit) => takeOne(sql, limit, nowMs)));
      const waitMs = Math.max(0, ...waits);
      if (waitMs === 0) return;
      throw identityProblem('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    },
    async forgive(attempt) {
      const limits = limitsOf(attempt);
      const keysOf = (isPlace: boolean) =>
        limits.flatMap(({ by, key }) => ((by === 'address') === isPlace ? [key] : []));
      await Promise.all([
        sql`delete from auth_tries where key = any(${keysOf(false)})`,
        sql`update auth_tries set count = count - 1 where key = any(${keysOf(true)}) and count > 0`,
      ]);
    },
  };
}

/** Drops the counts that are over. */
export async function removeOldLoginAttempts(sql: Sql, at: Date): Promise<number> {
  const [swept] = await sql<{ count: number }[]>`
    with swept as (delete from auth_tries where ends_at_ms < ${at.getTime()} returning key)
    select count(*)::int as count from swept`;
  return swept?.count ?? 0;
}

function limitsOf({ path, address, email = '' }: FormAction): (LoginLimit & { key: string })[] {
  const account = email.trim().toLowerCase();
  const subjects = { address, account, 'account and address': `${account} ${address}` };
  return (loginLimits[path] ?? []).map((limit) => ({
    ...limit,
    key: digest(`${path} ${limit.by} ${subjects[limit.by]}`),
  }));
}

/** @returns how long to wait, in milliseconds; 0 when it may be tried */
async function takeOne(
  sql: Sql,
  { key, max, minutes }: LoginLimit & { key: string },
  nowMs: number,
): Promise<number> {
  const endsAtMs = nowMs + minutes * 60_000;
  const [row] = await sql<{ count: number; endsAtMs: number }[]>`
    insert into auth_tries as known (key, count, ends_at_ms) values (${key}, 1, ${endsAtMs})
    on conflict (key) do update set
      count = case when known.ends_at_ms <= ${nowMs} then 1 else known.count + 1 end,
      ends_at_ms = case when known.ends_at_ms <= ${nowMs} then ${endsAtMs} else known.ends_at_ms end
    returning count, ends_at_ms as "endsAtMs"`;
  return row && row.count > max ? Math.max(1_000, row.endsAtMs - nowMs) : 0;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
