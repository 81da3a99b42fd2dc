/**
 * Amounts of money. On the wire and in forms they are numbers of the currency's unit, such as 12.5 dollars; everywhere
 * inside and in the columns named `…_cents` they are integers of its smallest unit, such as 1250 cents, 1250 yen or
 * 1250 fils.
 */

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
  /** Where the filters cut prices into low, middle and high ones, in ascending order. */
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

/**
 * The highest price in smallest units: 1,000,000 dollars, 100,000,000 yen, 100,000 dinars. One number for all currencies,
 * because columns, their checks and the index of prices are made for it.
 */
export const highestMinorUnits = 100_000_000;

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

/** Converts an amount from the wire to integer smallest units. */
export function toMinorUnits(amount: number, { digits } = current): number {
  return Math.round(amount * 10 ** digits);
}

/** Converts integer smallest units to an amount for the wire. */
export function toMajorUnits(minorUnits: number, { digits } = current): number {
  return minorUnits / 10 ** digits;
}

/**
 * Whether an amount has no more digits after the point than the currency. The tolerance is for sums that a client made of
 * floating-point numbers.
 */
export function hasFewDigits(amount: number, currency = current): boolean {
  const minorUnits = toMinorUnits(amount, currency);
  if (amount > 0 && minorUnits === 0) return false;
  return Math.abs(amount * 10 ** currency.digits - minorUnits) < 1e-6;
}

/** Whether an amount is a multiple of what cards are charged in. */
export function isInSteps(amount: number, currency = current): boolean {
  return toMinorUnits(amount, currency) % currency.step === 0;
}

/** What is left of an amount, without the errors of floating-point numbers. */
export function amountLeft(amount: number, taken: number): number {
  return toMajorUnits(toMinorUnits(amount) - toMinorUnits(taken));
}

/** The highest price as an amount. */
export function highestAmount(currency = current): number {
  return toMajorUnits(highestMinorUnits, currency);
}

/** An amount without the currency: `1,250` or `1,250.50`. */
export function formatDigits(amount: number, digits: number): string {
  formats[digits] ??= new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return formats[digits].format(amount);
}

/** By the number of digits after the point. */
const formats: Intl.NumberFormat[] = [];
