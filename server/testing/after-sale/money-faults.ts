import type { Sql } from '../../database/sql.ts';
import { commissionOf, refundedCommission } from '../../features/ledger/write-ledger.ts';
import { heldOf, lostOf, refundedOf } from './card-books.ts';
import type { AfterSaleRun, RunSale } from './run.ts';

interface Entry {
  bookingId: string | null;
  debit: string;
  credit: string;
  cents: number;
  kind: string;
}

/** Shares are rounded once for each refund and chargeback of a sale. */
const roundingCents = 2;

/**
 * Compares the ledger with the books of the providers and of the bank, and with what each seller has earned, once a run is
 * over.
 * @returns one line for each difference
 */
export async function findMoneyFaults(run: AfterSaleRun): Promise<string[]> {
  const { database } = run.deps;
  const entries = await database.sql<Entry[]>`
    select booking_id as "bookingId", debit, credit, amount_cents as cents, kind
    from ledger_entries`;
  const open = await findOpen(database.sql);
  const faults = run.sales.flatMap((sale) => saleFaults(sale, entriesOf(entries, sale)));
  for (const seller of run.sellers) faults.push(...(await sellerFaults(run, seller.id, entries)));
  return [...open, ...faults];
}

/** Whether everything has ended, so that time changes nothing any more. */
export async function isRunOver(run: AfterSaleRun): Promise<boolean> {
  const { sql } = run.deps.database;
  if ((await findOpen(sql)).length > 0) return false;
  for (const { id } of run.sellers) {
    const cents = await availableTo(run, id);
    if (cents > 0) return false;
    if (cents < 0 && run.payoutBy === 'sandbox' && (await paidTo(run, id)) > 0) return false;
  }
  return true;
}

/** What a seller can be paid, by the ledger, in cents. */
export async function availableTo({ deps }: AfterSaleRun, sellerId: string): Promise<number> {
  const account = `available:${sellerId}`;
  const [sum] = await deps.database.sql<{ cents: number }[]>`
    select coalesce(sum(case when credit = ${account} then amount_cents else -amount_cents end), 0)::int
      as cents
    from ledger_entries where ${account} in (debit, credit)`;
  return sum?.cents ?? 0;
}

/** Everything that must have ended. The sales of earlier runs in the database have. */
async function findOpen(sql: Sql): Promise<string[]> {
  const rows = await sql<{ fault: string }[]>`
    select 'a sale has not ended: ' || state || ' ' || booking_id as fault from fulfilments
      where state in ('awaiting', 'sent', 'received')
    union all
    select 'a return has not ended: ' || state || ' ' || booking_id from returns
      where state not in ('lapsed', 'refunded')
    union all
    select 'a dispute is open: ' || booking_id from disputes where state = 'open'
    union all
    select 'a chargeback is open: ' || booking_id from chargebacks where state = 'open'
    union all
    select 'a refund is due: ' || booking_id from payments where state = 'refund-due'
    union all
    select 'a hold was charged and is not paid: ' || id from bookings where state = 'held'
    union all
    select 'an event was not processed: ' || type from payment_events where settled_at is null
    union all
    select 'a payout has not ended: ' || state || ' ' || id from payouts
      where state in ('started', 'taken')
    union all
    select 'a reversal has not ended: ' || id from payout_reversals where state = 'started'`;
  return rows.map(({ fault }) => fault);
}

const entriesOf = (entries: readonly Entry[], { bookingId }: RunSale) =>
  entries.filter((entry) => entry.bookingId === bookingId);

/** What is on an account: credits less debits. */
function balanceOf(entries: readonly Entry[], account: string): number {
  return entries.reduce(
    (sum, { debit, credit, cents }) =>
      sum + (credit === account ? cents : 0) - (debit === account ? cents : 0),
    0,
  );
}

function saleFaults(sale: RunSale, entries: readonly Entry[]): string[] {
  const { bookingId, seller, priceCents, commissionBasisPoints, charge } = sale;
  const faults: string[] = [];
  const held = -balanceOf(entries, 'provider:sandbox');
  const tooMuch = held - heldOf(charge);
  const sentBack = charge.refunds.filter(({ state }) => state === 'failed');
  const sentBackCents = sentBack.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const isExplained = charge.hasSentBack && tooMuch < 0 && tooMuch >= -sentBackCents;
  if (tooMuch !== 0 && !isExplained) {
    faults.push(`the provider holds ${heldOf(charge)}, the ledger says ${held}: ${bookingId}`);
  }
  const pending = balanceOf(entries, `pending:${seller.id}`);
  if (pending !== 0) faults.push(`${pending} is pending after the end: ${bookingId}`);
  const commission = commissionOf(priceCents, commissionBasisPoints);
  const kept = balanceOf(entries, 'commission');
  if (kept < 0 || kept > commission) faults.push(`a commission of ${kept}: ${bookingId}`);
  if (charge.hasSentBack) return faults;
  const share = pending + balanceOf(entries, `available:${seller.id}`);
  const earned = entries.some(({ credit }) => credit === `pending:${seller.id}`)
    ? earnedBy(sale, commission)
    : 0;
  if (Math.abs(share - earned) > roundingCents) {
    faults.push(`the seller gets ${share} and has earned ${earned}: ${bookingId}`);
  }
  return faults;
}

/** The price without commission, less what went back to the buyer. What went back twice is the shop's loss. */
function earnedBy({ priceCents, commissionBasisPoints, charge }: RunSale, commission: number) {
  const amountCents = Math.min(priceCents, refundedOf(charge) + lostOf(charge));
  const gone = { amountCents, chargedCents: priceCents, commissionBasisPoints };
  return priceCents - commission - (amountCents - refundedCommission(gone));
}

async function sellerFaults(
  run: AfterSaleRun,
  sellerId: string,
  entries: readonly Entry[],
): Promise<string[]> {
  const available = balanceOf(entries, `available:${sellerId}`);
  const paid = await paidTo(run, sellerId);
  const sales = run.sales.filter(({ seller }) => seller.id === sellerId);
  const earned = sales.reduce(
    (sum, sale) => sum + balanceOf(entriesOf(entries, sale), `available:${sellerId}`),
    0,
  );
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
async function paidTo({ payoutBy, payoutBooks, bank }: AfterSaleRun, sellerId: string) {
  if (payoutBy === 'sandbox') return payoutBooks.paidTo(sellerId);
  const paid = [...bank.values()].filter((one) => one.sellerId === sellerId);
  return paid.reduce((sum, { cents }) => sum + cents, 0);
}
