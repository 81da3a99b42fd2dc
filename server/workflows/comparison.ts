import type { BalanceDeps, ReadWindow } from '../features/ledger/read-balance.ts';
import type { PaymentDeps } from '../features/payments/payments.ts';
import type { PayoutProvider } from '../providers/payouts/port.ts';

export interface ComparisonDeps extends PaymentDeps, BalanceDeps {
  payouts: Pick<PayoutProvider, 'name' | 'accounts' | 'find'>;
}

/** What a comparison of a provider's books with the ledger needs. */
export interface Comparison extends ReadWindow {
  deps: ComparisonDeps;
  provider: string;
  /** Of the whole run. */
  at: Date;
}

export interface ComparisonResult {
  /** How many differences somebody has to look at. */
  unexplained: number;
  failures: readonly unknown[];
}
