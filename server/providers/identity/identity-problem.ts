import { type IdentityCode, identityProblems } from '#contract/identity.ts';
import { type FieldError, Problem } from '../../problem.ts';

/** A refusal with one of the contract's identity codes. */
export function identityProblem(
  code: IdentityCode,
  parts: { errors?: readonly FieldError[]; retryAfterSeconds?: number; cause?: unknown } = {},
): Problem {
  const known: { problem?: Problem['code']; detail: string } = identityProblems[code];
  return new Problem(known.problem ?? 'cannot-process', known.detail, { ...parts, reason: code });
}
