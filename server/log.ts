import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger, pino } from 'pino';

/** The log: a line of JSON for each entry, to the standard output unless told otherwise. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: withoutValues } };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * An error as the log may hold it. The values of a failed statement are what people told us: the wrapper around it
 * repeats all of them, and PostgreSQL's `detail` and `where` those that it stumbled over.
 */
function withoutValues(error: unknown): unknown {
  const told = error instanceof DrizzleQueryError ? (error.cause ?? {}) : error;
  if (!(told instanceof Error)) return told;
  const { detail: _detail, where: _where, ...rest } = pino.stdSerializers.err(told);
  return rest;
}
