import { afterEach, describe, expect, it } from 'vitest';
import { findCurrency } from './currencies.ts';
import { currencyTexts } from './currency-texts.ts';
import { readAmount } from './read-amount.ts';
import { setShopCurrency, usDollar } from './shop-currency.ts';

afterEach(() => setShopCurrency(usDollar));

const inCurrency = (code: string) => setShopCurrency(findCurrency(code) ?? usDollar);

describe('an amount as people write it', () => {
  it.each([
    ['USD', '1250', 1250],
    ['USD', '620,50', 620.5],
    ['USD', '620,5', 620.5],
    ['USD', '12.5', 12.5],
    ['USD', '1,250', 1250],
    ['USD', '1,250.50', 1250.5],
    ['USD', '1.250,50', 1250.5],
    ['USD', '1.250.000', 1_250_000],
    ['USD', ' $1,250.50 ', 1250.5],
    ['USD', '1,250 USD', 1250],
    ['USD', 'usd 1250', 1250],
    ['USD', '-5', -5],
    ['EUR', '1,250.50 €', 1250.5],
    ['EUR', '€1,000,000', 1_000_000],
    ['JPY', '¥125,000', 125_000],
    ['JPY', '125,000 JPY', 125_000],
    ['CAD', '$1,250', 1250],
    ['CAD', 'CA$1,250', 1250],
    ['KWD', 'KWD 12.500', 12.5],
    ['KWD', '0,250', 0.25],
    ['KWD', '1,250.125', 1250.125],
    ['PLN', '1250 pln', 1250],
  ])('an amount as people write it in %s: %j is %d', (code, typed, amount) => {
    inCurrency(code);
    expect(readAmount(typed)).toEqual({ amount });
  });

  it.each([
    ['USD', '1.250', '1.250 can be read as 1.25 and as 1,250: write 1.25 or 1250'],
    ['USD', '$12.500', '12.500 can be read as 12.5 and as 12,500: write 12.5 or 12500'],
    ['USD', '1.005', '1.005 can be read as 1.005 and as 1,005: write 1005'],
    ['KWD', '1,250', '1,250 can be read as 1.25 and as 1,250: write 1.25 or 1250'],
    ['JPY', '1.250', '1.250 can be read as 1.25 and as 1,250: write 1250'],
  ])('an ambiguous amount in %s: %j is refused with both readings', (code, typed, message) => {
    inCurrency(code);
    expect(readAmount(typed)).toEqual({ message });
  });

  it.each([
    ['USD', '0.004'],
    ['USD', '12.3456'],
    ['USD', '1250.500'],
    ['USD', '1,250.500'],
    ['JPY', '12,5'],
    ['JPY', '0.0'],
    ['KWD', '1.2345'],
  ])('an amount in %s: %j has too many digits, even if they are zeros', (code, typed) => {
    inCurrency(code);
    expect(readAmount(typed)).toEqual({ message: currencyTexts.digits() });
  });

  it.each([
    '',
    'ten',
    '1e3',
    '0x10',
    '€5',
    '1 250',
    '12.',
    '.50',
    '1,2,3',
    '1,25,000',
    '12,50,00',
    '1.250,500,00',
    '--5',
    '1234567890',
    '１２',
  ])('%j is none', (typed) => {
    expect(readAmount(typed)).toEqual({ message: undefined });
  });
});
