import type { FastifyRequest } from 'fastify';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';

/**
 * The header `Idempotency-Key`; undefined when the request has none.
 * @throws Problem bad-input
 */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new Problem('bad-input', msg`The Idempotency-Key must be 1 to 255 visible characters`);
}
