import type { CommissionTerms, ShopCommission } from '#contract/payments/commission.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import type { JobDeps } from '../../jobs/scheduled-jobs.ts';
import type { manualClock } from '../payment-steps.ts';
import type { CardBooks } from './card-books.ts';
import type { PayoutBooks } from './payout-books.ts';
import type { RunSetup } from './random-histories.ts';

export interface RunProduct {
  productId: string;
  seller: KnownUser;
  priceCents: number;
  /** What sending it costs; 0 when it is fetched. */
  shippingCents: number;
  /** The shop's. */
  commission: ShopCommission;
  /** What holds instead, as agreed with the seller. */
  agreed: CommissionTerms | null;
}

/** A booking, paid or not. */
export interface RunSale extends RunProduct {
  bookingId: string;
  buyer: KnownUser;
}

/** An offer, whatever has become of it. */
export interface RunOffer extends RunProduct {
  offerId: string;
  buyer: KnownUser;
}

/** The products of one run and their sales, with everything that the providers and the bank of the shop know of them. */
export interface SaleRun {
  deps: Pick<JobDeps, 'database' | 'cards' | 'payouts' | 'invoicing'> & {
    clock: ReturnType<typeof manualClock>;
  };
  admin: KnownUser;
  stranger: KnownUser;
  buyers: readonly KnownUser[];
  payoutBy: RunSetup['payouts'];
  cardBooks: CardBooks;
  payoutBooks: PayoutBooks;
  sellers: KnownUser[];
  agreed: CommissionTerms | null;
  products: RunProduct[];
  sales: RunSale[];
  offers: RunOffer[];
  /** What admins have paid at the bank, by payout. */
  bank: Map<string, { sellerId: string; cents: number }>;
}
