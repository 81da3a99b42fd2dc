import { toMajorUnits } from '#contract/currency.ts';
import type { LedgerKind } from '#contract/ledger.ts';
import { shopCurrency } from '#contract/shop-currency.ts';
import { byteOrderMark, type CsvCell, writeCsv } from '../../core/csv.ts';
import type { Sql } from '../../database/sql.ts';
import { accounts } from '../ledger/write-ledger.ts';

interface MovementRow {
  /** Null for the sum of all movements before the month. */
  kind: LedgerKind | null;
  productName: string | null;
  bookingId: string | null;
  pendingCents: number;
  availableCents: number;
  createdAt: Date | null;
}

/** What a seller reads for a kind of movement. */
const entryTexts: Record<LedgerKind, string> = {
  charge: 'Sale',
  commission: "Shop's share",
  release: 'Sale completed',
  payout: 'Paid out',
  'payout-failed': 'Payout came back',
  refund: 'Refund to the buyer',
  chargeback: 'Chargeback',
  'chargeback-fee': 'Fee of a chargeback',
  reversal: 'Payout taken back',
};

const heads = [
  'Date (UTC)',
  'Entry',
  'Instrument',
  'Booking',
  'Pending',
  'Available',
  'Pending balance',
  'Available balance',
  'Currency',
];

/**
 * The movements of a seller's money in one month (UTC) as comma-separated values, oldest first, between the opening and the
 * closing balance. `pending` is of sales that are not completed, `available` is ready to be paid out.
 * @param month `2026-11`
 */
export async function readStatement(sql: Sql, sellerId: string, month: string): Promise<string> {
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(from);
  until.setUTCMonth(until.getUTCMonth() + 1);
  const movements = await readMovements(sql, sellerId, { from, until });
  let pending = 0;
  let available = 0;
  const lineOf = (date: string, entry: string, row: Partial<MovementRow>): CsvCell[] => [
    ...[date, entry, row.productName ?? undefined, row.bookingId ?? undefined],
    ...[amountOf(row.pendingCents), amountOf(row.availableCents)],
    ...[toMajorUnits(pending), toMajorUnits(available), shopCurrency().code],
  ];
  const lines = movements.map((row) => {
    pending += row.pendingCents;
    available += row.availableCents;
    if (row.kind === null) return lineOf(from.toISOString(), 'Opening balance', {});
    return lineOf(row.createdAt?.toISOString() ?? '', entryTexts[row.kind], row);
  });
  const closing = lineOf(until.toISOString(), 'Closing balance', {});
  return byteOrderMark + writeCsv([heads, ...lines, closing]);
}

const amountOf = (cents: number | undefined) =>
  cents === undefined ? undefined : toMajorUnits(cents);

/** The sum of all movements before the month, then those of the month, read by one statement so that nothing is between. */
function readMovements(
  sql: Sql,
  sellerId: string,
  { from, until }: { from: Date; until: Date },
): Promise<MovementRow[]> {
  const [pending, available] = [accounts.pending(sellerId), accounts.available(sellerId)];
  return sql<MovementRow[]>`
    with movements as (
      select id, kind, booking_id, created_at,
        (case when credit = ${pending} then amount_cents else 0 end
          - case when debit = ${pending} then amount_cents else 0 end) as pending,
        (case when credit = ${available} then amount_cents else 0 end
          - case when debit = ${available} then amount_cents else 0 end) as available
      from ledger_entries
      where (credit in (${pending}, ${available}) or debit in (${pending}, ${available}))
        and created_at < ${until}
    )
    select null as kind, null as "productName", null as "bookingId", null as "createdAt",
      coalesce(sum(pending), 0)::bigint as "pendingCents",
      coalesce(sum(available), 0)::bigint as "availableCents"
    from movements where created_at < ${from}
    union all
    select * from (
      select m.kind, b.product_name, m.booking_id, m.created_at, m.pending, m.available
      from movements m left join bookings b on b.id = m.booking_id
      where m.created_at >= ${from} order by m.created_at, m.id
    ) of_month`;
}
