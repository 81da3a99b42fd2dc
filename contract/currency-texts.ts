import {
  type Currency,
  formatDigits,
  highestAmount,
  shopCurrency,
  toMajorUnits,
} from './currency.ts';

/** What forms and calls say about amounts. Apart from `currency.ts`, because the first page does not need it. */
export const currencyTexts = {
  /** As in 'What the buyer pays, in dollars'. */
  unit: ({ digits, name } = shopCurrency()) => (digits === 0 ? `whole ${name}` : name),
  digits: ({ digits, name } = shopCurrency()) =>
    digits === 0
      ? `Use whole ${name}, without a decimal point`
      : `Use at most ${digits === 3 ? 'three' : 'two'} digits after the point`,
  highest: (what: string, currency = shopCurrency()) =>
    `The ${what} may be at most ${formatDigits(highestAmount(currency), 0)}`,
  step: (currency = shopCurrency()) =>
    `Cards are charged in steps of ${amountText(currency.step, currency)}, so end it with 0`,
  least: (currency = shopCurrency()) =>
    `Cards are charged ${amountText(currency.least, currency)} or more`,
  /** An amount as somebody would type it. */
  example: ({ digits } = shopCurrency()) =>
    ['like 45000 or 44900', '', 'like 450 or 449.50', 'like 450 or 449.500'][digits] ?? '',
} as const;

function amountText(minorUnits: number, currency: Currency): string {
  return currency.sign + formatDigits(toMajorUnits(minorUnits, currency), currency.digits);
}
