import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

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

/**
 * One line per request at level info: method, route as a pattern, status and milliseconds. Addresses can hold emails
 * and ids, so neither they nor the sender's IP address are logged.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
}
