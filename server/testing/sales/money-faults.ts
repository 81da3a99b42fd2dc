import { commissionOf } from '#contract/payments/commission.ts';
import { refundParts } from '#contract/payments/refund-parts.ts';
import { type Charge, heldOf, lostOf, refundedOf } from './card-books.ts';
import { findUnfinishedSales, lateReasons } from './payment-faults.ts';
import type { RunSale, SaleRun } from './sale-run.ts';

interface Entry {
  bookingId: string | null;
  debit: string;
  credit: string;
  cents: number;
  kind: string;
  /** Whether it is about what was paid for sending. */
  isShipping: boolean;
}

/** Shares are rounded once for each refund and chargeback of a sale. */
const roundingCents = 2;

/**
 * Compares the ledger with the books of the providers and of the bank, and with what each seller has earned, once a run is
 * over.
 * @returns one line for each difference
 */
export async function findMoneyFaults(run: SaleRun): Promise<string[]> {
  const { database } = run.deps;
  const entries = await database.sql<Entry[]>`
    select booking_id as "bookingId", debit, credit, amount_cents as cents, kind,
      cause like '%:shipping' as "isShipping"
    from ledger_entries`;
  const open = await findUnfinishedSales(database.sql);
  const bought = await database.sql<{ intentId: string }[]>`
    select transaction_id as "intentId" from payments
    where refund_reason is null or refund_reason <> all(${lateReasons}::text[])`;
  const boughtBy = new Set(bought.map(({ intentId }) => intentId));
  const faults = run.sales.flatMap((sale) => {
    const charges = run.cardBooks.chargesOf(sale.bookingId);
    const charge = charges.find(({ intentId }) => boughtBy.has(intentId));
    const ofSale = entries.filter(({ bookingId }) => bookingId === sale.bookingId);
    return saleFaults(sale, { charges, charge, entries: ofSale });
  });
  for (const seller of run.sellers) faults.push(...(await sellerFaults(run, seller.id, entries)));
  return [...open, ...faults];
}

/** Whether everything has ended, so that time changes nothing any more. */
export async function isRunOver(run: SaleRun): Promise<boolean> {
  const { sql } = run.deps.database;
  if ((await findUnfinishedSales(sql)).length > 0) return false;
  for (const { id } of run.sellers) {
    const cents = await availableTo(run, id);
    if (cents > 0) return false;
    if (cents < 0 && run.payoutBy === 'sandbox' && (await paidTo(run, id)) > 0) return false;
  }
  return true;
}

/** What a seller can be paid, by the ledger, in cents. */
export async function availableTo({ deps }: SaleRun, sellerId: string): Promise<number> {
  const account = `available:${sellerId}`;
  const [sum] = await deps.database.sql<{ cents: number }[]>`
    select coalesce(sum(case when credit = ${account} then amount_cents else -amount_cents end), 0)::bigint
      as cents
    from ledger_entries where ${account} in (debit, credit)`;
  return sum?.cents ?? 0;
}

/** What is on an account: credits less debits. */
function balanceOf(entries: readonly Entry[], account: string): number {
  return entries.reduce(
    (sum, { debit, credit, cents }) =>
      sum + (credit === account ? cents : 0) - (debit === account ? cents : 0),
    0,
  );
}

interface SaleBooks {
  charges: readonly Charge[];
  /** The one that bought the product; the others were late. */
  charge: Charge | undefined;
  entries: readonly Entry[];
}

