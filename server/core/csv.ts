import { shopCurrency } from '#contract/currency.ts';

/** A cell: texts come from people, numbers are amounts of ours with the digits of the shop's currency. */
export type CsvCell = string | number | undefined;

/**
 * Lines of comma-separated values (RFC 4180). Spreadsheets run a text that begins with one of `= + - @` as a formula, so
 * such a text gets an apostrophe before it; a number does not.
 */
export function writeCsv(lines: readonly (readonly CsvCell[])[]): string {
  return lines.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(cell: CsvCell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return cell.toFixed(shopCurrency().digits);
  const text = /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
