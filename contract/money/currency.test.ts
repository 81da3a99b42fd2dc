import { setupI18n } from '@lingui/core';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { amount, chargedAmount, refundAmount } from '#contract/fields.ts';
import { inLanguage } from '#contract/language.ts';
import {
  chargedByStripe,
  fromStripeAmount,
  stripeCurrency,
  toStripeAmount,
} from '../../server/providers/stripe/stripe-amounts.ts';
import { currenciesOfSmallUnits, currencyCodes, findCurrency, perDollar } from './currencies.ts';
import {
  amountLeft,
  hasFewDigits,
  highestAmount,
  highestMinorUnits,
  isInSteps,
  toMajorUnits,
  toMinorUnits,
} from './currency.ts';
import {
  type Currency,
  currencyName,
  currencySign,
  formatMoney,
  setShopCurrency,
  usDollar,
} from './shop-currency.ts';

afterEach(() => setShopCurrency(usDollar));

describe.each(currencyCodes)('the currency %s', (code) => {
  const currency = currencyOf(code);
  const minorUnits = fc.integer({ min: 1, max: highestMinorUnits });

  it('every amount survives the conversion to the smallest unit of its currency and back', () => {
    fc.assert(
      fc.property(minorUnits, (units) => {
        const onTheWire = toMajorUnits(units, currency);
        expect(toMinorUnits(onTheWire, currency)).toBe(units);
        // The forms of a number in JSON, a form and a CSV cell.
        expect(toMinorUnits(Number(JSON.stringify(onTheWire)), currency)).toBe(units);
        expect(toMinorUnits(Number(onTheWire.toFixed(currency.digits)), currency)).toBe(units);
        expect(`${onTheWire}`.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(currency.digits);
        expect(hasFewDigits(onTheWire, currency)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('an amount can be the sum of two amounts but not half of the smallest unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000_000 }),
        fc.integer({ min: 1, max: 50_000_000 }),
        (one, other) => {
          const sum = toMajorUnits(one, currency) + toMajorUnits(other, currency);
          expect(hasFewDigits(sum, currency)).toBe(true);
          expect(toMinorUnits(sum, currency)).toBe(one + other);
          expect(hasFewDigits((one + 0.5) / 10 ** currency.digits, currency)).toBe(false);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('an amount is the same after Stripe, which gets whole numbers', () => {
    fc.assert(
      fc.property(minorUnits, (units) => {
        const atStripe = toStripeAmount(units, currency);
        expect(Number.isInteger(atStripe)).toBe(true);
        expect(fromStripeAmount(atStripe, currency)).toBe(units);
      }),
      { numRuns: 20 },
    );
    expect(stripeCurrency(currency)).toMatch(/^[a-z]{3}$/);
  });

  it('the currency has a name, and a sign right before the number', () => {
    expect(currency.sign).toMatch(/(^\S*[^\w\s]|\S\u00a0)$/);
    expect(currency.name).toMatch(/\p{L}{3}/u);
  });
});

describe('the digits of a currency', () => {
  it.each([
    ['USD', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['ISK', 0],
    ['UGX', 0],
    ['HUF', 2],
    ['TWD', 2],
    ['KWD', 3],
    ['BHD', 3],
    ['TND', 3],
  ])('the currency %s has %i digits by ISO 4217', (code, digits) => {
    expect(currencyOf(code).digits).toBe(digits);
  });

  it.each([...currenciesOfSmallUnits, 'XYZ', 'usd', '', 'XAU'])('%s is not offered', (code) => {
    expect(findCurrency(code)).toBeUndefined();
  });

  it('the dollar is written as in the specification', () => {
    expect(findCurrency('USD')).toEqual(usDollar);
    expect(new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(1)).toBe(
      '$1.00',
    );
  });
});

describe('round prices', () => {
  it.each([
    ['USD', [250, 1_000]],
    ['EUR', [250, 1_000]],
    ['GBP', [250, 1_000]],
    ['JPY', [50_000, 100_000]],
    ['KWD', [100, 250]],
    ['INR', [25_000, 100_000]],
    ['SEK', [2_500, 10_000]],
  ])('round prices in %s are %j', (code, marks) => {
    expect(currencyOf(code).marks).toEqual(marks);
  });

  it.each(currencyCodes)('round prices in %s ascend up to a price worth 2,500 dollars', (code) => {
    const { marks, ...currency } = currencyOf(code);
    const [low = 0, high = 0] = marks;
    expect(low).toBeLessThan(high);
    expect(marks.every((mark) => hasFewDigits(mark, { ...currency, marks }))).toBe(true);
    expect(highestAmount(currencyOf(code)) / perDollar(code)).toBeGreaterThan(2_500);
  });
});

describe('the highest price', () => {
  it.each([
    ['USD', 1_000_000],
    ['JPY', 100_000_000],
    ['KWD', 100_000],
  ])('the highest price in %s is %i', (code, highest) => {
    expect(highestAmount(currencyOf(code))).toBe(highest);
  });
});

describe('an amount of a call', () => {
  const tooMany = { JPY: 'Use whole Japanese yen, without a decimal point' };
  it.each([
    ['USD', 1.005, 'Use at most two digits after the point'],
    ['USD', 0.1 + 0.2, 30],
    ['USD', 19.99, 1_999],
    ['USD', '19.99', 1_999],
    ['USD', 1_000_000.01, 'The price may be at most 1,000,000'],
    ['EUR', 1_000_000, 100_000_000],
    ['JPY', 1_234, 1_234],
    ['JPY', '1234', 1_234],
    ['JPY', 1_234.5, tooMany.JPY],
    ['JPY', '0.5', tooMany.JPY],
    ['JPY', 100_000_000, 100_000_000],
    ['JPY', 100_000_001, 'The price may be at most 100,000,000'],
    ['KWD', 1.234, 1_234],
    ['KWD', '0.001', 1],
    ['KWD', 1.2345, 'Use at most three digits after the point'],
    ['KWD', 100_000.001, 'The price may be at most 100,000'],
    ['KWD', 0, 'The price must be above 0'],
    ['KWD', -1, 'The price must be above 0'],
  ])('an amount in %s: %j is read as %j', (code, given, expected) => {
    setShopCurrency(currencyOf(code));
    const { data, error } = amount(() => 'This is not a price').safeParse(given);
    expect(error ? error.issues[0]?.message : toMinorUnits(Number(data))).toBe(expected);
  });

  it('a refunded amount has no more digits than its currency', () => {
    setShopCurrency(currencyOf('JPY'));
    const schema = refundAmount(() => 'Say how much');
    expect(schema.safeParse(333).success).toBe(true);
    expect(schema.safeParse(333.33).error?.issues[0]?.message).toBe(tooMany.JPY);
    expect(schema.safeParse(0).success).toBe(true);
  });
});

describe('a price that Stripe charges', () => {
  it.each([
    ['USD', 0.49, 'Cards are charged $0.50 or more'],
    ['USD', 0.5, 0.5],
    ['JPY', 49, 'Cards are charged ¥50 or more'],
    ['JPY', 50, 50],
    ['KWD', 5.124, 'Cards are charged in steps of KWD\u00a00.010, so end it with 0'],
    ['KWD', 5.12, 5.12],
    ['ISK', 5, 5],
  ])('a price that Stripe charges in %s: %j is read as %j', (code, given, expected) => {
    setShopCurrency(chargedByStripe(currencyOf(code)));
    const { data, error } = chargedAmount(() => 'This is not a price').safeParse(given);
    expect(error ? error.issues[0]?.message : data).toBe(expected);
  });

  it.each([
    ['USD', 1_234, 1_234],
    ['JPY', 1_234, 1_234],
    ['KWD', 5_120, 5_120],
    ['ISK', 5, 500],
    ['UGX', 5, 500],
    ['HUF', 1_050, 1_050],
  ])('a price in %s: %i of the smallest unit is %i at Stripe', (code, units, atStripe) => {
    expect(toStripeAmount(units, currencyOf(code))).toBe(atStripe);
  });

  it('Stripe charges multiples of ten in every currency with three digits', () => {
    for (const code of currencyCodes) {
      const charged = chargedByStripe(currencyOf(code));
      expect(charged.step).toBe(charged.digits === 3 ? 10 : 1);
      expect(isInSteps(toMajorUnits(charged.step, charged), charged)).toBe(true);
    }
  });
});

describe('what is left of an amount', () => {
  beforeAll(() => setShopCurrency(usDollar));
  afterAll(() => setShopCurrency(usDollar));

  it('the rest of an amount has no floating-point errors', () => {
    expect(0.3 - 0.1).not.toBe(0.2);
    expect(amountLeft(0.3, 0.1)).toBe(0.2);
    expect(amountLeft(100_000.01, 0.02)).toBe(99_999.99);
  });
});

function currencyOf(code: string): Currency {
  const currency = findCurrency(code);
  if (!currency) throw new Error(`${code} is not offered`);
  return currency;
}

it.each([
  ['en', '$'],
  ['de', '$'],
  ['fr', '$US'],
  ['ja', '$'],
  ['ar', 'US$'],
])('labels in %s have the sign of prices, %s', (tag, sign) => {
  inLanguage(setupI18n({ locale: tag, messages: { [tag]: {} } }), () => {
    expect(currencySign()).toBe(sign);
    expect(formatMoney(210)).toContain(sign);
  });
});

it.each([
  ['nl', 'EUR', 'euro'],
  ['fr', 'EUR', 'euros'],
  ['de', 'EUR', 'Euro'],
  ['ja', 'EUR', 'ユーロ'],
])('a sentence in %s names %s %s', (tag, code, name) => {
  inLanguage(setupI18n({ locale: tag, messages: { [tag]: {} } }), () => {
    expect(currencyName(findCurrency(code))).toBe(name);
  });
});
