import { sayKnown } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';
import { highestAmount, toMajorUnits } from './currency.ts';
import {
  type Currency,
  currencyName,
  formatDigits,
  formatPaid,
  shopCurrency,
  usDollar,
} from './shop-currency.ts';

/** What forms and calls say about amounts. Apart from `currency.ts`, because the first page does not need it. */
export const currencyTexts = {
  /** The name of the currency, as in 'What the buyer pays, in dollars'. */
  unit: (currency = shopCurrency()) => {
    const name = currencyName(currency);
    return currency.digits === 0 ? t`whole ${name}` : name;
  },
  digits: (currency = shopCurrency()) => {
    const name = currencyName(currency);
    if (currency.digits === 0) return sayKnown(msg`Use whole ${name}, without a decimal point`);
    return sayKnown(
      currency.digits === 3
        ? msg`Use at most three digits after the point`
        : msg`Use at most two digits after the point`,
    );
  },
  price: (currency?: Currency) => {
    const highest = highestText(currency);
    return sayKnown(msg`The price may be at most ${highest}`);
  },
  lowest: (currency?: Currency) => {
    const highest = highestText(currency);
    return sayKnown(msg`The lowest price may be at most ${highest}`);
  },
  highest: (currency?: Currency) => {
    const highest = highestText(currency);
    return sayKnown(msg`The highest price may be at most ${highest}`);
  },
  step: (currency = shopCurrency()) => {
    const step = amountText(currency.step, currency);
    return sayKnown(msg`Cards are charged in steps of ${step}, so end it with 0`);
  },
  least: (currency = shopCurrency()) => {
    const least = amountText(currency.least, currency);
    return sayKnown(msg`Cards are charged ${least} or more`);
  },
  /** Amounts as people type them. */
  example: ({ digits, marks, code } = shopCurrency()) => {
    if (code === usDollar.code) return t`like 450 or 449.50`;
    const [low = 0, high = low] = marks;
    const other = digits === 0 ? low : (low - 0.5).toFixed(digits);
    return t`like ${high} or ${other}`;
  },
} as const;

function highestText(currency?: Currency): string {
  return formatDigits(highestAmount(currency), 0);
}

function amountText(minorUnits: number, currency: Currency): string {
  return formatPaid(toMajorUnits(minorUnits, currency), currency);
}
