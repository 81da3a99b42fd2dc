import { AsyncLocalStorage } from 'node:async_hooks';
import { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type NodePgClient, NodePgSession } from 'drizzle-orm/node-postgres/session';
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type { Database } from '../../../../database/connection.ts';
import type { Statement, StatementRunner } from '../../../../database/pooled-client.ts';
import type { Tx } from '../../../../database/transaction.ts';

type NoRelations = Record<string, never>;

/** The transaction in which Better Auth runs at the moment; its hooks are not told. */
export const currentTransaction = new AsyncLocalStorage<Tx>();

/** Drizzle on the shop's pool, for Better Auth only. */
export function drizzleOn(database: Pick<Database, 'runner' | 'transaction'>) {
  return Object.assign(drizzle(database.runner), {
    transaction: <T>(work: (tx: NodePgDatabase<NoRelations>) => Promise<T>) =>
      database.transaction((tx) => currentTransaction.run(tx, () => work(drizzle(tx.runner)))),
  });
}

function drizzle(runner: StatementRunner): NodePgDatabase<NoRelations> {
  const session = new ValuelessSession(clientOn(runner), dialect, undefined);
  return new NodePgDatabase<NoRelations>(dialect, session, undefined);
}

const dialect = new PgDialect();

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

/** The driver's interface that Drizzle uses. Values are converted by `value-types.ts` and not by Drizzle. */
function clientOn(runner: StatementRunner): NodePgClient {
  const client = {
    query: ({ text, rowMode }: Pick<Statement, 'text' | 'rowMode'>, values: unknown[] = []) =>
      runner.run({ text, values, ...(rowMode && { rowMode }) }),
  };
  return client as unknown as NodePgClient; // Drizzle calls nothing else of it.
}
