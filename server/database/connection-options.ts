import type postgres from 'postgres';
import { StartupError } from '../core/startup-error.ts';

type Connection = { address: string; options: postgres.Options<Record<string, never>> };

const CONNECT_SECONDS = 10;
const LONGEST_RECONNECT_PAUSE_SECONDS = 1;

/**
 * Reads a PostgreSQL address as operators write it. On top of what the driver knows:
 * `?host=/folder` connects through the socket in that folder, as with libpq; `?prepare=false` sends no prepared
 * statements, for a pooler that cannot keep them apart; `?pgbouncer=true` does that and sets no timeouts either, because
 * PgBouncer turns away connections that ask for them (set them on the role there).
 * Throws a StartupError, without showing the address, when it is not one.
 */
export function connectionOptions(url: string, poolSize: number): Connection {
  const [, location, query] = /^(postgres(?:ql)?:\/\/[^?\s]+)(?:\?(.*))?$/.exec(url) ?? [];
  if (!location) throw notAnAddress();
  const parameters = new URLSearchParams(query);
  const socketFolder = takeOut(parameters, 'host');
  const behindPgBouncer = takeOut(parameters, 'pgbouncer') === 'true';
  const timeouts = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 };
  return {
    address: parameters.size > 0 ? `${location}?${parameters}` : location,
    options: {
      ...(socketFolder && { host: socketFolder }),
      max: poolSize,
      ...((behindPgBouncer || parameters.get('prepare') === 'false') && { prepare: false }),
      connect_timeout: CONNECT_SECONDS,
      backoff: reconnectPauseSeconds,
      onnotice: () => undefined,
      connection: { application_name: 'reprise', ...(!behindPgBouncer && timeouts) },
    },
  };
}

/** Says so without the address, which holds a password. */
export function notAnAddress(): StartupError {
  return new StartupError(
    'DATABASE_URL is not the address of a PostgreSQL.',
    'Write it as postgres://user:password@host:5432/database, with # / ? and % in a password as %23 %2F %3F and %25.',
  );
}

/** The driver's own pauses grow to 20 s, which would keep the shop closed long after its database is back. */
function reconnectPauseSeconds(attempt: number): number {
  const longest = Math.min(0.05 * 2 ** attempt, LONGEST_RECONNECT_PAUSE_SECONDS);
  return longest * (0.5 + Math.random() / 2);
}

function takeOut(parameters: URLSearchParams, name: string): string | undefined {
  const value = parameters.get(name) ?? undefined;
  parameters.delete(name);
  return value;
}
