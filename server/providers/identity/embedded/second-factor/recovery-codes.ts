import { createHmac, randomBytes } from 'node:crypto';

/** Crockford's base 32, without letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const amount = 10;
const length = 10;

/** Ten codes of 50 random bits, such as `4k7wq-x02pd`. Each is good for one sign-in. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: amount }, () => {
    const letters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]);
    return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
  });
}

/**
 * The stored form of a code: a keyed digest, so that a leaked database lets no one sign in. Case, spaces and dashes do
 * not matter, nor does an O in place of a 0 or an L or I in place of a 1.
 */
export function digestOfRecoveryCode(code: string, secret: string): string {
  const typed = code.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  return createHmac('sha256', secret).update(`recovery code ${typed}`).digest('base64url');
}

/** The column `backup_codes`, which Better Auth reads and shortens. */
export function storedRecoveryCodes(codes: readonly string[], secret: string): string {
  return JSON.stringify(codes.map((code) => digestOfRecoveryCode(code, secret)));
}
