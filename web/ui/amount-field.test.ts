import { afterEach, expect, test } from 'vitest';
import { findCurrency } from '#contract/money/currencies.ts';
import { setShopCurrency, usDollar } from '#contract/money/shop-currency.ts';
import { amountInputMode } from './amount-field.ts';

afterEach(() => setShopCurrency(usDollar));

test('the keyboard has a point where the currency has smaller units', () => {
  expect(amountInputMode()).toBe('decimal');
  setShopCurrency(findCurrency('JPY') ?? usDollar);
  expect(amountInputMode()).toBe('numeric');
});
