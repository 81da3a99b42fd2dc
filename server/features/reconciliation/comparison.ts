import { type Fragment, rawSql } from '../../database/sql.ts';
import type { PayoutProvider } from '../../providers/payouts/port.ts';
import type { PaymentDeps } from '../payments/payments.ts';
import type { BalanceDeps, ReadWindow } from './read-balance.ts';

export interface ComparisonDeps extends PaymentDeps, BalanceDeps {
  payouts: Pick<PayoutProvider, 'name' | 'accounts' | 'find'>;
}

/** What a comparison of a provider's books with the ledger needs. */
export interface Comparison extends ReadWindow {
  deps: ComparisonDeps;
  provider: string;
  /** The deadline of the whole run. */
  at: Date;
}

export interface ComparisonResult {
  /** The number of differences that need attention. */
  unexplained: number;
  failures: readonly unknown[];
}

/** SQL for the id that a provider's reference is; null for any other text. By an id, unlike its text, rows have an index. */
export function idOfReference(column: string): Fragment {
  return rawSql(
    `case when ${column} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${column}::uuid end`,
  );
}
