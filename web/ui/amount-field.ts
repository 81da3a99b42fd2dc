import { shopCurrency } from '#contract/shop-currency.ts';

/** The keyboard for an amount: without a point where the currency has no smaller unit. */
export function amountInputMode(): 'decimal' | 'numeric' {
  return shopCurrency().digits === 0 ? 'numeric' : 'decimal';
}

/**
 * An amount as people write it, without the currency's sign or code and the commas between thousands: `$1,250.50` and
 * `1,250.50 USD` are `1250.50`.
 */
export function plainAmount(text: string): string {
  const { sign, code } = shopCurrency();
  let plain = text.trim();
  for (const mark of [sign.trim(), code, symbolOf(sign)]) {
    if (plain.toUpperCase().startsWith(mark)) plain = plain.slice(mark.length);
    if (plain.toUpperCase().endsWith(mark)) plain = plain.slice(0, -mark.length);
    plain = plain.trim();
  }
  return plain.replace(/,(?=\d{3}(?!\d))/g, '');
}

/** The `$` of `CA$`, which is all that people there write. */
const symbolOf = (sign: string) => sign.trim().replace(/^[A-Z]+(?=[^A-Z])/, '');
