import type { IdentityCode } from '#contract/identity.ts';

/** Signing in, or another identity operation, failed. The message is written for people; `identityFailure` knows ours. */
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
