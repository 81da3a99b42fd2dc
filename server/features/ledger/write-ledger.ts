import { shopCurrency } from '#contract/money/shop-currency.ts';
import { type PartOfCharge, refundParts } from '#contract/payments/refund-parts.ts';
import type { LedgerKind } from '#contract/payouts/ledger.ts';
import { newId } from '../../core/ids.ts';
import type { Tx } from '../../database/transaction.ts';

/**
 * The accounts of the ledger (docs/money.md): what a card provider holds for the shop; what a seller gets when a sale is
 * completed; what a seller can be paid; the shop's share; charges that could buy nothing; what the shop lost.
 */
export const accounts = {
  provider: (name: string) => `provider:${name}`,
  pending: (sellerId: string) => `pending:${sellerId}`,
  available: (sellerId: string) => `available:${sellerId}`,
  commission: 'commission',
  unapplied: 'unapplied',
  losses: 'losses',
} as const;

/** One movement of money. */
export interface Movement {
  debit: string;
  credit: string;
  amountCents: number;
  kind: LedgerKind;
  /** Unique together with the kind. */
  cause: string;
  bookingId: string | null;
}

/** Writes a movement, in the transaction that causes it. A movement of 0 cents and one that is written already are left out. */
export function writeMovement(tx: Tx, movement: Movement, at: Date): void {
  const { debit, credit, amountCents, kind, cause, bookingId } = movement;
  if (amountCents === 0) return;
  tx.write`
    insert into ledger_entries (id, debit, credit, amount_cents, currency, kind, cause, booking_id,
      created_at)
    values (${newId(at)}, ${debit}, ${credit}, ${amountCents}, ${shopCurrency().code}, ${kind},
      ${cause}, ${bookingId}, ${at})
    on conflict (kind, cause) do nothing`;
}

interface ChargeToWrite {
  paymentId: string;
  bookingId: string;
  sellerId: string;
  provider: string;
  amountCents: number;
  /** The part of the charge that was paid for sending. The shop has no share in it. */
  shippingCents: number;
  /** The commission of the price, by the terms of the booking. */
  fullCommissionCents: number;
}

/**
 * A charge that pays for a booking: all of it is the seller's, and the commission of the price goes from the seller to the
 * shop. Price and shipping are movements of their own.
 */
export function writeCharge(tx: Tx, charge: ChargeToWrite, at: Date): void {
  const { paymentId, bookingId, sellerId, provider, shippingCents, fullCommissionCents } = charge;
  const priceCents = charge.amountCents - shippingCents;
  const pending = accounts.pending(sellerId);
  const shared = { cause: paymentId, bookingId };
  const debit = accounts.provider(provider);
  const charged = { debit, credit: pending, kind: 'charge', bookingId } as const;
  writeMovement(tx, { ...charged, amountCents: priceCents, cause: paymentId }, at);
  const cause = shippingCause(paymentId);
  writeMovement(tx, { ...charged, amountCents: shippingCents, cause }, at);
  const credit = accounts.commission;
  writeMovement(
    tx,
    { ...shared, debit: pending, credit, amountCents: fullCommissionCents, kind: 'commission' },
    at,
  );
}

type LateCharge = Pick<ChargeToWrite, 'paymentId' | 'bookingId' | 'provider' | 'amountCents'>;

/** A charge that could buy nothing: no one's until it is refunded. */
export function writeLateCharge(tx: Tx, charge: LateCharge, at: Date): void {
  const { paymentId: cause, bookingId, provider, amountCents } = charge;
  const [debit, credit] = [accounts.provider(provider), accounts.unapplied];
  writeMovement(tx, { debit, credit, amountCents, kind: 'charge', cause, bookingId }, at);
}

export function writeLateRefund(tx: Tx, charge: LateCharge, at: Date): void {
  const { paymentId: cause, bookingId, provider, amountCents } = charge;
  const [debit, credit] = [accounts.unapplied, accounts.provider(provider)];
  writeMovement(tx, { debit, credit, amountCents, kind: 'refund', cause, bookingId }, at);
}

