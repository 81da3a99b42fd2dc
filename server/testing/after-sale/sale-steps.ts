import type { Tx } from '../../database/transaction.ts';
import { cancelSale } from '../../features/after-sale/cancel-sale.ts';
import { decideDispute } from '../../features/after-sale/decide-dispute.ts';
import { decideReturn } from '../../features/after-sale/decide-return.ts';
import { markSent } from '../../features/after-sale/mark-sent.ts';
import { openDispute } from '../../features/after-sale/open-dispute.ts';
import { confirmReceipt, handOver } from '../../features/after-sale/receive.ts';
import { requestReturn } from '../../features/after-sale/request-return.ts';
import type { KnownUser } from '../../features/users/find-user.ts';

/** A sale, and how an admin would decide a dispute about it. */
interface SaleStep {
  bookingId: string;
  refundCents: number;
  goesBack: boolean;
}

export type TakeStep = (tx: Tx, by: KnownUser, step: SaleStep, at: Date) => Promise<unknown>;

/** What people do with a sale after its payment. */
export const saleSteps = {
  'hand-over': (tx, by, { bookingId }, at) =>
    handOver(tx, by, { bookingId, isRightCode: true }, at),
  'wrong-code': (tx, by, { bookingId }, at) =>
    handOver(tx, by, { bookingId, isRightCode: false }, at),
  send: (tx, by, { bookingId }, at) => markSent(tx, by, { bookingId, carrier: 'DHL' }, at),
  receive: (tx, by, { bookingId }, at) => confirmReceipt(tx, by, bookingId, at),
  cancel: (tx, by, { bookingId }, at) => cancelSale(tx, by, { bookingId, reason: 'Why not' }, at),
  'ask-return': (tx, by, { bookingId }, at) =>
    requestReturn(tx, by, { bookingId, reason: 'It hums' }, at),
  'accept-return': (tx, by, { bookingId }, at) =>
    decideReturn(tx, by, { bookingId, state: 'accepted', place: 'The pier' }, at),
  'contest-return': (tx, by, { bookingId }, at) =>
    decideReturn(tx, by, { bookingId, state: 'contested', reason: 'It does not' }, at),
  'give-back': (tx, by, { bookingId }, at) =>
    decideReturn(tx, by, { bookingId, state: 'given-back' }, at),
  'give-back-by-code': (tx, by, { bookingId }, at) =>
    decideReturn(tx, by, { bookingId, state: 'given-back', isRightCode: true }, at),
  'wrong-return-code': (tx, by, { bookingId }, at) =>
    decideReturn(tx, by, { bookingId, state: 'given-back', isRightCode: false }, at),
  'open-dispute': (tx, by, { bookingId }, at) =>
    openDispute(tx, by, { bookingId, reason: 'It never came' }, at),
  'decide-dispute': (tx, by, { bookingId, refundCents, goesBack }, at) =>
    decideDispute(
      tx,
      by,
      // The contract refuses a return without a refund.
      {
        bookingId,
        refundCents,
        goesBack: goesBack && refundCents > 0,
        reason: 'As seen in the pictures',
      },
      at,
    ),
} as const satisfies Record<string, TakeStep>;

export type SaleStepName = keyof typeof saleSteps;
