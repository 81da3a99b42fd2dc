import { formatMoney } from '../../ui/format.ts';

/** Dollars that may be below zero: `−$12.50`. */
export function formatBalance(dollars: number): string {
  return dollars < 0 ? `−${formatMoney(-dollars)}` : formatMoney(dollars);
}
