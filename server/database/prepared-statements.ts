import type postgres from 'postgres';

/**
 * The pool as drizzle is to see it. Drizzle leaves statements unprepared that it was not given a name for, and the driver
 * then asks the server about each of them before it sends it: twice the round trips, and a plan made anew each time. Here
 * every statement is prepared once per connection, unless the pool was told to prepare none.
 */
export function withPreparedStatements(sql: postgres.Sql): postgres.Sql {
  return new Proxy(sql, { get: (target, name) => prepared(target, name) });
}

/** What a transaction sees. Only the methods below matter to drizzle, and they are the pool's. */
type Client = postgres.Sql & { savepoint?: postgres.TransactionSql['savepoint'] };
type Work = (client: postgres.Sql) => Promise<unknown>;

function prepared(client: Client, name: string | symbol): unknown {
  if (name === 'unsafe') {
    return (text: string, values?: [], options?: postgres.UnsafeQueryOptions) =>
      client.unsafe(text, values, { ...options, prepare: true });
  }
  if (name === 'begin') {
    return (work: Work) => client.begin((tx) => work(inside(tx)));
  }
  if (name === 'savepoint') {
    return (work: Work) => client.savepoint?.((tx) => work(inside(tx)));
  }
  return Reflect.get(client, name);
}

/** A transaction has what drizzle asks of the pool, though the driver's types keep the two apart. */
const inside = (tx: postgres.TransactionSql) =>
  withPreparedStatements(tx as unknown as postgres.Sql);
