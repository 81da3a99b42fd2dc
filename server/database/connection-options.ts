import type { ConnectionOptions as TlsOptions } from 'node:tls';
import { StartupError } from '../core/startup-error.ts';
import type { PoolOptions } from './pool.ts';
import { valueTypes } from './value-types.ts';

export type ConnectionOptions = PoolOptions & {
  /** Asks for TLS, and goes on without where the server has none. */
  isTlsOptional: boolean;
};

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_AFTER_MS = 60_000;
const TIMEOUTS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 };
/** What other clients read in an address and the server does not know as a setting. */
const SETTINGS_OF_CLIENTS = ['connect_timeout', 'target_session_attrs', 'channel_binding'];

/**
 * Reads a PostgreSQL address as operators write it:
 * - `?host=/folder` connects through the socket in that folder, as with libpq;
 * - `?sslmode=` is `disable`, `prefer` (TLS where the server has it), `require` (TLS with any certificate) or
 *   `verify-full`;
 * - `?prepare=false` sends no prepared statements, for a pooler that cannot keep them apart;
 * - `?pgbouncer=true` does that and sets no timeouts either, because PgBouncer turns away connections that ask for them
 *   (set them on the role there);
 * - any other parameter is a setting of the session, such as `?search_path=shop`.
 * Throws a StartupError, without showing the address, when it is not one.
 */
export function connectionOptions(url: string, poolSize: number): ConnectionOptions {
  const address = parse(url);
  const parameters = new Map(address.searchParams);
  const take = (name: string) => {
    const value = parameters.get(name);
    parameters.delete(name);
    return value;
  };
  for (const name of SETTINGS_OF_CLIENTS) parameters.delete(name);
  const isBehindPgBouncer = take('pgbouncer') === 'true';
  const prepare = take('prepare') !== 'false' && !isBehindPgBouncer;
  const tlsMode = tlsModeFrom(take);
  const host = take('host') ?? decodeURIComponent(address.hostname);
  const application_name = take('application_name') ?? 'reprise';
  const timeouts = Object.entries(TIMEOUTS).filter(([name]) => !parameters.has(name));
  const options = sessionOptions(take('options'), parameters);
  return {
    ...given({
      user: decodeURIComponent(address.username),
      password: decodeURIComponent(address.password),
      host: host.replace(/^\[(.+)\]$/, '$1'),
      port: Number(address.port),
      database: decodeURIComponent(address.pathname.slice(1)),
      options,
    }),
    ...(!isBehindPgBouncer && Object.fromEntries(timeouts)),
    application_name,
    prepare,
    ssl: tlsOptions(tlsMode),
    isTlsOptional: tlsMode === 'prefer',
    max: poolSize,
    pipeline: true,
    types: valueTypes,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
}

/** Says so without the address, which holds a password. */
export function notAnAddress(): StartupError {
  return new StartupError(
    'DATABASE_URL is not the address of a PostgreSQL.',
    'Write it as postgres://user:password@host:5432/database, with # / ? and % in a password as %23 %2F %3F and %25.',
  );
}

function parse(url: string): URL {
  if (!/^postgres(?:ql)?:\/\/[^?\s]+(?:\?.*)?$/.test(url)) throw notAnAddress();
  try {
    const address = new URL(url);
    for (const part of [address.username, address.password, address.hostname, address.pathname]) {
      decodeURIComponent(part);
    }
    return address;
  } catch {
    // The error is left out, because it quotes the address.
    throw notAnAddress();
  }
}

/** Without what is empty, for which the driver has the usual defaults. */
function given<Options extends Record<string, string | number>>(options: Options) {
  const entries = Object.entries(options).filter(([, value]) => value !== '' && value !== 0);
  return Object.fromEntries(entries) as Partial<Options>;
}

function tlsModeFrom(take: (name: string) => string | undefined): string {
  const [ssl, sslMode, rootCertificate] = ['ssl', 'sslmode', 'sslrootcert'].map(take);
  return rootCertificate === 'system' ? 'verify-full' : (sslMode ?? ssl ?? 'disable');
}

function tlsOptions(mode: string): false | TlsOptions {
  if (mode === 'disable' || mode === 'false') return false;
  return ['allow', 'prefer', 'require'].includes(mode) ? { rejectUnauthorized: false } : {};
}

/** Settings of the session as `-c name=value`, behind the options that the address names itself. */
function sessionOptions(options = '', settings: ReadonlyMap<string, string>): string {
  const escaped = (value: string) => value.replace(/[\\\s]/g, '\\$&');
  const further = [...settings].map(([name, value]) => `-c ${name}=${escaped(value)}`);
  return [options, ...further].join(' ').trim();
}
