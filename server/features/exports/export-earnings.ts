import { toMajorUnits } from '#contract/money/currency.ts';
import type { ExportedMovement, ExportedPayout, UserExport } from '#contract/users/user-export.ts';
import type { payouts } from '../../database/schema/ledger.ts';
import { rawSql, type Sql } from '../../database/sql.ts';
import { type AgreedTerms, agreedTerms, commissionTermsOf } from '../bookings/seller-terms.ts';
import { readBillingDetails } from '../invoices/billing-details.ts';
import { type InvoiceRow, invoiceFrom, selectInvoices } from '../invoices/list-invoices.ts';
import { accounts } from '../ledger/write-ledger.ts';
import { readPayoutAccount } from '../payouts/payout-account.ts';
import type { DetailsSeal } from '../payouts/payout-details.ts';
import { oldestFirst, type PageRequest, pagesOf } from './json-stream.ts';

interface EarningsReader {
  sql: Sql;
  detailsSeal: DetailsSeal;
}

/** A seller's invoices and payouts, where they are paid, and every movement of their money, for `exportUser`. */
export function exportEarnings({ sql, detailsSeal }: EarningsReader, sellerId: string) {
  return {
    invoices: invoicesOf(sql, sellerId),
    billingDetails: async () => {
      const details = await readBillingDetails(sql, sellerId);
      return details.changedAt === undefined ? undefined : details;
    },
    commissions: commissionsOf(sql, sellerId),
    payouts: payoutsOf(sql, sellerId),
    payoutAccount: () => payoutAccountOf({ sql, detailsSeal }, sellerId),
    movements: movementsOf(sql, sellerId),
  };
}

interface CommissionRow {
  id: string;
  terms: AgreedTerms;
  reason: string;
  appliesFrom: Date;
  createdAt: Date;
}

function commissionsOf(sql: Sql, sellerId: string): AsyncIterable<UserExport['commissions']> {
  return pagesOf(
    ({ cursor, count }) => sql<CommissionRow[]>`
      select id, ${agreedTerms} as terms, reason, applies_from as "appliesFrom",
        created_at as "createdAt"
      from seller_commissions where seller_id = ${sellerId} and id < ${cursor}
      order by id desc limit ${count}`,
    (row) => ({
      _id: row.id,
      commission: commissionTermsOf(row.terms),
      reason: row.reason,
      appliesFrom: row.appliesFrom.toISOString(),
      time: row.createdAt.toISOString(),
    }),
  );
}

async function payoutAccountOf({ sql, detailsSeal }: EarningsReader, sellerId: string) {
  const [stored] = await sql<{ provider: ExportedPayout['provider'] }[]>`
    select provider from payout_accounts where user_id = ${sellerId}`;
  return stored && readPayoutAccount({ sql, detailsSeal }, { id: sellerId }, stored.provider);
}

function invoicesOf(sql: Sql, sellerId: string): AsyncIterable<UserExport['invoices']> {
  return pagesOf(
    ({ cursor, count }) => sql<InvoiceRow[]>`
      ${selectInvoices(sql)} where i.seller_id = ${sellerId} and i.id < ${cursor}
      order by i.id desc limit ${count}`,
    (row) => {
      const { seller: _seller, ...invoice } = invoiceFrom(row);
      const { to } = row.content;
      return { ...invoice, to: { ...to, address: [...to.address] } };
    },
  );
}

type PayoutRow = Pick<
  typeof payouts.$inferSelect,
  | 'id'
  | 'amountCents'
  | 'currency'
  | 'provider'
  | 'state'
  | 'createdAt'
  | 'takenAt'
  | 'paidAt'
  | 'failedAt'
  | 'reference'
  | 'failure'
>;

function payoutsOf(sql: Sql, sellerId: string): AsyncIterable<ExportedPayout[]> {
  return pagesOf(
    ({ cursor, count }) => sql<PayoutRow[]>`
      select id, amount_cents as "amountCents", currency, provider, state,
        created_at as "createdAt", taken_at as "takenAt", paid_at as "paidAt",
        failed_at as "failedAt", reference, failure
      from payouts where seller_id = ${sellerId} and id < ${cursor} order by id desc limit ${count}`,
    (row) => ({
      _id: row.id,
      amount: toMajorUnits(row.amountCents),
      currency: row.currency,
      provider: row.provider,
      state: row.state,
      time: row.createdAt.toISOString(),
      takenAt: row.takenAt?.toISOString(),
      paidAt: row.paidAt?.toISOString(),
      failedAt: row.failedAt?.toISOString(),
      reference: row.reference ?? undefined,
      failure: row.failure ?? undefined,
    }),
  );
}

interface MovementRow extends Pick<ExportedMovement, 'kind' | 'account' | 'currency'> {
  id: string;
  cents: number;
  bookingId: string | null;
  createdAt: Date;
}

/** Oldest first. An entry that moves money between both accounts of the seller is two movements of one id. */
function movementsOf(sql: Sql, sellerId: string): AsyncIterable<ExportedMovement[]> {
  const page = (side: 'debit' | 'credit', account: string, { cursor, count }: PageRequest) => sql`
    (select id, kind, ${rawSql(side)} as account,
      ${rawSql(side === 'credit' ? 'amount_cents' : '-amount_cents')} as cents, currency,
      booking_id, created_at
    from ledger_entries where ${rawSql(side)} = ${account} and id > ${cursor}
    order by id limit ${count})`;
  const [pending, available] = [accounts.pending(sellerId), accounts.available(sellerId)];
  return pagesOf(
    (request) => sql<MovementRow[]>`
      select id, kind, split_part(account, ':', 1) as account, cents, currency,
        booking_id as "bookingId", created_at as "createdAt"
      from (
        select * from (
          ${page('credit', pending, request)} union all ${page('credit', available, request)}
          union all ${page('debit', pending, request)}
          union all ${page('debit', available, request)}
        ) movement order by id fetch first ${request.count} rows with ties
      ) in_page order by id, account`,
    ({ kind, account, cents, currency, bookingId, createdAt }) => ({
      kind,
      account,
      amount: toMajorUnits(cents),
      currency,
      bookingId: bookingId ?? undefined,
      time: createdAt.toISOString(),
    }),
    oldestFirst,
  );
}
