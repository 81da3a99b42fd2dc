import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../core/problem.ts';

/** Requests that one address may make in a minute, to everything but files and pictures. Dear calls set their own. */
const perMinute = 600;

/**
 * Bounds what one address may ask for, per server. Routes that are registered later take part, and set
 * `config.rateLimit` when they need a bound of their own, or false for none.
 */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: perMinute,
    timeWindow: '1 minute',
    errorResponseBuilder: (_request, { ttl }) => {
      const retryAfterSeconds = Math.max(1, Math.ceil(ttl / 1_000));
      return new Problem(
        'too-many-requests',
        `That was a lot at once. Please try again in ${inWords(retryAfterSeconds)}.`,
        { retryAfterSeconds },
      );
    },
  });
}

function inWords(seconds: number): string {
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
}
