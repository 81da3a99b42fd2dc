import { commissionOf } from '#contract/payments/commission.ts';
import { refundParts } from '#contract/payments/refund-parts.ts';
import type { Sql } from '../../database/sql.ts';
import type { FakeStripe } from '../fake-stripe.ts';
import type { PlannedSale } from './http-sale.ts';
import type { SaleOutcome } from './sale-stories.ts';

export interface PlayedSale
  extends SaleOutcome,
    Pick<PlannedSale, 'number' | 'priceCents' | 'shippingCents'> {
  productId: string;
  sellerId: string;
}

/**
 * Compares the ledger with the fake's own books: for each booking what was charged, refunded and charged back, for each
 * payout what was transferred and taken back. @returns one line for each difference
 */
export async function findStripeDifferences(
  sql: Sql,
  stripe: FakeStripe,
  disputeIds: ReadonlySet<string>,
): Promise<string[]> {
  const entries = await sql<{ bookingId: string | null; cause: string; cents: number }[]>`
    select booking_id as "bookingId", cause,
      case when debit = 'provider:stripe' then amount_cents else -amount_cents end as cents
    from ledger_entries where 'provider:stripe' in (debit, credit)`;
  const reversals = await sql<{ id: string; payoutId: string }[]>`
    select id, payout_id as "payoutId" from payout_reversals`;
  const payoutOf = new Map(reversals.map(({ id, payoutId }) => [id, payoutId]));
  const ours = new Map<string, number>();
  for (const { bookingId, cause, cents } of entries) {
    add(ours, bookingId ?? payoutOf.get(cause) ?? cause, cents);
  }
  return compare('the ledger has for', ours, booksOf(stripe, disputeIds));
}

/** Cents that Stripe holds for the shop, by booking and by payout. */
function booksOf({ account, connect }: FakeStripe, disputeIds: ReadonlySet<string>) {
  const books = new Map<string, number>();
  for (const { id, amount_received: received, metadata } of account.intents.values()) {
    const refunded = account.refundsOf(id).filter(({ status }) => status !== 'failed');
    add(books, metadata.bookingId ?? id, received - sum(refunded));
  }
  for (const disputeId of disputeIds) {
    const dispute = account.getDispute(disputeId);
    const { payment_intent: intentId, amount, status, balance_transactions: movements } = dispute;
    const fee = movements.reduce((fees, one) => fees + one.fee, 0);
    const lost = status === 'lost' ? amount : 0;
    add(books, account.getIntent(intentId).metadata.bookingId ?? intentId, -lost - fee);
  }
  for (const { transfer_group: payoutId, id, amount, amount_reversed } of transfersOf(connect)) {
    add(books, payoutId ?? id, amount_reversed - amount);
  }
  return books;
}

const transfersOf = ({ transfers }: FakeStripe['connect']) => [...transfers.values()];

/** Compares what every seller has got, and every buyer has back, with how their sales had to end. */
export async function findUnpaidPeople(
  sql: Sql,
  stripe: FakeStripe,
  { sales, commissionPercent }: { sales: PlayedSale[]; commissionPercent: number },
): Promise<string[]> {
  const accounts = await sql<{ sellerId: string; accountId: string }[]>`
    select user_id as "sellerId", provider_account_id as "accountId" from payout_accounts`;
  const sellerOf = new Map(accounts.map(({ sellerId, accountId }) => [accountId, sellerId]));
  const got = new Map<string, number>();
  for (const { destination, amount, amount_reversed } of transfersOf(stripe.connect)) {
    add(got, sellerOf.get(destination) ?? destination, amount - amount_reversed);
  }
  const earned = new Map<string, number>();
  for (const { sellerId, priceCents, shippingCents, refundCents, state } of sales) {
    if (state === null) continue;
    const commission = commissionOf(priceCents, { percent: commissionPercent });
    const chargedCents = priceCents + shippingCents;
    const { fromSeller } = refundParts({
      chargedCents,
      shippingCents,
      // What was paid for shipping goes back first, because the two have met.
      askedShippingCents: Math.min(shippingCents, refundCents),
      fullCommissionCents: commission,
      amountCents: refundCents,
    });
    add(earned, sellerId, chargedCents - commission - fromSeller);
  }
  return compare('Stripe has paid to', got, earned);
}

/** Compares how every sale has ended with how it had to. */
export async function findWrongEnds(sql: Sql, sales: PlayedSale[]): Promise<string[]> {
  const rows = await sql<{ productId: string; bookings: number; ends: string }[]>`
    select b.product_id as "productId", count(*)::int as bookings,
      string_agg(coalesce(f.state, 'none') || ' ' || (
        select coalesce(sum(e.amount_cents), 0) from ledger_entries e
        where e.booking_id = b.id and e.kind in ('refund', 'chargeback')), ', ') as ends
    from bookings b left join fulfilments f on f.booking_id = b.id group by b.product_id`;
  const found = new Map(rows.map((row) => [row.productId, row]));
  return sales.flatMap(({ number, productId, state, refundCents }) => {
    const { bookings = 0, ends = '' } = found.get(productId) ?? {};
    const expected = `${state ?? 'none'} ${refundCents}`;
    if (bookings === 1 && ends === expected) return [];
    return [`sale ${number}: ${bookings} bookings, ${ends} instead of ${expected}`];
  });
}

function sum(movements: readonly { amount: number }[]): number {
  return movements.reduce((total, { amount }) => total + amount, 0);
}

function add(books: Map<string, number>, key: string, cents: number): void {
  books.set(key, (books.get(key) ?? 0) + cents);
}

function compare(what: string, found: Map<string, number>, expected: Map<string, number>) {
  const keys = new Set([...found.keys(), ...expected.keys()]);
  return [...keys].flatMap((key) => {
    const [ours = 0, theirs = 0] = [found.get(key), expected.get(key)];
    return ours === theirs ? [] : [`${what} ${key}: ${ours} cents instead of ${theirs}`];
  });
}
