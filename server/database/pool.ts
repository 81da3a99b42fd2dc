import pg from 'pg';
import { type DatabaseHost, HostChoice, requireWritable } from './host-choice.ts';
import {
  type ClientOptions,
  type PooledClient,
  type Sending,
  type Statement,
  type StatementRunner,
  type TransactionStatements,
  withCode,
} from './pooled-client.ts';
import { isFailureOfAnEarlierStatement, isStalePlan, violatedUniqueIndex } from './sql-state.ts';

export interface PoolOptions extends ClientOptions, Pick<pg.PoolConfig, 'max'> {
  /** Several servers of one cluster, in the order in which they are tried; by default `host` and `port`. */
  hosts?: readonly DatabaseHost[];
  /** Refuses standbys. */
  mustBeWritable?: boolean;
}

export interface TransactionOptions {
  /** False prepares no statements: those of migrations run once, and one text may contain several. */
  prepare?: boolean;
  /** Waits for each answer of the server without a limit. */
  mayTakeLong?: boolean;
}

/** A connection is replaced after this time, so that none stays on an old server after a failover, or on a process that has grown. */
const LIFETIME_SECONDS = 45 * 60;

/** Connections to one database. Statements and transactions wait while all are in use. */
export class Pool implements StatementRunner {
  readonly #pool: pg.Pool;
  readonly #hosts: HostChoice;
  readonly #clients = new Set<PooledClient>();
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #runners = new WeakMap<PooledClient, StatementRunner>();
  #inUse = 0;
  #closing: Promise<void> | undefined;
  #onUnused = () => {};

  constructor({ hosts, mustBeWritable = false, ...options }: PoolOptions) {
    this.#hosts = new HostChoice(hosts ?? [], options.connectionTimeoutMillis);
    this.#pool = new pg.Pool({
      ...options,
      ...(mustBeWritable && { verify: requireWritable }),
      Client: this.#hosts.clientClass(),
      idleTimeoutMillis: 0,
      maxLifetimeSeconds: LIFETIME_SECONDS,
    });
    // A connection that is lost while it is not in use is replaced when it is needed.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => this.#clients.add(client as unknown as PooledClient));
    this.#pool.on('remove', (client) => this.#clients.delete(client as unknown as PooledClient));
  }

  run(statement: Statement): Promise<pg.QueryResult> {
    return this.#withClient((client) => send(client, statement));
  }

  /**
   * Runs the statement on a connection that `admit` accepts, which may run statements on it. Each connection is the same
   * object every time.
   * @returns undefined when the connection is not accepted
   */
  runIf(
    admit: (connection: StatementRunner) => Promise<boolean>,
    statement: Statement,
  ): Promise<pg.QueryResult | undefined> {
    return this.#withClient(async (client) => {
      const connection = this.#runners.get(client) ?? {
        run: (first: Statement) => send(client, first),
      };
      this.#runners.set(client, connection);
      return (await admit(connection)) ? send(client, statement) : undefined;
    });
  }

  /**
   * Runs the work in one transaction. It is committed when the work succeeds, and rolled back when the work or one of its
   * statements fails or the connection is lost.
   */
  transaction<T>(
    work: (statements: TransactionStatements) => T | Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    return this.#withClient(async (client) => {
      const transaction = new Transaction(client, options);
      // Without a transaction, the server would commit each of the statements that are sent behind this one.
      await transaction.begin();
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

  connections(): { idle: number; busy: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { idle: idleCount, busy: totalCount - idleCount, waiting: waitingCount };
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
      const [client, release] = await this.#hosts.connect(() => this.#connect());
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

  #connect(): Promise<Acquired> {
    return new Promise((resolve, reject) => {
      if (this.#closing) throw poolIsClosed();
      this.#waiting.add(reject);
      this.#pool.connect((error, client, release) => {
        this.#waiting.delete(reject);
        if (client) resolve([client as unknown as PooledClient, release]);
        else reject(failureToConnect(error));
      });
    });
  }
}

async function send(client: PooledClient, statement: Statement): Promise<pg.QueryResult> {
  try {
    return await client.send(statement);
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    return client.send(statement, { prepare: false });
  }
}

type Acquired = [client: PooledClient, release: (isUnusable: boolean) => void];

/** Runs the statements of one transaction, and refuses those after its end. */
class Transaction implements TransactionStatements {
  readonly #client: PooledClient;
  readonly #sending: Sending;
  readonly #refusals = new Map<string, () => Error>();
  #isOver = false;
  #firstFailure: unknown;

  constructor(client: PooledClient, { prepare, mayTakeLong }: TransactionOptions) {
    this.#client = client;
    this.#sending = { prepare, mayTakeLong };
  }

  async begin(): Promise<void> {
    await this.#client.send(statements.begin, this.#sending);
  }

  async run(statement: Statement): Promise<pg.QueryResult> {
    if (this.#isOver) throw new Error('The transaction of this statement is over');
    const sent = this.#client.send(statement, this.#sending);
    sent.catch((error) => {
      this.#firstFailure ??= error;
    });
    return sent;
  }

  /** Its failure is seen by what follows it. */
  write(statement: Statement): void {
    this.run(statement).catch(() => undefined);
  }

  refuseDuplicates(uniqueIndex: string, refusal: () => Error): void {
    this.#refusals.set(uniqueIndex, refusal);
  }

  /** The server executes the commit of an aborted transaction as a rollback, without an error. */
  async commit(): Promise<void> {
    this.#isOver = true;
    const { command } = await this.#client.send(statements.commit, this.#sending);
    if (command !== 'COMMIT') throw this.#firstFailure ?? new Error('The transaction was aborted');
  }

  /** If the rollback fails, the connection is closed, which rolls back as well. */
  async rollBack(): Promise<void> {
    this.#isOver = true;
    if (this.#client.isUnusable) return;
    await this.#client.send(statements.rollback, { prepare: false }).catch(() => {
      this.#client.isUnusable = true;
    });
  }

  /** The first failure of the transaction, if the error is only its consequence. */
  causeOf(error: unknown): unknown {
    const cause = isFailureOfAnEarlierStatement(error) ? (this.#firstFailure ?? error) : error;
    const refusal = this.#refusals.get(violatedUniqueIndex(cause) ?? '');
    return refusal ? refusal() : cause;
  }
}

const statements = {
  begin: { text: 'begin', values: [] },
  commit: { text: 'commit', values: [] },
  rollback: { text: 'rollback', values: [] },
};

function failureToConnect(error = new Error('Connection terminated')): Error {
  if (isQueueTimeout(error)) return withCode(error, 'CONNECT_TIMEOUT');
  if (error.message === 'timeout expired') return withCode(error, 'ETIMEDOUT');
  return error.message.startsWith('Connection terminated')
    ? withCode(error, 'CONNECTION_CLOSED')
    : error;
}

/** The driver's error when all connections were in use for too long. It has no code. */
function isQueueTimeout({ message }: Error): boolean {
  return message === 'timeout exceeded when trying to connect';
}

function poolIsClosed(): Error {
  return withCode(new Error('The database is closed'), 'CONNECTION_ENDED');
}
