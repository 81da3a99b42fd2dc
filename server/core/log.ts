import { DatabaseError } from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Creates the log: one line of JSON per entry, by default to the standard output. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: withoutValues } };
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
