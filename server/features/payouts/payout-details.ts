import { createHmac, hkdfSync } from 'node:crypto';
import { seal, unseal } from '../../core/seal.ts';

/** The bank details of a seller. */
export interface BankDetails {
  holder: string;
  /** An IBAN, or the account number of a bank without one. */
  number: string;
}

/** Encrypts bank details for the database, for one seller each. */
export interface DetailsSeal {
  seal(userId: string, details: BankDetails): string;
  /** @returns undefined when they were encrypted with another secret: to everyone, such an account is missing */
  unseal(userId: string, sealed: string): BankDetails | undefined;
  /** A keyed digest of an account number, however it is written: by it the same account of several people is found. */
  digestOf(number: string): Buffer;
}

/** @param secret the same for all servers of a shop */
export function createDetailsSeal(secret: string): DetailsSeal {
  const nameOf = (userId: string) => `payout-details:${userId}`;
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'reprise account digests', 32));
  return {
    seal: (userId, { holder, number }) =>
      seal(JSON.stringify({ holder, number }), nameOf(userId), secret),
    unseal(userId, sealed) {
      const text = unseal(sealed, nameOf(userId), secret);
      // The seal proves that this server wrote it.
      return text === undefined ? undefined : (JSON.parse(text) as BankDetails);
    },
    digestOf: (number) =>
      createHmac('sha256', key).update(withoutSigns(number).toUpperCase()).digest(),
  };
}

/** The last four characters, such as `•••• 3000`. */
export function maskNumber(number: string): string {
  return `•••• ${withoutSigns(number).slice(-4)}`;
}

const withoutSigns = (number: string) => number.replaceAll(/[ ./-]/g, '');
