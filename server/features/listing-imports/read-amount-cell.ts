import { shopCurrency } from '#contract/money/shop-currency.ts';

/** Who writes an amount with this sign, behind those that have a longer one. */
const signs: readonly [sign: string, codes: readonly string[]][] = [
  ['us $', ['USD']],
  ['us$', ['USD']],
  ['c $', ['CAD']],
  ['ca$', ['CAD']],
  ['au $', ['AUD']],
  ['au$', ['AUD']],
  ['a$', ['AUD']],
  ['nz$', ['NZD']],
  ['mx$', ['MXN']],
  ['r$', ['BRL']],
  ['s$', ['SGD']],
  ['hk$', ['HKD']],
  ['$', ['USD', 'CAD', 'AUD', 'NZD', 'MXN', 'SGD', 'HKD', 'ARS', 'CLP', 'COP']],
  ['€', ['EUR']],
  ['£', ['GBP', 'EGP', 'LBP']],
  ['¥', ['JPY', 'CNY']],
  ['￥', ['JPY', 'CNY']],
  ['円', ['JPY']],
  ['₹', ['INR']],
  ['₩', ['KRW']],
  ['₺', ['TRY']],
  ['₽', ['RUB']],
  ['zł', ['PLN']],
  ['kč', ['CZK']],
  ['ft', ['HUF']],
  ['lei', ['RON']],
  ['kr.', ['DKK', 'SEK', 'NOK', 'ISK']],
  ['kr', ['DKK', 'SEK', 'NOK', 'ISK']],
  ['sfr.', ['CHF']],
  ['fr.', ['CHF']],
];
const codes = new Set(Intl.supportedValuesOf('currency'));

/**
 * An amount as other programs write it, with the sign or the code of a currency and with spaces or apostrophes between thousands:
 * 'EUR 1200,00', "CHF 1'200.–", '1 200,50 €', 'US $499.99'.
 * @returns the digits, to be read as everywhere, or the code or sign when it is another currency than the shop's. Any other text
 * stays as it is.
 */
export function readAmountCell(text: string): { text: string } | { currency: string } {
  const [, before = '', digits, after = ''] =
    /^([^\d-]{0,8}?)\s*(-?\d[\d.,'’\s]{0,30})([^\d]{0,8})$/u.exec(text.trim()) ?? [];
  if (digits === undefined) return { text };
  const mark = `${before} ${after}`.replaceAll(/[-–—]/g, '').trim();
  if (mark !== '' && !isOfShop(mark)) {
    return isCurrency(mark) ? { currency: mark } : { text };
  }
  return { text: digits.replaceAll(/['’\s]/g, '').replace(/[.,]$/, '') };
}

function isOfShop(mark: string): boolean {
  const { code, sign } = shopCurrency();
  const written = mark.toLowerCase();
  if ([code.toLowerCase(), sign.trim().toLowerCase()].includes(written)) return true;
  return signs.some(([one, of]) => one === written && of.includes(code));
}

const isCurrency = (mark: string): boolean =>
  codes.has(mark.toUpperCase()) || signs.some(([sign]) => sign === mark.toLowerCase());

/** Whether a column that names the currency names that of the shop, or none. */
export const isCurrencyOfShop = (cell: string): boolean =>
  !codes.has(cell.toUpperCase()) || cell.toUpperCase() === shopCurrency().code;
