import type { PayoutState } from '#contract/bookings/states.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { recordEvent } from '../../database/record-event.ts';
import type { Tx } from '../../database/transaction.ts';
import type { PayoutOutcome } from '../../providers/payouts/port.ts';
import { accounts, writeMovement } from '../ledger/write-ledger.ts';
import { queuePayoutMail } from './mails.ts';

export interface LockedPayout {
  id: string;
  sellerId: string;
  amountCents: number;
  provider: string;
  state: PayoutState;
  /** The number of times the provider was asked. */
  attempts: number;
}

/**
 * Locks a payout, so that no other transaction changes it until this one ends.
 * @throws Problem not-found
 */
export async function lockPayout(tx: Tx, id: string): Promise<LockedPayout> {
  const [payout] = await tx.sql<LockedPayout[]>`
    select id, seller_id as "sellerId", amount_cents as "amountCents", provider, state, attempts
    from payouts where id = ${id} for update`;
  if (!payout) throw new Problem('not-found', msg`There is no such payout`);
  return payout;
}

/**
 * Records how a payout stands at its provider: what was taken leaves the seller's available money in the ledger, and comes
 * back when the payout failed. What is recorded already, or older than what is, changes nothing.
 * @returns whether the state changed
 */
export async function recordOutcome(
  tx: Tx,
  payoutId: string,
  outcome: PayoutOutcome & { reference?: string },
  at: Date,
): Promise<boolean> {
  const payout = await lockPayout(tx, payoutId);
  const { id, state } = payout;
  if (state === 'failed' || state === outcome.state) return false;
  if (outcome.state === 'failed') {
    if (state !== 'started') await writeReturned(tx, payout, at);
    tx.write`
      update payouts set state = 'failed', failed_at = ${at}, failure = ${outcome.reason},
        provider_payout_id = coalesce(provider_payout_id, ${outcome.id ?? null})
      where id = ${id}`;
    queuePayoutMail(tx, 'payout-failed', { payoutId: id }, at);
    return true;
  }
  if (state === 'paid') return false;
  if (state === 'started') writeTaken(tx, payout, at);
  const paidAt = outcome.state === 'paid' ? at : null;
  tx.write`
    update payouts set state = ${outcome.state}, taken_at = coalesce(taken_at, ${at}), paid_at = ${paidAt},
      reference = ${outcome.reference ?? null},
      provider_payout_id = coalesce(provider_payout_id, ${outcome.id ?? null})
    where id = ${id}`;
  if (paidAt) queuePayoutMail(tx, 'payout-paid', { payoutId: id }, at);
  if (state === 'started') {
    recordEvent(tx, { type: 'payout.sent', userId: payout.sellerId, subjectId: id }, at);
  }
  return true;
}

/**
 * Ends a started payout that the provider does not have and that must not be sent, since its money is disputed or not the
 * seller's any more. What is left of it is in the next payout.
 */
export async function cancelPayout(tx: Tx, id: string, at: Date): Promise<void> {
  const failure = 'Money of this payout is disputed, or went back to a buyer, so it was not sent';
  await tx.sql`
    update payouts set state = 'failed', failed_at = ${at}, failure = ${failure}
    where id = ${id} and state = 'started'`;
}

type Amount = Pick<LockedPayout, 'id' | 'sellerId' | 'amountCents' | 'provider'>;

function writeTaken(tx: Tx, { id, sellerId, amountCents, provider }: Amount, at: Date): void {
  const debit = accounts.available(sellerId);
  const credit = accounts.provider(provider);
  const about = { cause: id, bookingId: null, amountCents };
  writeMovement(tx, { ...about, debit, credit, kind: 'payout' }, at);
}

/** What was taken back of it before has come back already. */
async function writeReturned(
  tx: Tx,
  { id, sellerId, amountCents, provider }: Amount,
  at: Date,
): Promise<void> {
  const [taken] = await tx.sql<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from payout_reversals
    where payout_id = ${id} and state = 'done'`;
  const debit = accounts.provider(provider);
  const credit = accounts.available(sellerId);
  const about = { cause: id, bookingId: null, amountCents: amountCents - (taken?.cents ?? 0) };
  writeMovement(tx, { ...about, debit, credit, kind: 'payout-failed' }, at);
}
