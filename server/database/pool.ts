import pg from 'pg';
import { type DatabaseHost, HostChoice, requireWritable } from './host-choice.ts';
import {
  type ClientOptions,
  type PooledClient,
  type Statement,
  type StatementRunner,
  withCode,
} from './pooled-client.ts';
import { isFailureOfAnEarlierStatement, isStalePlan } from './sql-state.ts';

export interface PoolOptions extends ClientOptions, Pick<pg.PoolConfig, 'max'> {
  /** Several servers of one cluster, in the order in which they are tried; by default `host` and `port`. */
  hosts?: readonly DatabaseHost[];
  /** Refuses standbys. */
  mustBeWritable?: boolean;
}

export interface TransactionOptions {
  /** False prepares no statements: those of migrations run once, and one text may contain several. */
  prepare?: boolean;
}

/** A connection is replaced after this time, so that none stays on an old server after a failover, or on a process that has grown. */
const LIFETIME_SECONDS = 45 * 60;

/** Connections to one database. Statements and transactions wait while all are in use. */
export class Pool implements StatementRunner {
  readonly #pool: pg.Pool;
  readonly #hosts: HostChoice;
  readonly #clients = new Set<PooledClient>();
  readonly #waiting = new Set<(error: Error) => void>();
  #inUse = 0;
  #closing: Promise<void> | undefined;
  #onUnused = () => {};

  constructor({ hosts, mustBeWritable = false, ...options }: PoolOptions) {
    this.#hosts = new HostChoice(hosts ?? []);
    this.#pool = new pg.Pool({
      ...options,
      ...(mustBeWritable && { verify: requireWritable }),
      Client: this.#hosts.clientClass(),
      idleTimeoutMillis: 0,
      maxLifetimeSeconds: LIFETIME_SECONDS,
    });
    // A connection that is lost while nobody uses it is replaced when it is needed.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => this.#clients.add(client as unknown as PooledClient));
    this.#pool.on('remove', (client) => this.#clients.delete(client as unknown as PooledClient));
  }

  run(statement: Statement): Promise<pg.QueryResult> {
    return this.#withClient(async (client) => {
      try {
        return await client.send(statement);
      } catch (error) {
        if (!isStalePlan(error)) throw error;
        return client.send(statement, false);
      }
    });
  }

  /**
   * Runs the work in one transaction. It is committed when the work succeeds, and rolled back when the work or one of its
   * statements fails or the connection is lost.
   */
  transaction<T>(
    work: (runner: StatementRunner) => Promise<T>,
    { prepare }: TransactionOptions = {},
  ): Promise<T> {
    return this.#withClient(async (client) => {
      const transaction = new TransactionRunner(client, prepare);
      await client.control('begin');
      try {
        const result = await work(transaction);
        await transaction.commit();
        return result;
      } catch (error) {
        await transaction.rollBack();
        throw transaction.causeOf(error);
      }
    });
  }

  /** Refuses further work, waits at most so long for running work, then closes every connection. */
  close(withinMs: number): Promise<void> {
    this.#closing ??= this.#close(withinMs);
    return this.#closing;
  }

  async #close(withinMs: number): Promise<void> {
    if (this.#inUse > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        this.#onUnused = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    for (const refuse of this.#waiting) refuse(poolIsClosed());
    const ended = this.#pool.end();
    if (this.#inUse > 0) for (const client of this.#clients) client.connection.stream.destroy();
    await ended;
  }

  async #withClient<T>(work: (client: PooledClient) => Promise<T>): Promise<T> {
    if (this.#closing) throw poolIsClosed();
    this.#inUse += 1;
    try {
      const [client, release] = await this.#acquire();
      try {
        return await work(client);
      } finally {
        release(client.isUnusable);
      }
    } finally {
      this.#inUse -= 1;
      if (this.#inUse === 0) this.#onUnused();
    }
  }

  /** Tries each host once before it fails, and the first one again, because it may be the one that others have left. */
  async #acquire(): Promise<Acquired> {
    for (let left = this.#hosts.count; ; left -= 1) {
      const tried = this.#hosts.current;
      try {
        return await this.#connect();
      } catch (error) {
        if (left <= 0 || this.#closing) throw error;
        this.#hosts.leave(tried);
      }
    }
  }

  #connect(): Promise<Acquired> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      this.#pool.connect((error, client, release) => {
        this.#waiting.delete(reject);
        if (client) resolve([client as unknown as PooledClient, release]);
        else reject(failureToConnect(error));
      });
    });
  }
}

type Acquired = [client: PooledClient, release: (isUnusable: boolean) => void];

/** Runs the statements of one transaction, and refuses those after its end. */
class TransactionRunner implements StatementRunner {
  readonly #client: PooledClient;
  readonly #prepare: boolean | undefined;
  #isOver = false;
  #firstFailure: unknown;

  constructor(client: PooledClient, prepare: boolean | undefined) {
    this.#client = client;
    this.#prepare = prepare;
  }

  async run(statement: Statement): Promise<pg.QueryResult> {
    if (this.#isOver) throw new Error('The transaction of this statement is over');
    try {
      return await this.#client.send(statement, this.#prepare);
    } catch (error) {
      this.#firstFailure ??= error;
      throw error;
    }
  }

  /** For an aborted transaction the server executes the commit as a rollback, without an error. */
  async commit(): Promise<void> {
    this.#isOver = true;
    const { command } = await this.#client.control('commit');
    if (command !== 'COMMIT') throw this.#firstFailure ?? new Error('The transaction was aborted');
  }

  /** If the rollback fails, the connection is closed, which rolls back as well. */
  async rollBack(): Promise<void> {
    this.#isOver = true;
    if (this.#client.isUnusable) return;
    await this.#client.control('rollback').catch(() => {
      this.#client.isUnusable = true;
    });
  }

  /** The first failure of the transaction, if the error is only its consequence. */
  causeOf(error: unknown): unknown {
    return isFailureOfAnEarlierStatement(error) ? (this.#firstFailure ?? error) : error;
  }
}

function failureToConnect(error = new Error('Connection terminated')): Error {
  if (error.message === 'timeout expired') return withCode(error, 'CONNECT_TIMEOUT');
  return error.message.startsWith('Connection terminated')
    ? withCode(error, 'CONNECTION_CLOSED')
    : error;
}

function poolIsClosed(): Error {
  return withCode(new Error('The database is closed'), 'CONNECTION_ENDED');
}
