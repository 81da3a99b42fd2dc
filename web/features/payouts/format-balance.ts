import { formatPaid } from '../../ui/format.ts';

/** An amount that may be below zero: `−$12.50`, `$80.00`. */
export function formatBalance(amount: number): string {
  return amount < 0 ? `−${formatPaid(-amount)}` : formatPaid(amount);
}
