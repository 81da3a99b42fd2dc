import { type Currency, usDollar } from './currency.ts';

/*
 * The currencies that a shop can sell in: those that Stripe charges cards in (docs.stripe.com/currencies) and in which
 * the highest price, 100,000,000 of the smallest unit, pays for all but the rarest instruments. Digits are those of ISO
 * 4217. They are written down here because `Intl` has others for some (none for HUF and PKR in CLDR), and not the same in
 * all engines. Only the server reads this table; pages get the one currency of their shop.
 */
const byDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CHF CNY CVE CZK DKK
    DOP DZD EGP ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF ILS INR JMD KES KGS KYD
    LKR LRD LSL MAD MDL MKD MOP MUR MVR MXN MYR MZN NAD NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR
    RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SRD STN SZL THB TJS TOP TRY TTD TWD UAH USD UYU WST XCD
    XCG YER ZAR ZMW`,
  3: 'BHD JOD KWD OMR TND',
};

/**
 * Currencies that Stripe charges and a shop cannot sell in: 1,000,000.00 of them, the highest price, was less than 2,500
 * US dollars in 2026.
 */
export const currenciesOfSmallUnits =
  'AOA ARS CDF COP CRC IDR KHR KZT LAK LBP MGA MMK MNT MWK NGN SOS TZS UZS'.split(' ');

const digitsByCode = new Map(
  Object.entries(byDigits).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
);

/** The codes of the currencies that a shop can sell in. */
export const currencyCodes: readonly string[] = [...digitsByCode.keys()].sort();

/** A currency that a shop can sell in, by its code. Undefined for another one. */
export function findCurrency(code: string): Currency | undefined {
  const digits = digitsByCode.get(code);
  if (digits === undefined) return undefined;
  // The specification's own words and sign, which `Intl` happens to share but for the name.
  if (code === usDollar.code) return usDollar;
  return { code, digits, sign: signOf(code), name: nameOf(code), step: 1, least: 1 };
}

/** As it stands before an amount in English: `€`, or `KWD` with a space that does not break. */
function signOf(code: string): string {
  const parts = partsOf(1, { style: 'currency', currency: code });
  return parts
    .slice(
      0,
      parts.findIndex(({ type }) => type === 'integer'),
    )
    .map(({ value }) => value)
    .join('');
}

/** In the plural: `euros`, `Japanese yen`. */
function nameOf(code: string): string {
  const parts = partsOf(2, { style: 'currency', currency: code, currencyDisplay: 'name' });
  return parts.find(({ type }) => type === 'currency')?.value ?? code;
}

function partsOf(number: number, options: Intl.NumberFormatOptions): Intl.NumberFormatPart[] {
  return new Intl.NumberFormat('en-US', options).formatToParts(number);
}
