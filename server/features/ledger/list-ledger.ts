import { toMajorUnits } from '#contract/money/currency.ts';
import type { AccountBalance, LedgerEntry, LedgerKind } from '#contract/payouts/ledger.ts';
import type { Sql } from '../../database/sql.ts';

interface EntryRow {
  id: string;
  debit: string;
  credit: string;
  amountCents: number;
  currency: string;
  kind: LedgerKind;
  bookingId: string | null;
  isShipping: boolean;
  createdAt: Date;
}

interface Filter {
  bookingId?: string | undefined;
  count: number;
  /** Only entries with a smaller id, that is, written earlier. */
  before: string;
}

/** The entries of the ledger, or those of one booking, newest first. */
export async function listLedger(
  sql: Sql,
  { bookingId, count, before }: Filter,
): Promise<LedgerEntry[]> {
  const rows = await sql<EntryRow[]>`
    select id, debit, credit, amount_cents as "amountCents", currency, kind,
      booking_id as "bookingId", cause like '%:shipping' as "isShipping", created_at as "createdAt"
    from ledger_entries
    where id < ${before} ${bookingId === undefined ? sql`` : sql`and booking_id = ${bookingId}`}
    order by id desc limit ${count}`;
  return rows.map(({ id, amountCents, bookingId: booking, isShipping, createdAt, ...row }) => ({
    _id: id,
    ...row,
    amount: toMajorUnits(amountCents),
    bookingId: booking ?? undefined,
    isShipping: isShipping || undefined,
    time: createdAt.toISOString(),
  }));
}

interface BalanceRow {
  account: string;
  debits: number;
  credits: number;
  currency: string;
  sellerId: string | null;
  name: string;
  email: string;
}

/** Every account that something was booked on. Balances are credits minus debits, so that together they are 0. */
export async function readBalances(sql: Sql): Promise<AccountBalance[]> {
  const rows = await sql<BalanceRow[]>`
    select a.account, a.currency, a.debits, a.credits, u.id as "sellerId", u.name, u.email
    from (
      select account, currency, sum(debit)::bigint as debits, sum(credit)::bigint as credits
      from (
        select debit as account, currency, amount_cents as debit, 0 as credit from ledger_entries
        union all
        select credit, currency, 0, amount_cents from ledger_entries
      ) side group by account, currency
    ) a left join users u on u.id::text = split_part(a.account, ':', 2)
    order by a.account`;
  return rows.map(({ account, debits, credits, currency, sellerId, name, email }) => ({
    account,
    seller: sellerId === null ? undefined : { _id: sellerId, name, email },
    debits: toMajorUnits(debits),
    credits: toMajorUnits(credits),
    balance: toMajorUnits(credits - debits),
    currency,
  }));
}
