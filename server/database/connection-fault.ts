import type postgres from 'postgres';
import { StartupError } from '../core/startup-error.ts';

type Target = Pick<postgres.ParsedOptions, 'host' | 'port' | 'database' | 'user'>;

/** Puts into plain words why a database could not be opened. The password appears nowhere. */
export function connectionFault(
  error: unknown,
  { host, port, database, user }: Target,
): StartupError {
  const address = host.map((name, index) => `${name}:${port[index] ?? port[0]}`).join(', ');
  const remedies: Record<string, [message: string, remedy: string]> = {
    ...alike(
      ['28P01', '28000'],
      [
        `The database server at ${address} refuses the user "${user}".`,
        'Check the name and the password in DATABASE_URL, and pg_hba.conf on the server.',
      ],
    ),
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
      'Start Reprise again in a moment.',
    ],
    ...alike(
      ['ENOTFOUND', 'EAI_AGAIN'],
      [
        `The database host ${address} is not known to this machine.`,
        'Check the host name in DATABASE_URL.',
      ],
    ),
  };
  const [message, remedy] = remedies[codeOf(error)] ?? [
    `No database answers at ${address} (${codeOf(error)}).`,
    'Start that server or correct DATABASE_URL; without DATABASE_URL, Reprise brings its own.',
  ];
  return new StartupError(message, remedy, { cause: error });
}

function alike<T>(codes: string[], value: T): Record<string, T> {
  return Object.fromEntries(codes.map((code) => [code, value]));
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : String(error);
}
