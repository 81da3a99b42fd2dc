import { afterEach, describe, expect, test } from 'vitest';
import { findCurrency } from '#contract/currencies.ts';
import { setShopCurrency, usDollar } from '#contract/shop-currency.ts';
import { amountInputMode, plainAmount } from './amount-field.ts';

afterEach(() => setShopCurrency(usDollar));

describe('an amount as people write it', () => {
  test.each([
    ['USD', ' $1,250.50 ', '1250.50'],
    ['USD', '1,250 USD', '1250'],
    ['USD', 'usd 1250', '1250'],
    ['USD', '€5', '€5'],
    ['USD', '1.250,00', '1.250,00'],
    ['EUR', '1,250.50 €', '1250.50'],
    ['EUR', '€1,000,000', '1000000'],
    ['JPY', '¥125,000', '125000'],
    ['JPY', '125,000 JPY', '125000'],
    ['CAD', '$1,250', '1250'],
    ['CAD', 'CA$1,250', '1250'],
    ['KWD', 'KWD 12.500', '12.500'],
    ['KWD', '12.500', '12.500'],
    ['PLN', '1250 pln', '1250'],
  ])('in %s: %j is read as %s', (code, typed, plain) => {
    setShopCurrency(findCurrency(code) ?? usDollar);
    expect(plainAmount(typed)).toBe(plain);
  });
});

test('the keyboard has a point where the currency has smaller units', () => {
  expect(amountInputMode()).toBe('decimal');
  setShopCurrency(findCurrency('JPY') ?? usDollar);
  expect(amountInputMode()).toBe('numeric');
});
