import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/**
 * Makes request ids, unique among servers and restarts. They are in the header `x-request-id`, in problems and in the log,
 * so that a visitor's report leads to its log line. Ids that clients send are ignored.
 */
export function requestIds(): () => string {
  const server = randomBytes(6).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${server}-${count.toString(36)}`;
  };
}

/** The log line of a request. URLs can contain emails and ids, so neither the URL nor the caller is logged. */
export interface RequestLine {
  reqId: string;
  method: string;
  /** The pattern of the route. */
  route: string;
  status: number;
  ms: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Load balancers ask this route all the time; its requests are logged at level debug. */
    isHealthCheck?: boolean;
  }
}

/** Logs one line per request at level info. */
export function logRequests(
  app: FastifyInstance,
  log: Pick<Logger, 'info' | 'debug' | 'isLevelEnabled'>,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.routeOptions.config.isHealthCheck ? 'debug' : 'info';
    if (log.isLevelEnabled(level)) {
      logRequest(
        { info: log[level].bind(log) },
        {
          reqId: request.id,
          method: request.method,
          route: request.routeOptions.url ?? 'none',
          status: reply.statusCode,
          ms: reply.elapsedTime,
        },
      );
    }
    done();
  });
}

export function logRequest(log: Pick<Logger, 'info'>, line: RequestLine): void {
  log.info({ ...line, ms: Math.round(line.ms * 10) / 10 }, 'request');
}
