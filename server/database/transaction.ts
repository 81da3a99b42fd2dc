import { setTimeout as pause } from 'node:timers/promises';
import { traced } from '../core/tracing.ts';
import type { Database } from './connection.ts';
import type { Tx } from './orm.ts';
import type { TransactionOptions } from './pool.ts';
import { isStalePlan, sqlState } from './sql-state.ts';

export type { Tx } from './orm.ts';

/** Serialization failure and deadlock: the server has rolled back, and its documentation says to repeat the transaction. */
const WORTH_REPEATING = new Set(['40001', '40P01']);
const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 10;

/**
 * Runs the work in one transaction. After a serialization failure or a deadlock (SQLSTATE 40001, 40P01), or when the server
 * refuses an outdated prepared statement, it repeats the work from the start, up to six times in all; so the work must only
 * use the database. An error of the work rolls back and is thrown.
 */
export async function transaction<T>(
  database: Pick<Database, 'orm'>,
  work: (tx: Tx) => T | Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  let { prepare = true } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const sending = { ...options, ...(prepare ? {} : { prepare }) };
      return await traced('transaction', { isInner: true, attributes: { attempt } }, () =>
        database.orm.transaction(work, sending),
      );
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthRepeating(error)) throw error;
      // The next connection may have prepared the same statement.
      prepare &&= !isStalePlan(error);
    }
    // Random and growing, so that the same two transactions do not collide again.
    await pause(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
  }
}

function isWorthRepeating(error: unknown): boolean {
  return WORTH_REPEATING.has(sqlState(error) ?? '') || isStalePlan(error);
}
