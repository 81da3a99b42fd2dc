import { type IdentityCode, identityProblems } from '#contract/identity.ts';
import { IdentityFailure } from './identity-failure.ts';

/**
 * A failure with the provider's own message, or with ours. Apart from the class: the first page needs that, and none of the
 * messages.
 */
export function identityFailure(
  code: IdentityCode,
  said: string = identityProblems[code].detail,
  options?: ErrorOptions,
): IdentityFailure {
  return new IdentityFailure(code, said, options);
}
