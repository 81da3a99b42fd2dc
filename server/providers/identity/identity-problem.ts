import { type IdentityCode, identityProblems } from '#contract/identity/identity.ts';
import { type FieldError, Problem } from '../../core/problem.ts';
import { type SecondFactorCode, secondFactorProblems } from './second-factor-problems.ts';

/** A problem with one of the contract's identity codes as its `reason`. */
export function identityProblem(
  code: IdentityCode | SecondFactorCode,
  options: { errors?: readonly FieldError[]; retryAfterSeconds?: number; cause?: unknown } = {},
): Problem {
  const known: { problem?: Problem['code']; detail: string } = codes[code];
  return new Problem(known.problem ?? 'cannot-process', known.detail, { ...options, reason: code });
}

const codes = { ...identityProblems, ...secondFactorProblems };
