import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keyLimits } from '#contract/keys/key-scopes.ts';
import { msg, plural } from '#contract/text.ts';
import { placeOfAddress } from '../../core/client-place.ts';
import { Problem } from '../../core/problem.ts';

/** Requests per minute and place (an IPv4 address or an IPv6 /64), except for files and pictures. Expensive routes have lower limits. */
const perMinute = 600;
/** A browser that has one connection has one process, and must be able to open pages there. */
const leastPerMinute = 150;

/** Counts a request of a key and says in headers what is left. @throws Problem too-many-requests */
export type KeyLimit = (
  request: FastifyRequest,
  reply: FastifyReply,
  keyId: string,
) => Promise<void>;

/**
 * Limits the requests of one place, per server, to all routes that are registered later. A route sets
 * `config.rateLimit` for a limit of its own, or false for none. Each of the processes that share a port counts by itself and
 * allows its share. What guards passwords and codes is not limited here but counted in the database. The headers `RateLimit` and
 * `RateLimit-Policy` are those of the IETF's draft (draft-ietf-httpapi-ratelimit-headers).
 * @returns the limit of a key, wherever its requests come from
 */
export async function limitRates(
  app: FastifyInstance,
  { processes }: { processes: number },
): Promise<KeyLimit> {
  await app.register(rateLimit, {
    global: true,
    max: Math.max(leastPerMinute, Math.ceil(perMinute / processes)),
    timeWindow: '1 minute',
    keyGenerator: (request) => placeOfAddress(request.ip),
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
  app.addHook('onSend', async ({ routeOptions: { config } }, reply) => {
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      reply.getHeader(`x-ratelimit-${name}`),
    );
    const window = config.rateLimit && config.rateLimit.timeWindow === '1 hour' ? 3_600 : 60;
    if (limit !== undefined) addLimit(reply, 'address', { limit, remaining, reset, window });
  });
  const keys = new WeakMap<FastifyRequest, string>();
  const limitOfKey = Math.ceil(keyLimits.perMinute / processes);
  const count = app.createRateLimit({
    max: limitOfKey,
    timeWindow: '1 minute',
    keyGenerator: (request) => `key ${keys.get(request)}`,
  });
  return async (request, reply, keyId) => {
    keys.set(request, keyId);
    const counted = await count(request);
    if (counted.isAllowed) return;
    const { remaining, ttl, ttlInSeconds } = counted;
    addLimit(reply, 'key', { limit: limitOfKey, remaining, reset: ttlInSeconds, window: 60 });
    if (counted.isExceeded) throw tooMany(ttl);
  };
}

function tooMany(ttlMs: number): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(ttlMs / 1_000));
  return new Problem(
    'too-many-requests',
    msg`${plural(retryAfterSeconds, { one: 'That was a lot at once. Please try again in a second.', other: 'That was a lot at once. Please try again in # seconds.' })}`,
    { retryAfterSeconds },
  );
}

/** A limit and what is left of it; `per` is a name that the two headers share. */
function addLimit(
  reply: FastifyReply,
  per: 'address' | 'key',
  { limit, remaining, reset, window }: Record<'limit' | 'remaining' | 'reset' | 'window', unknown>,
): void {
  append(reply, 'ratelimit-policy', `"${per}";q=${limit};w=${window}`);
  append(reply, 'ratelimit', `"${per}";r=${remaining};t=${reset}`);
}

function append(reply: FastifyReply, name: string, value: string): void {
  const former = reply.getHeader(name);
  reply.header(name, former === undefined ? value : `${former}, ${value}`);
}
