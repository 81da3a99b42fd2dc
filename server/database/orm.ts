import { NodePgDatabase } from 'drizzle-orm/node-postgres';
import {
  type NodePgClient,
  NodePgSession,
  NodePgTransaction,
} from 'drizzle-orm/node-postgres/session';
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type { Pool, TransactionOptions } from './pool.ts';
import type { Statement, StatementRunner, TransactionStatements } from './pooled-client.ts';
import { type Sql, type SqlWrite, sqlOn, sqlWritesOn } from './sql.ts';

type NoRelations = Record<string, never>;

/** Drizzle on the pool, with the pool's transactions in place of its own. */
export type Orm = Omit<NodePgDatabase<NoRelations>, 'transaction'> & {
  transaction<T>(work: (tx: Tx) => T | Promise<T>, options?: TransactionOptions): Promise<T>;
};

/** Events that a transaction can announce to its own process after its commit. */
export type CommitEvent = 'mail-queued';

/** @param committed called after a commit for each event that its transaction announced; must not throw */
export function ormOn(pool: Pool, committed: (event: CommitEvent) => void = () => {}): Orm {
  const session = new ValuelessSession(clientOn(pool), dialect, undefined);
  return Object.assign(new NodePgDatabase<NoRelations>(dialect, session, undefined), {
    async transaction<T>(
      work: (tx: Tx) => T | Promise<T>,
      options?: TransactionOptions,
    ): Promise<T> {
      const events = new Set<CommitEvent>();
      const run = (statements: TransactionStatements) => work(new Tx(statements, events));
      const result = await pool.transaction(run, options);
      for (const event of events) committed(event);
      return result;
    },
  });
}

const dialect = new PgDialect();

/** A running transaction, the first argument of functions that write; `sql` runs hand-written statements. */
export class Tx extends NodePgTransaction<NoRelations, NoRelations> {
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
    super(dialect, new TransactionSession(clientOn(statements), dialect, undefined), undefined);
    this.sql = sqlOn(statements);
    this.write = sqlWritesOn(statements);
    this.refuseDuplicates = (index, refusal) => statements.refuseDuplicates(index, refusal);
    this.#events = events;
  }

  /**
   * Announces the event to this process after the commit, so that it does at once what a job would do later. A crash loses
   * it, so nothing may depend on it.
   */
  announce(event: CommitEvent): void {
    this.#events.add(event);
  }
}

/**
 * Drizzle wraps the errors of statements in one whose message has all values, which are personal data, and Better Auth
 * prints some errors to the console. Here they stay as they are.
 */
class ValuelessSession extends NodePgSession<NoRelations, NoRelations> {
  override prepareQuery<T extends PreparedQueryConfig = PreparedQueryConfig>(
    ...query: Parameters<NodePgSession<NoRelations, NoRelations>['prepareQuery']>
  ): PgPreparedQuery<T> {
    const prepared = super.prepareQuery<T>(...query);
    const queryWithCache = <R>(_text: string, _values: unknown[], run: () => Promise<R>) => run();
    return Object.assign(prepared, { queryWithCache });
  }
}

/** A transaction that is begun inside another, as drizzle's migrator does, is a savepoint of it. */
class TransactionSession extends ValuelessSession {
  override transaction<T>(
    work: (tx: NodePgTransaction<NoRelations, NoRelations>) => Promise<T>,
  ): Promise<T> {
    return new NodePgTransaction<NoRelations, NoRelations>(dialect, this, undefined).transaction(
      work,
    );
  }
}

/** The driver's interface that drizzle uses. Values are converted by `value-types.ts` and not by drizzle. */
function clientOn(runner: StatementRunner): NodePgClient {
  const client = {
    query: ({ text, rowMode }: Pick<Statement, 'text' | 'rowMode'>, values: unknown[] = []) =>
      runner.run({ text, values, ...(rowMode && { rowMode }) }),
  };
  return client as unknown as NodePgClient; // Drizzle calls nothing else of it.
}
