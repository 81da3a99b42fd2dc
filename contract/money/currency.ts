import { shopCurrency } from './shop-currency.ts';

/**
 * Amounts of money. On the wire and in forms they are numbers of the currency's unit, such as 12.5 dollars; everywhere
 * inside and in the columns named `…_cents` they are integers of its smallest unit, such as 1250 cents, 1250 yen or
 * 1250 fils.
 */

/**
 * The highest price in smallest units: 1,000,000 dollars, 100,000,000 yen, 100,000 dinars. One number for all currencies,
 * because columns, their checks and the index of prices are made for it.
 */
export const highestMinorUnits = 100_000_000;

/** Converts an amount from the wire to integer smallest units. */
export function toMinorUnits(amount: number, { digits } = shopCurrency()): number {
  return Math.round(amount * 10 ** digits);
}

/** Converts integer smallest units to an amount for the wire. */
export function toMajorUnits(minorUnits: number, { digits } = shopCurrency()): number {
  return minorUnits / 10 ** digits;
}

/**
 * Whether an amount has no more digits after the point than the currency. The tolerance is for sums that a client made of
 * floating-point numbers.
 */
export function hasFewDigits(amount: number, currency = shopCurrency()): boolean {
  const minorUnits = toMinorUnits(amount, currency);
  if (amount > 0 && minorUnits === 0) return false;
  return Math.abs(amount * 10 ** currency.digits - minorUnits) < 1e-6;
}

/** Whether an amount is a multiple of what cards are charged in. */
export function isInSteps(amount: number, currency = shopCurrency()): boolean {
  return toMinorUnits(amount, currency) % currency.step === 0;
}

/** What is left of an amount, without the errors of floating-point numbers. */
export function amountLeft(amount: number, taken: number): number {
  return toMajorUnits(toMinorUnits(amount) - toMinorUnits(taken));
}

/** The highest price as an amount. */
export function highestAmount(currency = shopCurrency()): number {
  return toMajorUnits(highestMinorUnits, currency);
}