function saleFaults(sale: RunSale, { charges, charge, entries }: SaleBooks): string[] {
  const { bookingId, seller, priceCents, commission: shop, agreed } = sale;
  const faults: string[] = [];
  const held = -balanceOf(entries, 'provider:sandbox');
  const heldByProvider = charges.reduce((sum, one) => sum + heldOf(one), 0);
  const tooMuch = held - heldByProvider;
  const sentBack = charges.flatMap(({ refunds }) =>
    refunds.filter((one) => one.state === 'failed'),
  );
  const sentBackCents = sentBack.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const hasSentBack = charges.some((one) => one.hasSentBack);
  const isExplained = hasSentBack && tooMuch < 0 && tooMuch >= -sentBackCents;
  if (tooMuch !== 0 && !isExplained) {
    faults.push(`the provider holds ${heldByProvider}, the ledger says ${held}: ${bookingId}`);
  }
  const pending = balanceOf(entries, `pending:${seller.id}`);
  if (pending !== 0) faults.push(`${pending} is pending after the end: ${bookingId}`);
  const commission = commissionOf(priceCents, agreed ?? shop);
  const kept = balanceOf(entries, 'commission');
  if (kept < 0 || kept > commission) faults.push(`a commission of ${kept}: ${bookingId}`);
  if (hasSentBack) return faults;
  const share = pending + balanceOf(entries, `available:${seller.id}`);
  const goneShipping = entries.filter(({ isShipping, kind }) => isShipping && kind !== 'charge');
  const goneShippingCents = goneShipping.reduce((sum, { cents }) => sum + cents, 0);
  const earned = charge ? earnedBy(sale, charge, goneShippingCents) : 0;
  if (charge) faults.push(...shippingFaults(sale, charge, goneShippingCents));
  if (Math.abs(share - earned) > roundingCents) {
    faults.push(`the seller gets ${share} and has earned ${earned}: ${bookingId}`);
  }
  return faults;
}

/** What went back to the buyer of a charge. What went back twice is the shop's loss. */
function goneOf({ priceCents, shippingCents }: RunSale, charge: Charge): number {
  return Math.min(priceCents + shippingCents, refundedOf(charge) + lostOf(charge));
}

/** Price and shipping without the commission of the price, less what went back. */
function earnedBy(sale: RunSale, charge: Charge, goneShippingCents: number): number {
  const { priceCents, shippingCents, commission: shop, agreed } = sale;
  const chargedCents = priceCents + shippingCents;
  const amountCents = goneOf(sale, charge);
  const asked = { askedShippingCents: goneShippingCents, shippingCents };
  const commission = commissionOf(priceCents, agreed ?? shop);
  const gone = { amountCents, chargedCents, fullCommissionCents: commission, ...asked };
  return chargedCents - commission - refundParts(gone).fromSeller;
}

/** No more goes back of price and shipping than was paid for each. */
function shippingFaults(sale: RunSale, charge: Charge, goneShippingCents: number): string[] {
  const gonePriceCents = goneOf(sale, charge) - goneShippingCents;
  if (goneShippingCents <= sale.shippingCents && gonePriceCents <= sale.priceCents) return [];
  return [
    `${gonePriceCents} of the price and ${goneShippingCents} of the shipping went back: ${sale.bookingId}`,
  ];
}

async function sellerFaults(
  run: SaleRun,
  sellerId: string,
  entries: readonly Entry[],
): Promise<string[]> {
  const available = balanceOf(entries, `available:${sellerId}`);
  const paid = await paidTo(run, sellerId);
  const ofSales = entries.filter(({ bookingId }) => bookingId !== null);
  const earned = balanceOf(ofSales, `available:${sellerId}`);
  const faults: string[] = [];
  if (available + paid !== earned) {
    faults.push(`${paid} was paid and ${available} is available of ${earned}: seller ${sellerId}`);
  }
  if (available > 0) faults.push(`${available} was never paid: seller ${sellerId}`);
  if (available < 0 && run.payoutBy === 'sandbox' && paid > 0) {
    faults.push(`${-available} of ${paid} was not taken back: seller ${sellerId}`);
  }
  return faults;
}

/** What a seller has received, by the books of the sandbox or of the bank. */
async function paidTo({ payoutBy, payoutBooks, bank }: SaleRun, sellerId: string) {
  if (payoutBy === 'sandbox') return payoutBooks.paidTo(sellerId);
  const paid = [...bank.values()].filter((one) => one.sellerId === sellerId);
  return paid.reduce((sum, { cents }) => sum + cents, 0);
}
