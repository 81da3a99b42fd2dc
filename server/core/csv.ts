import { stringify } from 'csv-stringify/sync';
import { shopCurrency } from '#contract/money/shop-currency.ts';

/** A cell: texts come from people, numbers are amounts of ours with the digits of the shop's currency. */
export type CsvCell = string | number | undefined;

/** Spreadsheet programs take a file for UTF-8 when it begins with this. */
export const byteOrderMark = '\uFEFF';

/**
 * Lines of comma-separated values (RFC 4180). A text that a spreadsheet would run as a formula is written so that it is shown
 * (`protectFormula`); a number is written as it is.
 */
export function writeCsv(lines: readonly (readonly CsvCell[])[]): string {
  return stringify(
    lines.map((cells) => cells.map(textOf)),
    // The library quotes only for its own line ends, and a lone one splits a row elsewhere.
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
}

function textOf(cell: CsvCell): string {
  if (cell === undefined) return '';
  return typeof cell === 'number' ? cell.toFixed(shopCurrency().digits) : protectFormula(cell);
}

/**
 * What spreadsheets take for a formula: a cell that begins with `= + - @`, also in their wide forms, a tab or a carriage
 * return. Apostrophes before it count as part of it, so that `revealFormula` takes away only what `protectFormula` has added.
 */
const formula = /^'*\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * A program that separates by semicolons or tabs makes cells of one text of ours, and there the quotation marks around it
 * do not hold its lines together. So what follows one of these inside a text is the beginning of a cell as well.
 */
const innerFormula = /([;\t"\r\n])('*[^\S\t\r\n]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const protectedInnerFormula = /([;\t"\r\n])'('*[^\S\t\r\n]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** Puts an apostrophe before whatever of a text a spreadsheet would run as a formula. */
export function protectFormula(text: string): string {
  const inner = text.replaceAll(innerFormula, "$1'$2");
  return formula.test(inner) ? `'${inner}` : inner;
}

/** The text from which `protectFormula` made this one. */
export function revealFormula(text: string): string {
  const inner = text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
  return inner.replaceAll(protectedInnerFormula, '$1$2');
}
