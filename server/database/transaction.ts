import { setTimeout as pause } from 'node:timers/promises';
import { traced } from '../core/tracing.ts';
import type { Pool, TransactionOptions } from './pool.ts';
import type { StatementRunner, TransactionStatements } from './pooled-client.ts';
import { type Sql, type SqlWrite, sqlOn, sqlWritesOn } from './sql.ts';
import { isStalePlan, sqlState } from './sql-state.ts';

/** Events that a transaction can announce to its own process after its commit. */
export type CommitEvent = 'mail-queued' | 'webhook-recorded';

/** A running transaction, the first argument of functions that write; `sql` runs statements. */
export class Tx {
  readonly runner: StatementRunner;
  readonly sql: Sql;
  /**
   * Sends a statement without waiting for its result, so that the next statements, or the commit, are sent with it. When it
   * fails, the transaction is rolled back and throws its error.
   */
  readonly write: SqlWrite;
  /** When the transaction fails because of a duplicate in this unique index, it throws this problem instead. */
  readonly refuseDuplicates: TransactionStatements['refuseDuplicates'];
  readonly #events: Set<CommitEvent>;

  constructor(statements: TransactionStatements, events: Set<CommitEvent>) {
    this.runner = statements;
    this.sql = sqlOn(statements);
    this.write = sqlWritesOn(statements);
    this.refuseDuplicates = (index, refusal) => statements.refuseDuplicates(index, refusal);
    this.#events = events;
  }

  /**
   * Announces the event to this process after the commit, so that it immediately does what a job would do later. A
   * crash loses it, so nothing may depend on it.
   */
  announce(event: CommitEvent): void {
    this.#events.add(event);
  }
}

/** Runs the work in one transaction, once. */
export type RunTransaction = <T>(
  work: (tx: Tx) => T | Promise<T>,
  options?: TransactionOptions,
) => Promise<T>;

/** @param committed called after a commit for each event that its transaction announced; must not throw */
export function transactionsOn(
  pool: Pool,
  committed: (event: CommitEvent) => void = () => {},
): RunTransaction {
  return async (work, options) => {
    const events = new Set<CommitEvent>();
    const result = await pool.transaction(
      (statements) => work(new Tx(statements, events)),
      options,
    );
    for (const event of events) committed(event);
    return result;
  };
}

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
  database: { transaction: RunTransaction },
  work: (tx: Tx) => T | Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  let { prepare = true } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const sending = { ...options, ...(prepare ? {} : { prepare }) };
      return await traced('transaction', { isInner: true, attributes: { attempt } }, () =>
        database.transaction(work, sending),
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
