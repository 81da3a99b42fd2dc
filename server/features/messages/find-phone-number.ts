import {
  type CountryCode,
  findPhoneNumbersInText,
  isSupportedCountry,
} from 'libphonenumber-js/max';
import { shopCurrency } from '#contract/money/shop-currency.ts';

/** Shorter ones are years, prices and names of models, such as ES-335 1968, which some country has as a number. */
const minDigits = 9;
/** Characters that the library reads, which are milliseconds. A message has one or two numbers, and no 600 characters of them. */
const maxLength = 600;

/**
 * Whether a text in NFKC has a telephone number. Numbers of other countries are found with their code (`+44`, `0044`,
 * or in groups `44 20 7946 0958`), those of the countries of the shop's currency also as people there write them.
 * Serial numbers are none.
 */
export function hasPhoneNumber(text: string): boolean {
  const places = text
    .replaceAll(serialNumber, ' ; ')
    .match(/(?:^|[^\d+(])?[+(]{0,2}\p{Nd}[\p{Nd}\s()./+-]*(?:[^\s]|$)/gu)
    ?.filter((place) => countDigits(place) >= minDigits)
    .join(' ; ')
    .slice(0, maxLength);
  if (!places) return false;
  return (
    countriesOf(shopCurrency().code).some((country) => hasNumberOf(places, country)) ||
    hasNumberOf(places.replaceAll(/(?<!\d)(?:00|011)(?=[ .()/-]?[1-9])/g, '+')) ||
    hasForeignNumber(places)
  );
}

/**
 * So many places of a text are looked at, and of so many characters, because each takes milliseconds; any other one with as many digits
 * is taken for a number.
 */
const maxPlaces = 8;
const maxPlaceLength = 60;

/** The text without its telephone numbers; of each something remains that shows where it was. */
export function removePhoneNumbers(text: string): string {
  let places = 0;
  return text.replaceAll(
    /[+(]{0,2}\p{Nd}(?:[\p{Nd}\s()./+-]*\p{Nd})?/gu,
    (place: string, at: number, whole: string) => {
      if (countDigits(place) < minDigits) return place;
      places += 1;
      if (places > maxPlaces || place.length > maxPlaceLength) return '…';
      if (!hasPhoneNumber(place.normalize('NFKC'))) return place;
      // After 'serial number' it is none.
      const before = whole.slice(Math.max(0, at - 40), at);
      const isNumber = hasPhoneNumber((before + place).normalize('NFKC'));
      return isNumber ? '…' : place;
    },
  );
}

function hasNumberOf(text: string, defaultCountry?: CountryCode): boolean {
  return findPhoneNumbersInText(text, defaultCountry && { defaultCountry }).some(
    ({ number, startsAt, endsAt }) =>
      number.isValid() && countDigits(text.slice(startsAt, endsAt)) >= minDigits,
  );
}

/** In groups, the code of its country first. Pairs of digits alone are measures, and with a year among them they are none either. */
function hasForeignNumber(text: string): boolean {
  const groups = /(?<![\d+])[1-9]\d{0,2}(?:[ .-]\(?\d{1,8}\)?){2,6}(?!\d)/g;
  return (text.match(groups) ?? []).some(
    (number) =>
      countDigits(number) > 10 &&
      /[ .(-]\d{3}/.test(number) &&
      !/(?<!\d)(?:19|20)\d\d(?!\d)/.test(number) &&
      hasNumberOf(`+${number}`),
  );
}

function countDigits(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}

const labelEnd = '[ .:#°]{0,4}(?:(?:is|ist|est|es) )?';
/**
 * What follows 'serial number', 'S/N' and the like, in the languages of the shop, and the digits without spaces after 'no.', unless
 * the number is that of a telephone.
 */
const serialNumber = new RegExp(
  [
    `(?<![\\p{L}\\d])(?:seriale?|seriennummer|seriennr|s[eé]rie|s ?/ ?n|sn)(?: ?(?:number|num|no|nr))?${labelEnd}[\\p{L}\\d][\\p{L}\\d-]{0,30}`,
    '(?:シリアル(?:番号|ナンバー)?|製造番号|الرقم التسلسلي|رقم تسلسلي)[ .:は]{0,3}[\\p{L}\\d][\\p{L}\\d-]{0,30}',
    `(?<![\\p{L}\\d]|(?:phone|tel|telefon|téléphone|teléfono|mobile|cell|call|handy|whatsapp)[. ]{1,2})(?:no|nr|num|n°)${labelEnd}\\d{9,30}(?![\\d -]\\d)`,
  ].join('|'),
  'giu',
);

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
