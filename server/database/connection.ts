import { EventEmitter } from 'node:events';
import { StartupError } from '../core/startup-error.ts';
import { connectionFault } from './connection-fault.ts';
import { type ConnectionOptions, connectionOptions } from './connection-options.ts';
import type { DatabaseLog } from './log.ts';
import { Pool } from './pool.ts';
import type { StatementRunner } from './pooled-client.ts';
import { ReplicaReads } from './replica-reads.ts';
import { type Sql, sqlOn } from './sql.ts';
import { type CommitEvent, type RunTransaction, transactionsOn } from './transaction.ts';

/** The shop's database. `sql` runs statements, `transaction` several in one transaction. Both use one pool. */
export type Database = {
  sql: Sql;
  /** Runs the work once. `transaction` of `transaction.ts` repeats it where the server says so. */
  transaction: RunTransaction;
  /** Runs statements that a library has written. */
  runner: StatementRunner;
  /**
   * `sql` for reads of the catalogue that may miss the last two seconds: from a replica, if one is configured and has what is
   * required of it.
   */
  readSql: Sql;
  /** Undefined without a replica. */
  replica: Pick<ReplicaReads, 'require' | 'lagSeconds'> | undefined;
  /**
   * Calls the listener after each commit of this process that announced the event (`tx.announce`).
   * @returns a function that removes the listener
   */
  onCommit(event: CommitEvent, listener: () => void): () => void;
  /** The connections of this process, and what waits for one. */
  connections(): { idle: number; busy: number; waiting: number };
  /** Lets running statements finish for up to five seconds, then closes every connection. */
  close(): Promise<void>;
};

type DatabaseSettings = {
  url: string;
  poolSize: number;
  /** The address of replicas. It is not needed for the start. */
  readUrl?: string | undefined;
};

const OLDEST_MAJOR = 14;
const CLOSE_WITHIN_MS = 5_000;
/** What a replica does not do in time the primary does. */
const REPLICA_CONNECT_MS = 2_000;
const REPLICA_SILENCE_MS = 5_000;

/**
 * Opens the pool and checks the server's version. `timestamptz` is read as Date, `bigint` as number. The
 * pool reconnects by itself when the server is available again.
 * @throws StartupError, without the password, when the server is unreachable, refuses the connection, or is too old
 */
export async function openDatabase(
  { url, poolSize, readUrl }: DatabaseSettings,
  log: DatabaseLog,
): Promise<Database> {
  const options = connectionOptions(url, poolSize);
  try {
    const { pool, version } = await openPool(options);
    log.info({ version, poolSize }, 'The database is open');
    const commits = new EventEmitter();
    const replica =
      readUrl === undefined ? undefined : openReplica(readUrl, { pool, poolSize, log });
    const sql = sqlOn(pool);
    return {
      sql,
      readSql: replica ? sqlOn(replica) : sql,
      replica,
      transaction: transactionsOn(pool, (event) => commits.emit(event)),
      runner: pool,
      onCommit(event, listener) {
        commits.on(event, listener);
        return () => commits.off(event, listener);
      },
      connections: () => pool.connections(),
      async close() {
        await Promise.all([pool.close(CLOSE_WITHIN_MS), replica?.close(CLOSE_WITHIN_MS)]);
      },
    };
  } catch (error) {
    throw error instanceof StartupError ? error : connectionFault(error, options);
  }
}

/** Connects when something is to be read. */
function openReplica(
  readUrl: string,
  { pool: primary, poolSize, log }: { pool: Pool; poolSize: number; log: DatabaseLog },
): ReplicaReads {
  const { isTlsOptional, hosts, ...options } = connectionOptions(readUrl, poolSize);
  const replica = new Pool({
    ...options,
    ...(hosts && { hosts }),
    mustBeWritable: false,
    connectionTimeoutMillis: Math.ceil(REPLICA_CONNECT_MS / (hosts?.length ?? 1)),
    silenceTimeoutMs: REPLICA_SILENCE_MS,
  });
  return new ReplicaReads({ replica, primary, log });
}

async function openPool({
  isTlsOptional,
  ...options
}: ConnectionOptions): Promise<{ pool: Pool; version: string }> {
  const pool = new Pool(options);
  try {
    const [row] = await sqlOn(pool)<{ version: string }[]>`
      select current_setting('server_version_num') as version`;
    return { pool, version: requireVersion(Number(row?.version)) };
  } catch (error) {
    await pool.close(0);
    if (!isTlsOptional || !hasNoTls(error)) throw error;
    return openPool({ ...options, ssl: false, isTlsOptional: false });
  }
}

/** The driver has no code for it. */
function hasNoTls(error: unknown): boolean {
  return error instanceof Error && error.message === 'The server does not support SSL connections';
}

/**
 * @param versionNumber PostgreSQL's `server_version_num`, 150004 for 15.4
 * @throws StartupError for a version that is too old
 */
export function requireVersion(versionNumber: number): string {
  const major = Math.floor(versionNumber / 10_000);
  const version = `${major}.${versionNumber % 10_000}`;
  if (major >= OLDEST_MAJOR) return version;
  throw new StartupError(
    `The database is PostgreSQL ${version}, and the shop needs ${OLDEST_MAJOR} or later.`,
    'Upgrade that server, point DATABASE_URL to a newer one, or unset it to use the embedded one.',
  );
}
