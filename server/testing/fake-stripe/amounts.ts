import { invalid } from './objects.ts';

/*
 * What Stripe asks of amounts (docs.stripe.com/currencies), written down a second time: a fault in the table that the
 * shop's adapters use must not be one of the fake as well.
 */

/** The least charge of some currencies in the unit of the API. */
const leastCharge: Readonly<Record<string, number>> = { usd: 50, eur: 50, gbp: 30, jpy: 50 };

/** The number of digits after the point that an amount of the API has. */
function digitsOf(currency: string): 0 | 2 | 3 {
  if (/^(bhd|jod|kwd|omr|tnd)$/.test(currency)) return 3;
  return /^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/.test(currency) ? 0 : 2;
}

/** An amount of the API as a person would pay it: 4500 of `usd` are 45. */
export function paidAmount({ amount, currency }: { amount: number; currency: string }): number {
  return amount / 10 ** digitsOf(currency);
}

/** Checks an amount in a currency. @throws FakeStripeError */
export function checkAmount(amount: number, currency: string): number {
  if (!/^[a-z]{3}$/.test(currency)) throw invalid('', `Invalid currency: ${currency}`);
  if (!Number.isInteger(amount) || amount < 1) {
    throw invalid('parameter_invalid_integer', 'This value must be greater than or equal to 1.');
  }
  if ((currency === 'isk' || currency === 'ugx') && amount % 100 !== 0) {
    throw invalid(
      'invalid_charge_amount_no_decimal_compatible',
      `Invalid amount. Currency ${currency.toUpperCase()} has become effectively zero-decimal and charged amounts must be evenly divisible by 100.`,
    );
  }
  if (digitsOf(currency) === 3 && amount % 10 !== 0) {
    throw invalid('', 'The last digit of an amount in a three-decimal currency must be 0.');
  }
  return amount;
}

/** Checks the amount of a charge. @throws FakeStripeError */
export function checkCharge(amount: number, currency: string): number {
  checkAmount(amount, currency);
  const least = leastCharge[currency] ?? 1;
  if (amount < least) throw invalid('amount_too_small', `Amount must be at least ${least}`);
  if (amount > 99_999_999)
    throw invalid('amount_too_large', 'Amount must be no more than 99999999');
  return amount;
}
