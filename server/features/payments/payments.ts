import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import type { CardProvider } from '../../providers/cards/port.ts';

export interface PaymentDeps {
  database: Pick<Database, 'sql' | 'transaction'>;
  cards: CardProvider;
  clock: Clock;
}

/** Why a payment is refunded; stored with it as `refund_reason`. */
export const refundReasons = {
  bookingEnded: 'The booking was no longer live when it was charged',
  alreadyPaid: 'The booking was paid already',
  wrongAmount: 'The amount charged is not the price of the booking',
  returnAccepted: 'The return was accepted',
  saleCancelled: 'The sale was cancelled before the handover',
  givenBack: 'The instrument was given back',
  withoutReturn: 'The seller refunds without wanting the instrument back',
  disputeDecided: 'A dispute was decided',
  metInstead: 'They met, so it was not sent',
  chargebackLost: 'A chargeback was lost',
  elsewhere: 'It was refunded at the card provider',
} as const;

const lateChargeReasons: readonly (string | null)[] = [
  refundReasons.bookingEnded,
  refundReasons.alreadyPaid,
  refundReasons.wrongAmount,
];

/** Whether a payment with this refund reason never bought anything (docs/decisions/0014-late-charges.md). */
export function isLateCharge(refundReason: string | null): boolean {
  return lateChargeReasons.includes(refundReason);
}
