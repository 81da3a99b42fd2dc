import { createHash } from 'node:crypto';
import { msg } from '#contract/text.ts';
import { Problem } from './problem.ts';

/** The header `Idempotency-Key` of a request, with a digest of all that was sent under it. */
export interface Idempotency {
  key: string;
  digest: string;
}

/**
 * The same for two requests with the same content, in whatever order their fields are. Short on purpose: it tells requests
 * apart, and proves no guess at what was erased since.
 */
export function digestOf(content: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(content)))
    .digest('base64url')
    .slice(0, 6);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, field]) => [name, sorted(field)]));
}

/**
 * Refuses a key that came before with another request.
 * @param digest of the first request; null when an earlier version stored it
 * @throws Problem cannot-process
 */
export function requireSameRequest(
  digest: string | null,
  idempotency: Idempotency,
  detail = msg`This Idempotency-Key has been used for another request. Send a new one.`,
): void {
  if (digest === null || digest === idempotency.digest) return;
  throw new Problem('cannot-process', detail);
}
