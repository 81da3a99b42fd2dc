import { msg } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../core/problem.ts';

/**
 * Refuses an email in a request that is not the sender's own. A missing one means the sender's. Case does not matter.
 * @param field the field of the request that the problem names
 * @throws Problem not-allowed with this detail
 */
export function requireOwnEmail(
  sender: { email: string },
  email: string | undefined,
  { detail, field }: { detail: ProblemText; field?: string },
): void {
  if (!email || email.toLowerCase() === sender.email.toLowerCase()) return;
  const errors = field ? [{ field, message: msg`This is not your email address` }] : undefined;
  throw new Problem('not-allowed', detail, errors && { errors });
}
