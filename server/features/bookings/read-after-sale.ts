import type {
  DisputeCause,
  FulfilmentState,
  PaymentState,
  ReturnState,
} from '#contract/bookings/states.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { pipeline } from '../../database/pipeline.ts';
import type { Tx } from '../../database/transaction.ts';
import { isMeetingInstead } from './deadline-start.ts';

export interface OpenDispute {
  id: string;
  cause: DisputeCause;
  reason: string | null;
  openedAt: Date;
}

/** What follows the payment of a booking. */
export interface AfterSale {
  /** Null unless it was paid. */
  fulfilment: {
    state: FulfilmentState;
    returnUntil: Date | null;
    /** Its sides meet instead of having it sent. */
    isMeetingInstead: boolean;
  } | null;
  returned: { id: string; state: ReturnState } | null;
  dispute: OpenDispute | null;
  /** The payment that pays for it; null unless it was paid. */
  payment: { id: string; state: PaymentState; amountCents: number } | null;
}

/** Reads what follows a sale. The caller has locked the sale, so it cannot change before the transaction ends. */
export async function readAfterSale(tx: Tx, bookingId: string): Promise<AfterSale> {
  const [[fulfilment], [returned], [dispute], [payment]] = await pipeline([
    tx.sql<NonNullable<AfterSale['fulfilment']>[]>`
      select state, return_until as "returnUntil", ${isMeetingInstead} as "isMeetingInstead"
      from fulfilments f where booking_id = ${bookingId}`,
    tx.sql<NonNullable<AfterSale['returned']>[]>`
      select id, state from returns where booking_id = ${bookingId}`,
    tx.sql<OpenDispute[]>`
      select id, cause, reason, opened_at as "openedAt" from disputes
      where booking_id = ${bookingId} and state = 'open'`,
    tx.sql<NonNullable<AfterSale['payment']>[]>`
      select p.id, p.state, p.amount_cents as "amountCents"
      from payments p join bookings b on b.id = p.booking_id
      where b.id = ${bookingId} and p.amount_cents = b.price_cents + b.shipping_cents and b.paid_at is not null
      order by p.state <> 'recorded', p.id limit 1`,
  ]);
  return {
    fulfilment: fulfilment ?? null,
    returned: returned ?? null,
    dispute: dispute ?? null,
    payment: payment ?? null,
  };
}

/** While a dispute is open nothing of the sale changes. @throws Problem conflict */
export function requireNoDispute({ dispute }: Pick<AfterSale, 'dispute'>): void {
  if (dispute === null) return;
  throw new Problem(
    'conflict',
    msg`A dispute about this sale is open. Nothing changes until it ends.`,
  );
}
