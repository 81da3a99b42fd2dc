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
}

/** @param secret the same for all servers of a shop */
export function createDetailsSeal(secret: string): DetailsSeal {
  const nameOf = (userId: string) => `payout-details:${userId}`;
  return {
    seal: (userId, { holder, number }) =>
      seal(JSON.stringify({ holder, number }), nameOf(userId), secret),
    unseal(userId, sealed) {
      const text = unseal(sealed, nameOf(userId), secret);
      // The seal proves that this server wrote it.
      return text === undefined ? undefined : (JSON.parse(text) as BankDetails);
    },
  };
}

/** The last four characters, such as `•••• 3000`. */
export function maskNumber(number: string): string {
  return `•••• ${number.replaceAll(/[ ./-]/g, '').slice(-4)}`;
}
