import { sayKnown } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { currencyTexts } from './currency-texts.ts';
import { type Currency, formatDigits, shopCurrency } from './shop-currency.ts';

type Reading =
  | { amount: number }
  /** What is wrong with it, or undefined when it is no amount at all. */
  | { message: string | undefined };

/**
 * Reads an amount as people write it, in forms, addresses, files and calls alike: `12.5`, `12,50`, `1,250`, `$1,250.50`,
 * `1.250,50 EUR`. A point or comma before the last one or two digits is the decimal mark, one before three digits divides
 * thousands. What could be read in two ways is refused: a price must not be listed at a thousandth. Digits are counted in
 * the text, because `Number` drops the zeros.
 */
export function readAmount(text: string, currency = shopCurrency()): Reading {
  const plain = withoutCurrency(text.trim(), currency);
  const [, sign = '', digits = ''] = /^(-?)([\d.,]+)$/.exec(plain) ?? [];
  const parts = digits === '' ? undefined : divide(digits, currency);
  if (parts === undefined) return { message: undefined };
  if ('readings' in parts) return { message: twoReadings(plain, parts.readings, currency) };
  if (parts.fraction.length > currency.digits) return { message: currencyTexts.digits(currency) };
  const amount = Number(`${parts.whole}.${parts.fraction}`);
  return { amount: sign === '-' ? -amount : amount };
}

type Parts = { whole: string; fraction: string } | { readings: [string, string] };

function divide(text: string, { digits }: Currency): Parts | undefined {
  const marks = text.replaceAll(/\d/g, '');
  const mark = marks.at(-1);
  if (mark === undefined) return whole(text);
  const [before = '', after = ''] = [
    text.slice(0, text.lastIndexOf(mark)),
    text.slice(text.lastIndexOf(mark) + 1),
  ];
  const isOnly = marks.length === 1;
  if (after === '' || before === '') return undefined;
  if (!isOnly && marks.slice(0, -1).includes(mark)) return whole(thousands(text, mark));
  if (!isOnly) return whole(thousands(before, marks.charAt(0)), after);
  if (thousands(text, mark) === undefined) return whole(before, after);
  // Three digits follow: the shop itself writes 12.500 for dinars, and 1,250 for thousands of everything else.
  if (mark === ',' && digits !== 3) return whole(before + after);
  if (mark === '.' && digits === 3) return whole(before, after);
  return { readings: [`${before}.${after}`, before + after] };
}

/** More digits than a price can have are no amount. */
function whole(text: string | undefined, fraction = ''): Parts | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? { whole: text, fraction } : undefined;
}

/** The digits of groups like `1,250,000`; undefined when they are grouped in another way. */
function thousands(text: string, mark: string): string | undefined {
  const [first = '', ...groups] = text.split(mark);
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? [first, ...groups].join('') : undefined;
}

function twoReadings(text: string, [small, large]: [string, string], { digits }: Currency): string {
  const smaller = String(Number(small));
  const isSmallerPossible = Number(Number(small).toFixed(digits)) === Number(small);
  const larger = formatDigits(Number(large), 0);
  return sayKnown(
    isSmallerPossible
      ? msg`${text} can be read as ${smaller} and as ${larger}: write ${smaller} or ${large}`
      : msg`${text} can be read as ${smaller} and as ${larger}: write ${large}`,
  );
}

function withoutCurrency(text: string, { sign, code }: Currency): string {
  let plain = text;
  for (const mark of [sign.trim(), code, symbolOf(sign)]) {
    if (plain.toUpperCase().startsWith(mark)) plain = plain.slice(mark.length);
    if (plain.toUpperCase().endsWith(mark)) plain = plain.slice(0, -mark.length);
    plain = plain.trim();
  }
  return plain;
}

/** The `$` of `CA$`, which is all that people there write. */
const symbolOf = (sign: string) => sign.trim().replace(/^[A-Z]+(?=[^A-Z])/, '');
