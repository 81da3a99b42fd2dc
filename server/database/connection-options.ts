import type { ConnectionOptions as TlsOptions } from 'node:tls';
import { StartupError } from '../core/startup-error.ts';
import type { DatabaseHost } from './host-choice.ts';
import type { PoolOptions } from './pool.ts';
import { valueTypes } from './value-types.ts';

export type ConnectionOptions = PoolOptions & {
  /** Asks for TLS, and goes on without where the server has none. */
  isTlsOptional: boolean;
};

/** The time limit for all hosts together. */
const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_AFTER_MS = 60_000;
const TIMEOUTS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 };
/** The server itself ends a statement before this. */
const SILENCE_TIMEOUT_MS = TIMEOUTS.statement_timeout + 3_000;
/** What other clients read in an address and the server does not know as a setting. */
const SETTINGS_OF_CLIENTS = ['connect_timeout', 'channel_binding', 'load_balance_hosts'];
/** Values of `target_session_attrs` for a server that takes writes. */
const WRITABLE_TARGETS = ['read-write', 'primary'];

/**
 * Reads a PostgreSQL address as operators write it:
 * - `?host=/folder` connects through the socket in that folder, as with libpq;
 * - several hosts (`one:5432,two:5433`) are tried in order, and the first that takes writes is used, as with
 *   `target_session_attrs=read-write`; with `any` the first that answers;
 * - `?sslmode=` is `disable`, `prefer` (TLS where the server has it), `require` (TLS with any certificate) or
 *   `verify-full`;
 * - `?prepare=false` sends no prepared statements, for a pooler that cannot keep them apart;
 * - `?pgbouncer=true` does that and sets no timeouts either, because PgBouncer turns away connections that ask for them
 *   (set them on the role there);
 * - any other parameter is a setting of the session, such as `?search_path=shop`.
 * Throws a StartupError, without showing the address, when it is not one.
 */
export function connectionOptions(url: string, poolSize: number): ConnectionOptions {
  const { address, hosts } = parse(url);
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
  const servers = namedHosts(take('host'), take('port') ?? address.port) ?? hosts;
  const [first = { host: '' }] = servers;
  const mustBeWritable = isWritableWanted(take('target_session_attrs'), servers.length);
  const application_name = take('application_name') ?? 'reprise';
  const timeouts = Object.entries(TIMEOUTS).filter(([name]) => !parameters.has(name));
  // With another limit for statements, also one among the options, there is none for silence.
  const hasOwnLimit = [...parameters].flat().some((text) => text.includes('statement_timeout'));
  const options = sessionOptions(take('options'), parameters);
  return {
    ...given({
      user: decodeURIComponent(address.username),
      password: decodeURIComponent(address.password),
      host: first.host,
      port: first.port ?? 0,
      database: decodeURIComponent(address.pathname.slice(1)),
      options,
    }),
    ...(!isBehindPgBouncer && Object.fromEntries(timeouts)),
    ...(servers.length > 1 && { hosts: servers }),
    mustBeWritable,
    ...(!hasOwnLimit && { silenceTimeoutMs: SILENCE_TIMEOUT_MS }),
    application_name,
    prepare,
    ssl: tlsOptions(tlsMode),
    isTlsOptional: tlsMode === 'prefer',
    max: poolSize,
    pipeline: true,
    types: valueTypes,
    connectionTimeoutMillis: Math.ceil(CONNECT_TIMEOUT_MS / servers.length),
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

/** The URL of an address with several hosts has only the first. */
function parse(url: string): { address: URL; hosts: DatabaseHost[] } {
  const [, head, hostList, tail] = ADDRESS.exec(url) ?? [];
  if (head === undefined || hostList === undefined || tail === undefined) throw notAnAddress();
  try {
    // Without a host, for `?host=`, the URL needs a name to be one.
    const names = hostList === '' ? ['localhost'] : hostList.split(',');
    const addresses = names.map((host) => new URL(`${head}${host}${tail}`));
    const [address] = addresses;
    if (!address) throw notAnAddress();
    for (const part of [address.username, address.password, address.pathname]) {
      decodeURIComponent(part);
    }
    return { address, hosts: addresses.map(hostOf) };
  } catch {
    // The error is left out, because it quotes the address.
    throw notAnAddress();
  }
}

/** Scheme with user and password, hosts, and the rest. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#\s]*@)?)([^@/?#\s]*)((?:\/[^?\s]*)?(?:\?.*)?)$/;

function hostOf({ hostname, port }: URL): DatabaseHost {
  const host = decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1');
  return port === '' ? { host } : { host, port: Number(port) };
}

/** The hosts of `?host=one,two&port=5432,5433`. A folder is one host, whatever characters it has. */
function namedHosts(names: string | undefined, ports = ''): DatabaseHost[] | undefined {
  if (names === undefined) return undefined;
  const portList = ports.split(',').map(Number);
  const hosts = names.startsWith('/') ? [names] : names.split(',');
  return hosts.map((host, index) => {
    const port = portList[index] ?? portList[0];
    return port ? { host, port } : { host };
  });
}

/** One of several hosts may be a standby, so the shop looks for the one that takes writes unless it is told not to. */
function isWritableWanted(target: string | undefined, hostCount: number): boolean {
  if (target === undefined) return hostCount > 1;
  if (target === 'any' || WRITABLE_TARGETS.includes(target)) return target !== 'any';
  throw new StartupError(
    `DATABASE_URL asks for target_session_attrs=${target}, and the shop needs a server that takes writes.`,
    'Use target_session_attrs=read-write, or leave it out.',
  );
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
