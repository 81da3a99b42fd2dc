import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { msg, plural } from '#contract/text.ts';
import { placeOfAddress } from '../../core/client-place.ts';
import { Problem } from '../../core/problem.ts';

/** Requests per minute and place (an IPv4 address or an IPv6 /64), except for files and pictures. Expensive routes have lower limits. */
const perMinute = 600;
/** A browser that has one connection has one process, and must be able to open pages there. */
const leastPerMinute = 150;

/**
 * Limits the requests of one place, per server, to all routes that are registered later. A route sets
 * `config.rateLimit` for a limit of its own, or false for none. Each of the processes that share a port counts by itself and
 * allows its share. What guards passwords and codes is not limited here but counted in the database.
 */
export async function limitRates(
  app: FastifyInstance,
  { processes }: { processes: number },
): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: Math.max(leastPerMinute, Math.ceil(perMinute / processes)),
    timeWindow: '1 minute',
    keyGenerator: (request) => placeOfAddress(request.ip),
    errorResponseBuilder: (_request, { ttl }) => {
      const retryAfterSeconds = Math.max(1, Math.ceil(ttl / 1_000));
      return new Problem(
        'too-many-requests',
        msg`${plural(retryAfterSeconds, { one: 'That was a lot at once. Please try again in a second.', other: 'That was a lot at once. Please try again in # seconds.' })}`,
        { retryAfterSeconds },
      );
    },
  });
}
