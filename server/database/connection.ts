import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { StartupError } from '../core/startup-error.ts';
import { connectionFault } from './connection-fault.ts';
import { connectionOptions, notAnAddress } from './connection-options.ts';
import { readWireTypesAsValues } from './connection-values.ts';
import type { DatabaseLog } from './log.ts';
import { withPreparedStatements } from './prepared-statements.ts';
import { schema } from './schema.ts';

/** The shop's database. `sql` is for hot reads (prepared tagged templates), `orm` for everything else; one pool. */
export type Database = {
  sql: postgres.Sql;
  orm: PostgresJsDatabase<typeof schema>;
  /** Lets running statements finish for up to five seconds, then closes every connection. */
  close(): Promise<void>;
};

type DatabaseSettings = { url: string; poolSize: number };

const OLDEST_MAJOR = 14;
const CLOSING_SECONDS = 5;

/**
 * Opens the pool and makes sure that somebody suitable answers. `timestamptz` arrives as Date, `bigint` as number where
 * that is exact. The pool reconnects by itself when the server comes back.
 * Throws a StartupError, without the password, when the server is out of reach, refuses us, or is too old.
 */
export async function openDatabase(
  { url, poolSize }: DatabaseSettings,
  log: DatabaseLog,
): Promise<Database> {
  const sql = makePool(url, poolSize);
  const orm = drizzle(withPreparedStatements(sql), { schema });
  readWireTypesAsValues(sql);
  try {
    const [row] = await sql<{ version: string }[]>`
      select current_setting('server_version_num') as version`;
    const version = requireVersion(Number(row?.version));
    log.info({ version, poolSize }, 'The database is open');
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error instanceof StartupError ? error : connectionFault(error, sql.options);
  }
  return { sql, orm, close: () => sql.end({ timeout: CLOSING_SECONDS }) };
}

function makePool(url: string, poolSize: number): postgres.Sql {
  const { address, options } = connectionOptions(url, poolSize);
  try {
    return postgres(address, options);
  } catch {
    // The driver could not read the address. Its error is left out, because it quotes what it could not read.
    throw notAnAddress();
  }
}

/** Takes PostgreSQL's `server_version_num` (150004 for 15.4); throws a StartupError for one that is too old. */
export function requireVersion(versionNumber: number): string {
  const major = Math.floor(versionNumber / 10_000);
  const version = `${major}.${versionNumber % 10_000}`;
  if (major >= OLDEST_MAJOR) return version;
  throw new StartupError(
    `The database is PostgreSQL ${version}, and Reprise needs ${OLDEST_MAJOR} or later.`,
    'Upgrade that server, point DATABASE_URL to a newer one, or unset it to use the embedded one.',
  );
}
