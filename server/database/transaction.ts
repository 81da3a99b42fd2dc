import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './connection.ts';
import type { Tx } from './orm.ts';
import { isStalePlan, sqlState } from './sql-state.ts';

export type { Tx } from './orm.ts';

/** Serialisation failure and deadlock: the server took everything back, and doing it again is the documented answer. */
const WORTH_REPEATING = new Set(['40001', '40P01']);
const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 10;

/**
 * Runs the work in one transaction: all of it is kept, or none. When the server gives up on it in favour of another
 * (SQLSTATE 40001, 40P01), or refuses a statement only because of how it was prepared, the work runs again from the
 * start, up to six times in all, so it must do nothing but database work. Anything that it throws rolls back and is
 * passed on.
 */
export async function transaction<T>(
  database: Pick<Database, 'orm'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let prepare = true;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.orm.transaction(work, prepare ? {} : { prepare });
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthRepeating(error)) throw error;
      // The next connection has prepared the same.
      prepare &&= !isStalePlan(error);
    }
    // A random share of a growing pause, so that two that met do not meet again.
    await pause(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
  }
}

function isWorthRepeating(error: unknown): boolean {
  return WORTH_REPEATING.has(sqlState(error) ?? '') || isStalePlan(error);
}
