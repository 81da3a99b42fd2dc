import { type IdentityCode, identityProblems } from '#contract/identity/identity.ts';

/** Signing in, or another identity operation, failed. The message is written for people. */
export class IdentityFailure extends Error {
  readonly code: IdentityCode;

  constructor(code: IdentityCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'IdentityFailure';
    this.code = code;
  }
}

/** True for a failure with this code. */
export function isIdentityFailure(failure: unknown, code: IdentityCode): boolean {
  return failure instanceof IdentityFailure && failure.code === code;
}

/** A failure with the provider's own message, or with ours. */
export function identityFailure(
  code: IdentityCode,
  said: string = identityProblems[code].detail,
  options?: ErrorOptions,
): IdentityFailure {
  return new IdentityFailure(code, said, options);
}
