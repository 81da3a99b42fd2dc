import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type FinishedRequest, telemetry } from '../core/telemetry.ts';

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
interface RequestLine extends FinishedRequest {
  reqId: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Load balancers ask this route all the time; its requests are logged at level debug. */
    isHealthCheck?: boolean;
  }
}

/** Logs one line per request at level info, and publishes it to telemetry. */
export function logRequests(
  app: FastifyInstance,
  log: Pick<Logger, 'info' | 'debug' | 'isLevelEnabled'>,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.routeOptions.config.isHealthCheck ? 'debug' : 'info';
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    };
    telemetry.request.publish(line);
    if (log.isLevelEnabled(level)) {
      logRequest({ info: log[level].bind(log) }, { reqId: request.id, ...line });
    }
    done();
  });
}

export function logRequest(log: Pick<Logger, 'info'>, line: RequestLine): void {
  log.info({ ...line, ms: Math.round(line.ms * 10) / 10 }, 'request');
}
