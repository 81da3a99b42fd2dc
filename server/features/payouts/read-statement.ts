import { toMajorUnits } from '#contract/money/currency.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import type { LedgerKind } from '#contract/payouts/ledger.ts';
import { byteOrderMark, type CsvCell, writeCsv } from '../../core/csv.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { accounts } from '../ledger/write-ledger.ts';

interface MovementRow {
  id: string;
  kind: LedgerKind;
  /** Whether it is about what was paid for sending, not about the price. */
  isShipping: boolean;
  productName: string | null;
  bookingId: string | null;
  pendingCents: number;
  availableCents: number;
  createdAt: Date;
  /** The same with all digits of the database. */
  cursorAt: string;
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

/** The same for what was paid for sending. */
const shippingTexts: Partial<Record<LedgerKind, string>> = {
  charge: 'Shipping',
  refund: 'Refund of shipping',
  chargeback: 'Chargeback of shipping',
};

function entryText({ kind, isShipping }: MovementRow): string {
  return (isShipping ? shippingTexts[kind] : undefined) ?? entryTexts[kind];
}

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
 * closing balance, some lines at a time. `pending` is of sales that are not completed, `available` is ready to be paid out.
 * @param month `2026-11`
 */
export async function* readStatement(
  sql: Sql,
  sellerId: string,
  month: string,
): AsyncGenerator<string> {
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(from);
  until.setUTCMonth(until.getUTCMonth() + 1);
  let { pending, available } = await readBalanceAt(sql, sellerId, from);
  const lineOf = (date: string, entry: string, row: Partial<MovementRow>): CsvCell[] => [
    ...[date, entry, row.productName ?? undefined, row.bookingId ?? undefined],
    ...[amountOf(row.pendingCents), amountOf(row.availableCents)],
    ...[toMajorUnits(pending), toMajorUnits(available), shopCurrency().code],
  ];
  yield byteOrderMark + writeCsv([heads, lineOf(from.toISOString(), 'Opening balance', {})]);
  for await (const movements of readMovements(sql, sellerId, { from, until })) {
    yield writeCsv(
      movements.map((row) => {
        pending += row.pendingCents;
        available += row.availableCents;
        return lineOf(row.createdAt.toISOString(), entryText(row), row);
      }),
    );
  }
  yield writeCsv([lineOf(until.toISOString(), 'Closing balance', {})]);
}

const amountOf = (cents: number | undefined) =>
  cents === undefined ? undefined : toMajorUnits(cents);

function centsOf(sql: Sql, account: string): Fragment {
  return sql`(case when credit = ${account} then amount_cents else 0 end
    - case when debit = ${account} then amount_cents else 0 end)`;
}

/** The sums of all movements before a time. */
async function readBalanceAt(sql: Sql, sellerId: string, at: Date) {
  const [pending, available] = [accounts.pending(sellerId), accounts.available(sellerId)];
  const [row] = await sql<{ pending: number; available: number }[]>`
    select coalesce(sum(${centsOf(sql, pending)}), 0)::bigint as pending,
      coalesce(sum(${centsOf(sql, available)}), 0)::bigint as available
    from ledger_entries
    where (credit in (${pending}, ${available}) or debit in (${pending}, ${available}))
      and created_at < ${at}`;
  return row ?? { pending: 0, available: 0 };
}

const rowsPerPage = 500;

async function* readMovements(
  sql: Sql,
  sellerId: string,
  { from, until }: { from: Date; until: Date },
): AsyncGenerator<MovementRow[]> {
  const [pending, available] = [accounts.pending(sellerId), accounts.available(sellerId)];
  let after: Pick<MovementRow, 'id' | 'cursorAt'> | undefined;
  do {
    const rows: MovementRow[] = await sql<MovementRow[]>`
      select e.id, e.kind, e.cause like '%:shipping' as "isShipping", b.product_name as "productName", e.booking_id as "bookingId",
        e.created_at as "createdAt", e.created_at::text as "cursorAt",
        ${centsOf(sql, pending)} as "pendingCents", ${centsOf(sql, available)} as "availableCents"
      from ledger_entries e left join bookings b on b.id = e.booking_id
      where (credit in (${pending}, ${available}) or debit in (${pending}, ${available}))
        and e.created_at >= ${from} and e.created_at < ${until}
        and (e.created_at, e.id) > (${after?.cursorAt ?? '-infinity'}::timestamptz,
          ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
      order by e.created_at, e.id limit ${rowsPerPage}`;
    if (rows.length > 0) yield rows;
    after = rows.length < rowsPerPage ? undefined : rows.at(-1);
  } while (after);
}
