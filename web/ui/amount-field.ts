import { shopCurrency } from '#contract/money/shop-currency.ts';

/** The keyboard for an amount: without a point where the currency has no smaller unit. */
export function amountInputMode(): 'decimal' | 'numeric' {
  return shopCurrency().digits === 0 ? 'numeric' : 'decimal';
}
