import { type IdentityCode, identityProblems } from '#contract/identity.ts';

/** An identity could not be proved. The message is written for the person: the provider's own, or else ours. */
export class IdentityFailure extends Error {
  readonly code: IdentityCode;

  constructor(code: IdentityCode, said?: string, options?: ErrorOptions) {
    super(said ?? identityProblems[code].detail, options);
    this.name = 'IdentityFailure';
    this.code = code;
  }
}

/** True for a failure of just this kind. */
export function isIdentityFailure(failure: unknown, code: IdentityCode): boolean {
  return failure instanceof IdentityFailure && failure.code === code;
}
