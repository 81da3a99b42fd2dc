import { createHash } from 'node:crypto';
import pg from 'pg';
import { endsConnection, isStalePlan } from './sql-state.ts';
import { asParameter } from './value-types.ts';

/** A statement with its parameters, `$1` and so on in its text. */
export interface Statement {
  text: string;
  values: readonly unknown[];
  /** Rows as arrays of their columns instead of objects. */
  rowMode?: 'array';
}

/** Runs statements, on any free connection or on that of one transaction. */
export interface StatementRunner {
  run(statement: Statement): Promise<pg.QueryResult>;
}

export interface ClientOptions extends pg.ClientConfig {
  /** False sends no prepared statements, for poolers that do not support them. */
  prepare?: boolean;
}

/** Statements that are never prepared. */
type Control = 'begin' | 'commit' | 'rollback';

/**
 * A connection of the pool, in pipeline mode: a statement is sent without waiting for the results of earlier ones, and the
 * statements of one turn of the event loop are sent in one write. Each is prepared once per connection.
 */
export class PooledClient extends pg.Client {
  /** The connection is lost or cannot be used again; the pool must close it. */
  isUnusable = false;
  readonly #prepares: boolean;
  #isCorked = false;

  constructor(options: ClientOptions = {}) {
    super(options);
    this.#prepares = options.prepare ?? true;
    // Also while a transaction has this client: an error without a listener would end the process.
    this.on('error', () => {
      this.isUnusable = true;
    });
  }

  /** @param prepare whether the server keeps the statement prepared */
  send(
    { text, values, rowMode }: Statement,
    prepare: boolean = this.#prepares,
  ): Promise<pg.QueryResult> {
    const name = prepare ? statementName(text) : undefined;
    return this.#submit({ text, values: values.map(asParameter), name, rowMode });
  }

  control(text: Control): Promise<pg.QueryResult> {
    return this.#submit({ text });
  }

  async #submit(config: object): Promise<pg.QueryResult> {
    this.#corkWrites();
    try {
      return await new Promise((resolve, reject) => {
        const query = new pg.Query(config as pg.QueryConfig, (error, result) => {
          if (error) reject(error);
          else resolve(result);
        });
        this.query(query);
      });
    } catch (error) {
      throw this.#describe(error);
    }
  }

  #describe(error: unknown): unknown {
    if (isStalePlan(error) || endsConnection(error)) this.isUnusable = true;
    if (!(error instanceof Error)) return error;
    // The driver's stack trace ends in its socket code; that of the caller is useful.
    Error.captureStackTrace(error);
    return this.isUnusable ? withCode(error, 'CONNECTION_CLOSED') : error;
  }

  #corkWrites(): void {
    if (this.#isCorked) return;
    const { stream } = this.connection;
    this.#isCorked = true;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }
}

/** The driver's own errors have no code; other code recognises an outage of the database by it. */
export function withCode(error: Error & { code?: string }, code: string): Error {
  error.code ??= code;
  return error;
}

/** More than the application has statements. It bounds the memory if a program makes different texts again and again. */
const MOST_NAMES = 500;
const names = new Map<string, string>();

/**
 * The name of a prepared statement. It is a hash of the text, so that a name that exists already on a pooler's connection is
 * that of the same statement.
 * @returns undefined for further texts once there are 500 names; those statements are parsed each time
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MOST_NAMES) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
