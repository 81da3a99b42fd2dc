import { type Currency, shopCurrency } from '#contract/money/shop-currency.ts';

/*
 * Amounts in Stripe's API. They are in the smallest unit of ISO 4217, with these exceptions
 * (docs.stripe.com/currencies, "Special cases" and "Three-decimal currencies", read in November 2026):
 *
 * - ISK and UGX have no smaller unit any more, but Stripe takes them with two decimals that must be 00: 5 krónur are
 *   500. Other amounts are refused with invalid_charge_amount_no_decimal_compatible
 *   (support.stripe.com/questions/deprecation-of-fractional-isk-charges-and-refunds).
 * - BHD, JOD, KWD, OMR and TND have three decimals, the last of which must be 0 in payment intents and refunds.
 * - HUF and TWD have two decimals here. That payouts in them must be whole concerns only payouts from the account to
 *   its own bank that are started manually, which this shop does not do.
 */
const takenWithTwoDecimals = new Set(['ISK', 'UGX']);

/** "Minimum and maximum charge amounts" at docs.stripe.com/currencies, in smallest units. Others depend on a rate of exchange. */
const leastCharges: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  USD: 50,
};

/** A currency with what Stripe asks of prices in it. */
export function chargedByStripe(currency: Currency): Currency {
  const { code, digits } = currency;
  return { ...currency, step: digits === 3 ? 10 : 1, least: leastCharges[code] ?? 1 };
}

/** The code in Stripe's letters. */
export function stripeCurrency({ code } = shopCurrency()): string {
  return code.toLowerCase();
}

/** Converts integer smallest units to an amount of Stripe's API. */
export function toStripeAmount(minorUnits: number, { code } = shopCurrency()): number {
  return takenWithTwoDecimals.has(code) ? minorUnits * 100 : minorUnits;
}

/**
 * Converts an amount of Stripe's API to integer smallest units. Only a fee can have a part of one, in ISK and UGX; it is
 * rounded.
 */
export function fromStripeAmount(amount: number, { code } = shopCurrency()): number {
  return takenWithTwoDecimals.has(code) ? Math.round(amount / 100) : amount;
}
