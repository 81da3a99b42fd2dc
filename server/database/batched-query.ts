import pg from 'pg';

/** Statements of a connection that are sent together, with one Sync behind them: when one fails, the server skips the rest. */
export interface Batch {
  last: pg.Query | undefined;
}

interface Handlers {
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleEmptyQuery(connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
}

type Callback = (error: Error | undefined, result: pg.QueryResult) => void;

/** The driver's query with the methods that its client calls, which its types leave out. */
const Query = pg.Query as unknown as new (
  config: object,
  callback: Callback,
) => pg.Query & Handlers;

/**
 * A statement of a batch. The driver expects a Sync behind each statement and waits for the answer to it, so the answers
 * that the server leaves out within a batch are given to it here.
 */
export class BatchedQuery extends Query {
  readonly #batch: Batch;

  constructor(batch: Batch, config: object, callback: Callback) {
    super(config, callback);
    this.#batch = batch;
    batch.last = this;
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection);
    if (!this.#isLast) connection.emit('readyForQuery', { status: 'T' });
  }

  override handleEmptyQuery(connection: pg.Connection): void {
    super.handleEmptyQuery(connection);
    if (!this.#isLast) connection.emit('readyForQuery', { status: 'T' });
  }

  override handleError(error: Error, connection: pg.Connection): void {
    super.handleError(error, connection);
    // The driver itself tells all statements that a connection is lost.
    if (this.#isLast || !(error instanceof pg.DatabaseError)) return;
    connection.emit('readyForQuery', { status: 'E' });
    connection.emit('errorMessage', skipped());
  }

  get #isLast(): boolean {
    return this.#batch.last === this;
  }
}

/** What the server says of statements behind a failed one when each has a Sync of its own. */
function skipped(): pg.DatabaseError {
  const message = 'current transaction is aborted, commands ignored until end of transaction block';
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code: '25P02' });
}
