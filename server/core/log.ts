import { DatabaseError } from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Creates the log: one line of JSON per entry, by default to the standard output. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: withoutValues }, hooks: { streamWrite: limitLine } };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * An error as it is logged: type, code and stack, and those of its causes. The values of a failed statement are personal
 * data, and PostgreSQL quotes them in `detail`, `where` and sometimes in the message; so of its errors only type, SQLSTATE
 * and stack are logged.
 */
function withoutValues(error: unknown): unknown {
  if (error instanceof AggregateError) {
    return { ...withoutCause(error), errors: error.errors.map(withoutValues) };
  }
  if (!(error instanceof Error)) return error;
  const cause = error.cause === undefined ? {} : { cause: withoutValues(error.cause) };
  return { ...withoutCause(error), ...cause };
}

function withoutCause(error: Error & { code?: unknown; constraint?: unknown }) {
  const { code, constraint } = error;
  const isOfDatabase = error instanceof DatabaseError;
  const type = isOfDatabase ? 'DatabaseError' : error.name;
  const stack = error.stack?.slice(error.stack.search(/^ +at /m));
  const message = isOfDatabase ? 'A statement failed' : error.message;
  return { type, message, code, constraint, stack };
}

/** Collectors of logs cut longer lines, and then they are no JSON. */
const maxLineBytes = 8_000;
const maxListed = 10;

/** Shortens the texts and lists in a line until it is short enough. */
function limitLine(line: string): string {
  if (line.length <= maxLineBytes && Buffer.byteLength(line) <= maxLineBytes) return line;
  const entry: unknown = JSON.parse(line);
  for (const maxLength of [1_000, 200, 50]) {
    const shorter = `${JSON.stringify(shorten(entry, maxLength))}\n`;
    if (Buffer.byteLength(shorter) <= maxLineBytes) return shorter;
  }
  const { level, time, reqId, msg } = entry as Record<string, unknown>;
  return `${JSON.stringify(shorten({ level, time, reqId, msg }, 1_000))}\n`;
}

function shorten(value: unknown, maxLength: number): unknown {
  if (typeof value === 'string') {
    return value.length > maxLength ? `${value.slice(0, maxLength)}…` : value;
  }
  if (Array.isArray(value)) return value.slice(0, maxListed).map((one) => shorten(one, maxLength));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, shorten(one, maxLength)]),
  );
}
