import { StartupError } from '../core/startup-error.ts';
import type { PoolOptions } from './pool.ts';

type Target = Pick<PoolOptions, 'host' | 'port' | 'hosts' | 'database' | 'user'>;
type Words = [message: string, remedy: string];

/** Puts into plain words why a database could not be opened. The password appears nowhere. */
export function connectionFault(
  error: unknown,
  { host = 'localhost', port = 5432, hosts = [{ host, port }], user, database = user }: Target,
): StartupError {
  const address = hosts.map((one) => `${one.host}:${one.port ?? 5432}`).join(', ');
  const refused: Words = [
    `The database server at ${address} refuses the user "${user}".`,
    'Check the name and the password in DATABASE_URL, and pg_hba.conf on the server.',
  ];
  const unknownHost: Words = [
    `The database host ${address} is not known to this machine.`,
    'Check the host name in DATABASE_URL.',
  ];
  const remedies: Record<string, Words> = {
    '28P01': refused,
    '28000': refused,
    '3D000': [
      `The database server at ${address} has no database "${database}".`,
      `Create it there (create database "${database}"), or correct DATABASE_URL.`,
    ],
    '53300': [
      `The database server at ${address} has no connection to spare.`,
      'Raise its max_connections, or close other clients.',
    ],
    '57P03': [
      `The database server at ${address} is starting up or shutting down.`,
      'Start the shop again in a moment.',
    ],
    '25006': [
      `The database server at ${address} is a standby and takes no writes.`,
      'Name the primary in DATABASE_URL, or all servers with target_session_attrs=read-write.',
    ],
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
  };
  const [message, remedy] = remedies[codeOf(error)] ?? [
    `No database answers at ${address} (${codeOf(error)}).`,
    'Start that server or correct DATABASE_URL; without DATABASE_URL, the shop brings its own.',
  ];
  return new StartupError(message, remedy, { cause: error });
}

/**
 * Whether waiting may help: no server answers, or it starts, stops, has no connection to spare, or is not promoted
 * yet. A server that refuses us or lacks the database needs the operator.
 */
export function isDatabaseAway(fault: StartupError): boolean {
  return PASSING.test(codeOf(fault.cause));
}

const PASSING =
  /^(08|57P|53300|25006)|^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED)|E(CONNREFUSED|CONNRESET|NOENT|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE))$/;

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : String(error);
}
