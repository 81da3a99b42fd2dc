import type { IdentityCode } from '#contract/identity.ts';
import { Problem } from '../../../core/problem.ts';
import { identityProblem } from '../identity-problem.ts';

/** What Better Auth says, in the contract's codes. */
const codes: Readonly<Record<string, IdentityCode>> = {
  USER_ALREADY_EXISTS: 'email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
  INVALID_EMAIL_OR_PASSWORD: 'wrong-password',
  INVALID_PASSWORD: 'wrong-password',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'wrong-password',
  INVALID_EMAIL: 'invalid-email',
  EMAIL_MISMATCH: 'invalid-email',
  PASSWORD_TOO_SHORT: 'password-too-short',
  PASSWORD_TOO_LONG: 'password-too-long',
  UNAUTHORIZED: 'not-signed-in',
  SESSION_EXPIRED: 'not-signed-in',
  SESSION_NOT_FRESH: 'not-signed-in',
  INVALID_TOKEN: 'invalid-link',
  TOKEN_EXPIRED: 'invalid-link',
  INVALID_USER: 'invalid-link',
  // Only links are about somebody whom nobody has named; who signs in hears `wrong-password` instead.
  USER_NOT_FOUND: 'invalid-link',
};

const notOurPage =
  'This request does not come from the address that the shop goes by. Its operator can set PUBLIC_URL.';

/** Turns a refusal of Better Auth into one of ours; its words are for the log. */
export function toIdentityProblem(status: number, said: unknown): Problem {
  const { code, message } = (said ?? {}) as { code?: unknown; message?: unknown };
  const cause = new Error(`Better Auth: ${status} ${String(code ?? '')} ${String(message ?? '')}`);
  const known = codes[String(code)];
  if (known) return identityProblem(known, { cause });
  if (status === 401) return identityProblem('not-signed-in', { cause });
  if (status === 403) {
    return new Problem('not-allowed', notOurPage, { cause });
  }
  if (status < 500) return new Problem('bad-input', 'The request is not well formed', { cause });
  return identityProblem('provider-failed', { cause });
}

/** What went wrong in the window of Google, from the error in the address that Better Auth sends it back to. */
export function googleFailure(error: string): IdentityCode {
  const unverified = ['account_not_linked', 'email_not_verified', 'email_not_found'];
  return unverified.includes(error) ? 'email-not-verified' : 'google-refused';
}
