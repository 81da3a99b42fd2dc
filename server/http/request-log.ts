import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/**
 * Request ids: unique among servers and restarts, cheap to make. They stand in the header `x-request-id`, in problems
 * and in the log, so that a visitor's complaint leads to its line. An id that a client sends is not taken over.
 */
export function requestIds(): () => string {
  const server = randomBytes(6).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${server}-${count.toString(36)}`;
  };
}

/** What the line of a request says. Addresses can hold emails and ids, so neither they nor who sent it are logged. */
export interface RequestLine {
  reqId: string;
  method: string;
  /** The route as a pattern. */
  route: string;
  status: number;
  ms: number;
}

/** One line per request at level info. */
export function logRequests(
  app: FastifyInstance,
  log: Pick<Logger, 'info' | 'isLevelEnabled'>,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (log.isLevelEnabled('info')) {
      const { id: reqId, method } = request;
      const route = request.routeOptions.url ?? 'none';
      logRequest(log, {
        ...{ reqId, method, route, status: reply.statusCode, ms: reply.elapsedTime },
      });
    }
    done();
  });
}

export function logRequest(log: Pick<Logger, 'info'>, line: RequestLine): void {
  log.info({ ...line, ms: Math.round(line.ms * 10) / 10 }, 'request');
}
