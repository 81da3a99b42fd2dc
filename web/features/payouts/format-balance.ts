import { formatMoney } from '../../ui/format.ts';

/** An amount that may be below zero: `−$12.50`. */
export function formatBalance(amount: number): string {
  return amount < 0 ? `−${formatMoney(-amount)}` : formatMoney(amount);
}
