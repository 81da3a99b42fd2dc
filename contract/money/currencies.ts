import { type Currency, usDollar } from './shop-currency.ts';

/*
 * The currencies that a shop can sell in: those that Stripe charges cards in (docs.stripe.com/currencies) and in which
 * the highest price, 100,000,000 of the smallest unit, is worth at least 2,500 US dollars. Digits are those of ISO 4217.
 * They are written down here because `Intl` has others for some (none for HUF and PKR in CLDR), and not the same in all
 * engines. Beside each code is about how many of it made a US dollar in 2026, for round numbers only: nothing is ever
 * converted. Only the server reads this table; pages get the one currency of their shop.
 */
const byDigits: Readonly<Record<number, string>> = {
  0: `BIF 3000, CLP 950, DJF 180, GNF 8600, ISK 130, JPY 150, KMF 430, KRW 1400, PYG 7500, RWF 1450, UGX 3600,
    VND 26000, VUV 120, XAF 570, XOF 570, XPF 105`,
  2: `AED 3.7, AFN 68, ALL 85, AMD 385, AUD 1.5, AWG 1.8, AZN 1.7, BAM 1.7, BBD 2, BDT 122, BMD 1, BND 1.3,
    BOB 7, BRL 5.5, BSD 1, BWP 13.5, BYN 3.2, BZD 2, CAD 1.4, CHF 0.8, CNY 7, CVE 95, CZK 21, DKK 6.5, DOP 62,
    DZD 130, EGP 48, ETB 145, EUR 0.9, FJD 2.2, FKP 0.75, GBP 0.75, GEL 2.7, GHS 11, GIP 0.75, GMD 72, GTQ 7.7,
    GYD 209, HKD 7.8, HNL 26, HTG 131, HUF 340, ILS 3.4, INR 88, JMD 160, KES 129, KGS 87, KYD 0.8, LKR 300,
    LRD 190, LSL 17.5, MAD 9, MDL 17, MKD 53, MOP 8, MUR 46, MVR 15.4, MXN 18.5, MYR 4.2, MZN 64, NAD 17.5,
    NIO 37, NOK 10, NPR 140, NZD 1.75, PAB 1, PEN 3.5, PGK 4.2, PHP 57, PKR 282, PLN 3.7, QAR 3.6, RON 4.4,
    RSD 101, RUB 80, SAR 3.75, SBD 8.2, SCR 14, SEK 9.5, SGD 1.3, SHP 0.75, SLE 23, SRD 38, STN 21, SZL 17.5,
    THB 32.5, TJS 9.3, TOP 2.4, TRY 42, TTD 6.8, TWD 31, UAH 42, USD 1, UYU 40, WST 2.7, XCD 2.7, XCG 1.8,
    YER 240, ZAR 17.5, ZMW 23`,
  3: 'BHD 0.38, JOD 0.71, KWD 0.31, OMR 0.38, TND 2.9',
};

/** Currencies that Stripe charges and a shop cannot sell in, because the highest price in them would be too low. */
export const currenciesOfSmallUnits =
  'AOA ARS CDF COP CRC IDR KHR KZT LAK LBP MGA MMK MNT MWK NGN SOS TZS UZS'.split(' ');

const known = new Map(
  Object.entries(byDigits).flatMap(([digits, list]) =>
    list.split(/,\s+/).map((entry) => {
      const [code = '', perDollar] = entry.split(' ');
      return [code, { digits: Number(digits), perDollar: Number(perDollar) }] as const;
    }),
  ),
);

/** The codes of the currencies that a shop can sell in. */
export const currencyCodes: readonly string[] = [...known.keys()].sort();

/** A currency that a shop can sell in, by its code. Undefined for another one. */
export function findCurrency(code: string): Currency | undefined {
  const found = known.get(code);
  if (!found) return undefined;
  // The specification's own words and sign.
  if (code === usDollar.code) return usDollar;
  const marks = usDollar.marks.map((mark) => roundMark(mark * found.perDollar));
  const words = { sign: signOf(code), name: nameOf(code) };
  return { code, digits: found.digits, ...words, marks, step: 1, least: 1 };
}

/** About how many of a currency make a US dollar; 1 for one that is not known. For examples only. */
export function perDollar(code: string): number {
  return known.get(code)?.perDollar ?? 1;
}

/** The nearest of 1, 2.5, 5 and 10 times a power of ten. */
function roundMark(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(amount));
  const distance = (mark: number) => Math.abs(Math.log(amount / mark));
  const marks = [1, 2.5, 5, 10].map((mark) => mark * power);
  return Math.max(
    1,
    marks.reduce((best, mark) => (distance(mark) < distance(best) ? mark : best)),
  );
}

/** The form before an amount in English: `€`, or `KWD` with a space that does not break. */
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
