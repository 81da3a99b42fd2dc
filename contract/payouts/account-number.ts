import { requiredLine } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

/** A bank account to which a seller is paid; fields without an object, as forms need them (see fields.ts). */
export const bankDetails = {
  holder: requiredLine(msg`Enter the account holder`, 120),
  number: requiredLine(msg`Enter the IBAN or the account number`, 60).refine(
    isAccountNumber,
    sayLater(msg`This is not an IBAN or an account number`),
  ),
};

const accountNumber = /^[A-Z0-9](?:[A-Z0-9 ./-]*[A-Z0-9])$/;

/**
 * Whether this may be an IBAN (ISO 13616, by its check digits) or, for banks without one, an account number: at least four
 * letters and digits, with spaces, dots, dashes and slashes between them.
 */
function isAccountNumber(text: string): boolean {
  const written = text.toUpperCase();
  const characters = written.replaceAll(/[ ./-]/g, '');
  if (!accountNumber.test(written) || characters.length < 4) return false;
  return !/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(characters) || isIban(characters);
}

/** The number that its letters (A is 10) and digits make, with the first four characters at the end, leaves 1 of 97. */
export function isIban(characters: string): boolean {
  if (characters.length < 15 || characters.length > 34) return false;
  const turned = characters.slice(4) + characters.slice(0, 4);
  let rest = 0;
  for (const character of turned) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
