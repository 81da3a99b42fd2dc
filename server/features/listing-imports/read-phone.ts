import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { limits } from '#contract/constants.ts';
import { compactPhone } from '#contract/fields.ts';

/**
 * A telephone number with the code of its country in E.164: '+32 470 12 34 56' is '+32470123456'. One that is too long for a
 * listing in this way is written as people in its country do: '+49 1512 3456789' is '015123456789'. Another text stays, without
 * what divides its digits when it is too long.
 */
export function readPhone(text: string): string {
  const international = text.replace(/^\s*00(?=[1-9])/, '+').replace(/\(0\)/, '');
  const number = /^\s*\+/.test(international)
    ? parsePhoneNumberFromString(international.slice(0, 60))
    : undefined;
  if (!number?.isValid() || number.ext) return compactPhone(text, limits.sellerPhoneLength);
  return number.number.length <= limits.sellerPhoneLength
    ? number.number
    : number.formatNational().replaceAll(/\D/g, '');
}
