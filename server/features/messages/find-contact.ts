import {
  type CountryCode,
  findPhoneNumbersInText,
  isSupportedCountry,
} from 'libphonenumber-js/max';
import type { ContactKind } from '#contract/contact-kinds.ts';
import { shopCurrency } from '#contract/shop-currency.ts';

/**
 * The kinds of contact data in a text that lead a sale out of the shop. Telephone numbers of other countries are found with
 * their `+`; those of the countries of the shop's currency also as people there write them.
 */
export function findContact(text: string): ContactKind[] {
  const plain = text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  const kinds: ContactKind[] = [];
  if (hasPhoneNumber(plain)) kinds.push('phone');
  if (mailAddress.test(plain)) kinds.push('email');
  if (paymentLink.test(plain)) kinds.push('payment-link');
  return kinds;
}

/** Shorter ones are years, prices and names of models, such as ES-335 1968, which some country has as a number. */
const minDigits = 9;

function hasPhoneNumber(text: string): boolean {
  if (countDigits(text) < minDigits) return false;
  return countriesOf(shopCurrency().code).some((defaultCountry) =>
    findPhoneNumbersInText(text, { defaultCountry }).some(
      ({ number, startsAt, endsAt }) =>
        number.isValid() && countDigits(text.slice(startsAt, endsAt)) >= minDigits,
    ),
  );
}

function countDigits(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}

/** The code of a currency begins with that of its country, but for those that several countries share. */
function countriesOf(currency: string): readonly CountryCode[] {
  const country = currency.slice(0, 2);
  if (isSupportedCountry(country)) return [country];
  return currency === 'EUR' ? euroCountries : ['US'];
}

const euroCountries: readonly CountryCode[] = [
  'DE',
  'FR',
  'IT',
  'ES',
  'NL',
  'AT',
  'BE',
  'PT',
  'IE',
];

/** Also as people write one so that programs do not find it: name (at) host.com. */
const mailAddress =
  /[\p{L}\d._%+-]+\s?(?:@|[([{]\s?at\s?[)\]}])\s?[\p{L}\d-]+(?:(?:\.|\s?[([{]\s?dot\s?[)\]}]\s?)[\p{L}\d-]+)+/iu;

const paymentHosts = [
  ...['paypal\\.me', 'paypal\\.com', 'venmo\\.com', 'cash\\.app', 'zellepay\\.com', 'wise\\.com'],
  ...['revolut\\.me', 'revolut\\.com', 'bunq\\.me', 'monzo\\.me', 'tikkie\\.me', 'lydia-app\\.com'],
  ...['buy\\.stripe\\.com', 'checkout\\.stripe\\.com', 'square\\.link', 'klarna\\.com'],
  ...['westernunion\\.com', 'moneygram\\.com', 'satispay\\.com', 'twint\\.ch', 'swish\\.nu'],
];
const paymentLink = new RegExp(
  `(?<![\\p{L}\\d@.-])(?:https?://)?(?:[\\w-]+\\.)*(?:${paymentHosts.join('|')})(?![\\p{L}\\d-])|(?<![\\p{L}\\d])(?:bitcoin|ethereum):[\\da-z]{20}`,
  'iu',
);
