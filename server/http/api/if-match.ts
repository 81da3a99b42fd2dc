import type { FastifyRequest } from 'fastify';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';

/**
 * The version that the header `If-Match` asks for, as `"v7"`, or `W/"v7"` as proxies may make of it; undefined without the
 * header, and for `*`.
 * @throws Problem bad-input
 */
export function versionIn({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const sent = headers['if-match'];
  if (sent === undefined || sent.trim() === '*') return undefined;
  const version = /^(?:W\/)?"v(\d{1,9})"$/.exec(sent.trim())?.[1];
  if (version !== undefined) return Number(version);
  throw new Problem('bad-input', msg`If-Match must be a version such as "v7"`);
}