interface RefundToWrite extends ChargeToWrite, PartOfCharge {
  /** Whether the money that goes back was released to the seller before. */
  isReleased: boolean;
  kind: 'refund' | 'chargeback';
  /** The payment by default; another one tells further chargebacks of one payment apart. */
  cause?: string;
}

/**
 * Money that goes back to the buyer: from the seller, and of the price from the commission in proportion. After a release it is taken from
 * what the seller can be paid, which may fall below zero.
 */
export function writeRefund(tx: Tx, refund: RefundToWrite, at: Date): void {
  const { bookingId, sellerId, provider, kind, cause = refund.paymentId } = refund;
  const credit = accounts.provider(provider);
  const parts = refundParts(refund);
  const debit = (refund.isReleased ? accounts.available : accounts.pending)(sellerId);
  const ofPrice = parts.priceCents - parts.commissionCents;
  const shared = { credit, kind, bookingId };
  writeMovement(tx, { ...shared, debit, amountCents: ofPrice, cause }, at);
  const sending = { debit, amountCents: parts.shippingCents, cause: shippingCause(cause) };
  writeMovement(tx, { ...shared, ...sending }, at);
  const share = { debit: accounts.commission, amountCents: parts.commissionCents };
  writeMovement(tx, { ...shared, ...share, cause: `${cause}:commission` }, at);
}

/** By which the movements about sending are told from those about the price. */
function shippingCause(cause: string): string {
  return `${cause}:shipping`;
}

interface Release {
  bookingId: string;
  sellerId: string;
  /** What stays pending of it, because its refund is due. */
  withheldCents?: number;
  /** The booking by default; another one tells a further release of its sale apart. */
  cause?: string;
}

/**
 * Releases what is left of a sale's money to its seller. The caller has locked the sale.
 * @returns cents
 */
export async function writeRelease(
  tx: Tx,
  { bookingId, sellerId, withheldCents = 0, cause = bookingId }: Release,
  at: Date,
): Promise<number> {
  const pendingCents = await readPendingCents(tx, { bookingId, sellerId });
  // After a part was charged back, less may be pending than is withheld.
  const amountCents = Math.max(0, pendingCents - withheldCents);
  const [debit, credit] = [accounts.pending(sellerId), accounts.available(sellerId)];
  writeMovement(tx, { debit, credit, amountCents, kind: 'release', cause, bookingId }, at);
  return amountCents;
}

/**
 * Whether money that goes back is taken from what was released: when less than it is pending. What is pending then is
 * released first, so that none of it stays there. The caller has locked the sale.
 * @param cause tells this release from others of the sale
 */
export async function releaseForRefund(
  tx: Tx,
  {
    bookingId,
    sellerId,
    fromSeller,
    cause,
  }: Omit<Release, 'withheldCents'> & {
    fromSeller: number;
    cause: string;
  },
  at: Date,
): Promise<boolean> {
  const pendingCents = await readPendingCents(tx, { bookingId, sellerId });
  if (pendingCents >= fromSeller) return false;
  const [debit, credit] = [accounts.pending(sellerId), accounts.available(sellerId)];
  const amountCents = Math.max(0, pendingCents);
  writeMovement(tx, { debit, credit, amountCents, kind: 'release', cause, bookingId }, at);
  return true;
}

/** What is pending of a sale's money, in cents. The caller has locked the sale. */
async function readPendingCents(
  tx: Tx,
  { bookingId, sellerId }: Pick<Release, 'bookingId' | 'sellerId'>,
): Promise<number> {
  const pending = accounts.pending(sellerId);
  const [sum] = await tx.sql<{ cents: number }[]>`
    select coalesce(sum(case when credit = ${pending} then amount_cents else -amount_cents end), 0)::bigint
      as cents
    from ledger_entries
    where booking_id = ${bookingId} and (credit = ${pending} or debit = ${pending})`;
  return sum?.cents ?? 0;
}
