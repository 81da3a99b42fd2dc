import { toMajorUnits } from '#contract/currency.ts';
import type { ExportedMovement, ExportedPayout, UserExport } from '#contract/user-export.ts';
import type { payouts } from '../../database/schema/ledger.ts';
import type { Sql } from '../../database/sql.ts';
import { accounts } from '../ledger/write-ledger.ts';
import { readPayoutAccount } from '../payouts/payout-account.ts';
import type { DetailsSeal } from '../payouts/payout-details.ts';

interface EarningsReader {
  sql: Sql;
  detailsSeal: DetailsSeal;
}

type ExportedEarnings = Pick<UserExport, 'payouts' | 'payoutAccount' | 'movements'>;

/** A seller's payouts, where they are paid, and every movement of their money, for `exportUser`. */
export async function exportEarnings(
  { sql, detailsSeal }: EarningsReader,
  sellerId: string,
): Promise<ExportedEarnings> {
  const [paid, [stored], moved] = await Promise.all([
    payoutsOf(sql, sellerId),
    sql<{ provider: ExportedPayout['provider'] }[]>`
      select provider from payout_accounts where user_id = ${sellerId}`,
    movementsOf(sql, sellerId),
  ]);
  const payoutAccount =
    stored && (await readPayoutAccount({ sql, detailsSeal }, { id: sellerId }, stored.provider));
  return { payouts: paid, payoutAccount, movements: moved };
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

async function payoutsOf(sql: Sql, sellerId: string): Promise<ExportedPayout[]> {
  const rows = await sql<PayoutRow[]>`
    select id, amount_cents as "amountCents", currency, provider, state, created_at as "createdAt",
      taken_at as "takenAt", paid_at as "paidAt", failed_at as "failedAt", reference, failure
    from payouts where seller_id = ${sellerId} order by id desc`;
  return rows.map((row) => ({
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
  }));
}

interface MovementRow extends Pick<ExportedMovement, 'kind' | 'account' | 'currency'> {
  cents: number;
  bookingId: string | null;
  createdAt: Date;
}

async function movementsOf(sql: Sql, sellerId: string): Promise<ExportedMovement[]> {
  const [pending, available] = [accounts.pending(sellerId), accounts.available(sellerId)];
  const rows = await sql<MovementRow[]>`
    select kind, split_part(account, ':', 1) as account, cents, currency,
      booking_id as "bookingId", created_at as "createdAt"
    from (
      select id, kind, credit as account, amount_cents as cents, currency, booking_id, created_at
      from ledger_entries where credit in (${pending}, ${available})
      union all
      select id, kind, debit, -amount_cents, currency, booking_id, created_at
      from ledger_entries where debit in (${pending}, ${available})
    ) movement order by created_at, id, account`;
  return rows.map(({ kind, account, cents, currency, bookingId, createdAt }) => ({
    kind,
    account,
    amount: toMajorUnits(cents),
    currency,
    bookingId: bookingId ?? undefined,
    time: createdAt.toISOString(),
  }));
}
