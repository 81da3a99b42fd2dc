import { highestAmount, toMajorUnits } from './currency.ts';
import { type Currency, formatDigits, shopCurrency, usDollar } from './shop-currency.ts';

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
  /** Amounts as somebody would type them. */
  example: ({ digits, marks, code } = shopCurrency()) => {
    if (code === usDollar.code) return 'like 450 or 449.50';
    const [low = 0, high = low] = marks;
    return `like ${high} or ${digits === 0 ? low : (low - 0.5).toFixed(digits)}`;
  },
} as const;

function amountText(minorUnits: number, currency: Currency): string {
  return currency.sign + formatDigits(toMajorUnits(minorUnits, currency), currency.digits);
}
