import { isRightToLeft, language } from '#contract/language.ts';

/** A currency as prices are written, stored and charged in it. The server chooses it and passes it to the pages. */
export interface Currency {
  /** ISO 4217. */
  code: string;
  /** Digits after the point, by ISO 4217: 0, 2 or 3. */
  digits: number;
  /** Stands before an amount, with the space that it needs: `$`, `€`, `KWD `. */
  sign: string;
  /** In a sentence, as in 'a price in dollars'. */
  name: string;
  /** The prices at which the filters separate low, middle and high ones, in ascending order. */
  marks: readonly number[];
  /** What a price, and a part of it that is refunded, must be a multiple of, in smallest units. */
  step: number;
  /** The lowest price that the card provider charges, in smallest units. */
  least: number;
}

/** The specification's, and the one of a shop that names none. */
export const usDollar: Currency = {
  code: 'USD',
  digits: 2,
  sign: '$',
  name: 'dollars',
  marks: [250, 1_000],
  step: 1,
  least: 1,
};

/** One process serves one shop, so its currency is set once, before anything reads an amount. */
let current: Currency = usDollar;

/** The currency of the shop. */
export function shopCurrency(): Currency {
  return current;
}

/** Sets the currency of the shop: at the start of a server, before a page is rendered and before one is hydrated. */
export function setShopCurrency(currency: Currency): void {
  current = currency;
}

/** An amount as `$1,250`, with cents only when there are any: `$89.50`; `¥1,250`; `KWD 89.500`. */
export function formatMoney(amount: number, currency = current): string {
  return withCurrency(amount, Number.isInteger(amount) ? 0 : currency.digits, currency);
}

/** An amount that is paid, earned or booked: always with its cents, `$1,250.00`. */
export function formatPaid(amount: number, currency = current): string {
  return withCurrency(amount, currency.digits, currency);
}

/** In English the shop's own sign stands first; other languages have their own places and signs. */
function withCurrency(amount: number, digits: number, { sign, code }: Currency): string {
  if (isEnglish()) return sign + formatDigits(amount, digits);
  const format = numberFormat(digits, code);
  return isRightToLeft(language())
    ? inRightToLeft(format.formatToParts(amount))
    : withApostrophe(format.format(amount));
}

/**
 * The amount runs from the right wherever it stands, also in a title or between Latin letters. Its sign is isolated,
 * because the dollar of `US$` would be torn from its letters.
 */
function inRightToLeft(parts: readonly Intl.NumberFormatPart[]): string {
  const written = parts.map(({ type, value }) =>
    type === 'currency' ? `\u2068${value}\u2069` : value,
  );
  return `\u2067${written.join('')}\u2069`;
}

/** An amount without the currency: `1,250` or `1,250.50`. */
export function formatDigits(amount: number, digits: number): string {
  return withApostrophe(numberFormat(digits).format(amount));
}

/** Between the thousands in Switzerland, where the versions of Unicode's data on servers and in browsers differ. */
const withApostrophe = (digits: string) => digits.replaceAll("'", '’');

/** The name of the currency in labels of fields: `$`, in French `$US`, in Arabic `US$`. */
export function currencySign({ sign, code } = current): string {
  if (isEnglish()) return sign.trim();
  const parts = numberFormat(0, code).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? code;
}

/** In a sentence, as in 'a price in dollars'. */
export function currencyName({ name, code } = current): string {
  if (isEnglish()) return name;
  // As it is written after an amount: `Intl.DisplayNames` begins some with a capital, as it would stand in a list.
  const named = new Intl.NumberFormat(language(), {
    style: 'currency',
    currency: code,
    currencyDisplay: 'name',
  });
  return named.formatToParts(1_000).find(({ type }) => type === 'currency')?.value ?? code;
}

const isEnglish = () => /^en\b/.test(language());

function numberFormat(digits: number, code?: string): Intl.NumberFormat {
  const key = `${language()} ${digits} ${code}`;
  const made =
    formats.get(key) ??
    new Intl.NumberFormat(language(), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      ...(code === undefined ? {} : { style: 'currency', currency: code }),
    });
  formats.set(key, made);
  return made;
}

/** By language, number of digits after the point and currency. */
const formats = new Map<string, Intl.NumberFormat>();
