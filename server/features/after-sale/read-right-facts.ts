import {
  type RightFacts,
  refusalOf,
  refusalTexts,
  type SaleRight,
} from '#contract/after-sale/sale-rights.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { traderOf } from '../bookings/select-bookings.ts';

/** The facts that decide the rights of a sale, and where its trader takes it back. */
interface SaleRightFacts extends RightFacts {
  traderAddress: string | null;
}

/** Reads them under the lock of the sale. */
export async function readRightFacts(tx: Tx, bookingId: string): Promise<SaleRightFacts> {
  const [facts] = await tx.sql<[SaleRightFacts]>`
    select b.withdrawal_days as "withdrawalDays", ${traderOf(tx.sql, 'address')} as "traderAddress",
      b.withdrawn_at as "withdrawnAt", f.paid_at as "paidAt", f.sent_at as "sentAt",
      f.received_at as "receivedAt", f.return_until as "returnUntil", r.requested_at as "askedAt",
      case when r.state in ('accepted', 'given-back', 'refunded')
        or r.state = 'lapsed' and r.give_back_by is not null then r.decided_at end as "acceptedAt",
      r.sent_back_at as "sentBackAt",
      case when r.state = 'lapsed' and r.give_back_by is not null then r.lapsed_at end as "lapsedAt",
      case when f.cancelled_at is not null then 'cancelled'
        when r.given_back_at is not null or f.returned_at is not null then 'given-back'
        when f.completed_at is not null then 'completed' end as end,
      exists (
        select from disputes d where d.booking_id = b.id and d.state = 'open') as "isDisputed"
    from bookings b left join fulfilments f on f.booking_id = b.id
    left join returns r on r.booking_id = b.id
    where b.id = ${bookingId}`;
  return facts;
}

/** @throws Problem conflict, with the true reason, when the right is not there */
export function requireRight(right: SaleRight, facts: RightFacts, at: Date): void {
  const refusal = refusalOf(right, facts, at);
  if (refusal) throw new Problem('conflict', refusalTexts[refusal]);
}
