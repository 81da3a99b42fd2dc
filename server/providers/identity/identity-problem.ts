import { type IdentityCode, identityProblems } from '#contract/identity.ts';
import { type FieldError, Problem } from '../../core/problem.ts';

/** A refusal with one of the contract's identity codes. */
export function identityProblem(
  code: IdentityCode,
  deps: { errors?: readonly FieldError[]; retryAfterSeconds?: number; cause?: unknown } = {},
): Problem {
  const known: { problem?: Problem['code']; detail: string } = identityProblems[code];
  return new Problem(known.problem ?? 'cannot-process', known.detail, { ...deps, reason: code });
}
