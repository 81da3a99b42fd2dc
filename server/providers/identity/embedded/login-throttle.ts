import { createHash } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import type { Sql } from '../../../database/sql.ts';
import { identityProblem } from '../identity-problem.ts';

/** A limit on attempts, counted in the database, so that it holds across all servers. */
export interface LoginLimit {
  /** What attempts are counted by: IP address, account, or both. */
  by: 'address' | 'account' | 'account and address';
  max: number;
  minutes: number;
}

/**
 * By path. Five password attempts per account and address, and twenty per account from all addresses: a single attacker
 * cannot lock the owner out, and a distributed one cannot guess for long. Paths that send mail are limited per mailbox.
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

interface LoginAttempt {
  path: string;
  address: string;
  email: string | undefined;
}

export interface LoginThrottle {
  /**
   * Counts the attempt before it is made, so that concurrent attempts cannot exceed the limit.
   * @throws Problem too-many-requests
   */
  count(attempt: LoginAttempt): Promise<void>;
  /** Call after a successful login: uncounts it for the address, and resets the counts of the account. */
  reset(attempt: LoginAttempt): Promise<void>;
}

export function createLoginThrottle({ sql, clock }: { sql: Sql; clock: Clock }): LoginThrottle {
  return {
    async count(attempt) {
      const nowMs = clock.now().getTime();
      const limits = findLimits(attempt);
      const waits = await Promise.all(limits.map((limit) => countAttempt(sql, limit, nowMs)));
      const waitMs = Math.max(0, ...waits);
      if (waitMs === 0) return;
      throw identityProblem('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    },
    async reset(attempt) {
      const limits = findLimits(attempt);
      const ofAddress = limits.filter(({ by }) => by === 'address').map(({ key }) => key);
      const ofAccount = limits.filter(({ by }) => by !== 'address').map(({ key }) => key);
      await Promise.all([
        sql`delete from auth_tries where key = any(${ofAccount})`,
        sql`update auth_tries set count = count - 1 where key = any(${ofAddress}) and count > 0`,
      ]);
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

function findLimits({ path, address, email = '' }: LoginAttempt): (LoginLimit & { key: string })[] {
  const account = email.trim().toLowerCase();
  const countedBy = { address, account, 'account and address': `${account} ${address}` };
  return (loginLimits[path] ?? []).map((limit) => ({
    ...limit,
    key: digest(`${path} ${limit.by} ${countedBy[limit.by]}`),
  }));
}

/** @returns milliseconds until the next attempt is allowed; 0 when this one is */
async function countAttempt(
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
