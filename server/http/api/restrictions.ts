import type { CallDefinition } from '#contract/call.ts';
import type { RestrictionKind } from '#contract/moderation/moderation-terms.ts';

/**
 * Whether a call is refused to people with this restriction. A suspended admin has no rights of one.
 * @param body of the request, as it was sent: some calls publish only with some of their fields
 */
export function isRefused(
  { who, refusedTo = 'nobody' }: Pick<CallDefinition, 'who' | 'refusedTo'>,
  restriction: RestrictionKind,
  body?: unknown,
): boolean {
  if (who === 'admin') return restriction === 'suspended';
  const sent = typeof body === 'object' && body !== null ? body : {};
  const least = typeof refusedTo === 'function' ? refusedTo(sent) : refusedTo;
  return least === 'limited' || (least === 'suspended' && restriction === 'suspended');
}
