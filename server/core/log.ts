import { DrizzleQueryError } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Creates the log: one line of JSON per entry, by default to the standard output. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: withoutValues } };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * An error as the log may hold it: its kind, code and the places that it went through, and those of its causes. The
 * values of a failed statement are what people told us. Drizzle's wrapper repeats all of them, PostgreSQL quotes them in
 * `detail`, `where` and now and then in the message; so of these only the kind, the SQLSTATE and the place are kept.
 */
function withoutValues(error: unknown): unknown {
  if (error instanceof AggregateError) {
    return { ...plainly(error), errors: error.errors.map(withoutValues) };
  }
  if (!(error instanceof Error)) return error;
  const cause = error.cause === undefined ? {} : { cause: withoutValues(error.cause) };
  return { ...plainly(error), ...cause };
}

function plainly(error: Error & { code?: unknown; constraint?: unknown }) {
  const { code, constraint } = error;
  const type = error instanceof DatabaseError ? 'DatabaseError' : error.name;
  const stack = error.stack?.slice(error.stack.search(/^ +at /m));
  const saysValues = error instanceof DrizzleQueryError || error instanceof DatabaseError;
  const message = saysValues ? 'A statement failed' : error.message;
  return { type, message, code, constraint, stack };
}
