/**
 * The numbers for VAT of the European Union as its VIES service describes them, without the code of the country in front. Whether
 * a number exists is known to VIES alone, so there are no check digits here.
 */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^(?!\d{9}$)[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{10}\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** For VAT these belong to another country. */
const belongsTo: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' };

/** The country whose VAT holds in this one. */
export function vatCountryOf(country: string): string {
  return belongsTo[country] ?? country;
}

/** Whether the VAT of the European Union holds in a country. */
export function hasUnionVat(country: string): boolean {
  return vatCountryOf(country) in forms;
}

/** The code in front of the numbers of a country: Greece has another one than everywhere else. */
const prefixOf = (country: string) => (country === 'GR' ? 'EL' : country);

/**
 * A number as it is printed, in capitals and without spaces, dots and hyphens, and its country.
 * @returns undefined for a text that has not the form of a number of the European Union
 */
export function readVatNumber(text: string): { number: string; country: string } | undefined {
  const number = text.toUpperCase().replaceAll(/[\s./-]/g, '');
  const prefix = number.slice(0, 2);
  const country = Object.keys(forms).find((one) => prefixOf(one) === prefix);
  if (country === undefined || !forms[country]?.test(number.slice(2))) return undefined;
  return { number, country };
}

/** Whether a text may be the number of somebody in this country. Outside of the European Union any may. */
export function isVatNumberIn(country: string, text: string): boolean {
  return !hasUnionVat(country) || readVatNumber(text)?.country === vatCountryOf(country);
}
