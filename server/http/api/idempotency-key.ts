import type { FastifyRequest } from 'fastify';
import type { Call } from '#contract/calls.ts';
import { msg } from '#contract/text.ts';
import { digestOf, type Idempotency } from '../../core/idempotency.ts';
import { Problem } from '../../core/problem.ts';

/**
 * What the header `Idempotency-Key` and the parsed input say about a request of a repeatable call; undefined without the
 * header. The name of the call is part of it: a key of one call does not fit another.
 * @throws Problem bad-input
 */
export function idempotencyOf(
  { name }: Pick<Call, 'name'>,
  parsed: object,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Idempotency | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) {
    return { key, digest: digestOf({ name, ...parsed }) };
  }
  throw new Problem('bad-input', msg`The Idempotency-Key must be 1 to 255 visible characters`);
}
