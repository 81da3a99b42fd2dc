import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './connection.ts';

/** What a function that writes takes first: the running transaction. */
export type Tx = Parameters<Parameters<Database['orm']['transaction']>[0]>[0];

/** Serialisation failure and deadlock: the server took everything back, and doing it again is the documented answer. */
const WORTH_REPEATING = new Set(['40001', '40P01']);
const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 10;

/**
 * Runs the work in one transaction: all of it is kept, or none. When the server gives up on it in favour of another
 * (SQLSTATE 40001, 40P01), the work runs again from the start, up to six times in all, so it must do nothing but
 * database work. Anything that it throws rolls back and is passed on.
 */
export async function transaction<T>(
  database: Pick<Database, 'orm'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.orm.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !WORTH_REPEATING.has(sqlState(error) ?? '')) throw error;
    }
    // A random share of a growing pause, so that two that met do not meet again.
    await pause(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
  }
}

/** The SQLSTATE of a failed statement, also where drizzle has wrapped the driver's error; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (cause.name === 'PostgresError' && typeof code === 'string') return code;
  }
  return undefined;
}
