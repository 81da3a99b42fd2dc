import type { IdentityCode } from '#contract/identity/identity.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../../core/problem.ts';
import { identityProblem } from '../../identity-problem.ts';
import type { SecondFactorCode } from '../../second-factor-problems.ts';

/** Better Auth's error codes, translated into the contract's. */
const codes: Readonly<Record<string, IdentityCode | SecondFactorCode>> = {
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
  // Only link requests fail with this code; sign-in fails with `wrong-password` for unknown emails.
  USER_NOT_FOUND: 'invalid-link',
  INVALID_CODE: 'wrong-code',
  INVALID_BACKUP_CODE: 'wrong-recovery-code',
  INVALID_TWO_FACTOR_COOKIE: 'second-step-expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'second-step-expired',
  TOTP_NOT_ENABLED: 'second-step-expired',
  BACKUP_CODES_NOT_ENABLED: 'second-step-expired',
  TOTP_ALREADY_ENABLED: 'factor-already-on',
  CHALLENGE_NOT_FOUND: 'passkey-refused',
  AUTHENTICATION_FAILED: 'passkey-refused',
  // Better Auth answers 500 to a response of a browser that does not fit.
  FAILED_TO_VERIFY_REGISTRATION: 'passkey-refused',
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: 'passkey-refused',
  PASSKEY_NOT_FOUND: 'passkey-unknown',
};

export const wrongOrigin = msg`This request does not come from the address of the shop. Its operator can set PUBLIC_URL.`;

/** Translates an error response of Better Auth into a problem; its message becomes the cause, for the log. */
export function toIdentityProblem(status: number, body: unknown): Problem {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  const cause = new Error(
    `Better Auth responded ${status} ${String(code ?? '')} ${String(message ?? '')}`,
  );
  const known = codes[String(code)];
  if (known) return identityProblem(known, { cause });
  if (status === 401) return identityProblem('not-signed-in', { cause });
  // Two recovery codes at the same time: one wins.
  if (status === 409) return identityProblem('second-step-expired', { cause });
  if (status === 403) return new Problem('not-allowed', wrongOrigin, { cause });
  if (status < 500) return new Problem('bad-input', msg`The request is not well formed`, { cause });
  return identityProblem('provider-failed', { cause });
}

/** The contract's code for an error of Google sign-in, from the `error` parameter of Better Auth's redirect. */
export function toGoogleErrorCode(error: string): IdentityCode {
  const unverified = ['account_not_linked', 'email_not_verified', 'email_not_found'];
  return unverified.includes(error) ? 'email-not-verified' : 'google-refused';
}
