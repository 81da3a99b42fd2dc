import type { KnownUser } from '../../features/users/find-user.ts';
import type { JobDeps } from '../../jobs/scheduled-jobs.ts';
import type { manualClock } from '../payment-steps.ts';
import type { RunSetup } from './actions.ts';
import type { CardBooks, Charge } from './card-books.ts';
import type { PayoutBooks } from './payout-books.ts';

export interface RunSale {
  bookingId: string;
  buyer: KnownUser;
  seller: KnownUser;
  priceCents: number;
  commissionBasisPoints: number;
  charge: Charge;
}

/** The sales of one run, with everything that the providers and the bank of the shop know of them. */
export interface AfterSaleRun {
  deps: Pick<JobDeps, 'database' | 'cards' | 'payouts'> & { clock: ReturnType<typeof manualClock> };
  admin: KnownUser;
  stranger: KnownUser;
  payoutBy: RunSetup['payouts'];
  cardBooks: CardBooks;
  payoutBooks: PayoutBooks;
  sellers: KnownUser[];
  sales: RunSale[];
  /** What admins have paid at the bank, by payout. */
  bank: Map<string, { sellerId: string; cents: number }>;
}
