import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { currentTracing, traced } from '../core/tracing.ts';
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

/** Runs the statements of one transaction. */
export interface TransactionStatements extends StatementRunner {
  /** Sends a statement without waiting for its answer. When it fails, the transaction is taken back and throws its error. */
  write(statement: Statement): void;
  /** When the transaction fails because it would break this unique index, it throws this instead. */
  refuseDuplicates(uniqueIndex: string, refusal: () => Error): void;
}

export interface ClientOptions extends pg.ClientConfig {
  /** False sends no prepared statements, for poolers that do not support them. */
  prepare?: boolean;
  /** After so long without a byte from a server that owes an answer, the connection counts as lost; by default never. */
  silenceTimeoutMs?: number;
}

/** The form in which one statement is sent. */
export interface Sending {
  /** Whether it is prepared; by default as the client's options say. */
  prepare?: boolean | undefined;
  /** Waits for the answer without a limit. */
  mayTakeLong?: boolean | undefined;
}

/**
 * A connection of the pool, in pipeline mode: a statement is sent without waiting for the results of earlier ones. Each
 * statement is prepared once per connection.
 */
export class PooledClient extends pg.Client {
  /** The connection is lost or cannot be used again; the pool must close it. */
  isUnusable = false;
  readonly #prepares: boolean;
  readonly #silenceTimeoutMs: number | undefined;
  /** Statements that the server must answer within the limit of silence. */
  #awaited = 0;
  #isSilenceLimited = false;

  constructor(options: ClientOptions = {}) {
    super(options);
    this.#prepares = options.prepare ?? true;
    this.#silenceTimeoutMs = options.silenceTimeoutMs;
    // This is also true while a transaction has this client: an error without a listener would end the process.
    this.on('error', () => {
      this.isUnusable = true;
    });
  }

  /** A statement that is not prepared and has no parameters may consist of several. */
  send(
    { text, values, rowMode }: Statement,
    { prepare = this.#prepares, mayTakeLong = false }: Sending = {},
  ): Promise<pg.QueryResult> {
    const name = prepare ? statementName(text) : undefined;
    const config = { text, values: values.map(asParameter), name, rowMode };
    if (!currentTracing()) return this.#submit(config, mayTakeLong);
    return traced(summaryOf(text), statementSpan, () => this.#submit(config, mayTakeLong));
  }

  /** Called when the server has been silent for too long, before the connection is closed. */
  protected onSilence(): void {}

  /**
   * A server whose machine or network is gone says nothing, and TCP alone takes a quarter of an hour to notice. The socket's
   * own timer starts again with each byte in either direction.
   */
  #limitSilence(): void {
    const timeoutMs = this.#silenceTimeoutMs;
    if (this.#isSilenceLimited || timeoutMs === undefined) return;
    this.#isSilenceLimited = true;
    const stream = this.connection.stream as Socket;
    stream.setTimeout(timeoutMs).on('timeout', () => {
      if (this.#awaited === 0) return;
      this.isUnusable = true;
      this.onSilence();
      const message = `The database server has said nothing for ${timeoutMs} ms`;
      stream.destroy(withCode(new Error(message), 'CONNECTION_CLOSED'));
    });
  }

  async #submit(config: pg.QueryConfig, mayTakeLong: boolean): Promise<pg.QueryResult> {
    this.#limitSilence();
    if (!mayTakeLong) this.#awaited += 1;
    try {
      return await this.query(config);
    } catch (error) {
      throw this.#describe(error);
    } finally {
      if (!mayTakeLong) this.#awaited -= 1;
    }
  }

  #describe(error: unknown): unknown {
    if (isStalePlan(error) || endsConnection(error)) this.isUnusable = true;
    if (!(error instanceof Error)) return error;
    // The driver's stack trace ends in its socket code; that of the caller is useful.
    Error.captureStackTrace(error);
    if (this.isUnusable) return withCode(error, 'CONNECTION_CLOSED');
    if (!(error instanceof pg.DatabaseError)) {
      // The driver could not send it or read its answer: what comes next may be the answer to something else.
      this.isUnusable = true;
      this.connection.stream.destroy();
    }
    return error;
  }
}

const statementSpan = {
  kind: 'client',
  isInner: true,
  attributes: { 'db.system.name': 'postgresql' },
} as const;

const summaries = new Map<string, string>();

/** What a statement does with which table, such as `insert bookings`: its name in a trace. Its values are not in it. */
export function summaryOf(text: string): string {
  const known = summaries.get(text);
  if (known !== undefined) return known;
  const [verb = 'statement'] = /[a-z]+/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update|join)\s+"?([a-z_]+)/i.exec(text) ?? [];
  const summary = [verb.toLowerCase(), ...(table ? [table] : [])].join(' ');
  if (summaries.size < maxNames) summaries.set(text, summary);
  return summary;
}

/** The driver's own errors have no code; other code recognises an outage of the database by it. */
export function withCode(error: Error & { code?: string }, code: string): Error {
  error.code ??= code;
  return error;
}

/** More than the application has statements. It bounds the memory if a program makes different texts again and again. */
const maxNames = 500;
const names = new Map<string, string>();

/**
 * The name of a prepared statement. It is a hash of the text, so that a name that exists already on a pooler's connection is
 * that of the same statement.
 * @returns undefined for further texts once there are 500 names; those statements are parsed each time
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === maxNames) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/** Test runs have one process for the statements of many test files: each file may have 500 names. */
export function forgetStatementNames(): void {
  names.clear();
}
