import type { Earnings } from '#contract/earnings.ts';
import { dollarsFromCents } from '#contract/fields.ts';
import type { Sql } from '../../database/sql.ts';
import type { PayoutProvider } from '../../providers/payouts/port.ts';
import { accounts, ledgerCurrency } from '../ledger/write-ledger.ts';
import type { Payee } from './find-payee.ts';

interface Terms {
  /** The shop's share of each sale, in hundredths of a percent. */
  commissionBasisPoints: number;
  provider: PayoutProvider['name'];
}

/** What is on its way to a seller, what is ready, and what was paid out, by the ledger. */
export async function readEarnings(
  sql: Sql,
  { id }: Pick<Payee, 'id'>,
  { commissionBasisPoints, provider }: Terms,
): Promise<Earnings> {
  const [pending, available] = [accounts.pending(id), accounts.available(id)];
  const [sums] = await sql<{ pending: number; available: number; paidOut: number }[]>`
    select coalesce(sum(case when account = ${pending} then cents end), 0)::bigint as pending,
      coalesce(sum(case when account = ${available} then cents end), 0)::bigint as available,
      coalesce(-sum(case when kind in ('payout', 'payout-failed', 'reversal') then cents end), 0)::bigint
        as "paidOut"
    from (
      select credit as account, amount_cents as cents, kind from ledger_entries
      where credit in (${pending}, ${available})
      union all
      select debit, -amount_cents, kind from ledger_entries where debit in (${pending}, ${available})
    ) movement`;
  const [started] = await sql<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from payouts
    where seller_id = ${id} and state = 'started'`;
  return {
    pending: dollarsFromCents(sums?.pending ?? 0),
    available: dollarsFromCents(sums?.available ?? 0),
    paidOut: dollarsFromCents(sums?.paidOut ?? 0),
    currency: ledgerCurrency,
    started: dollarsFromCents(started?.cents ?? 0),
    commissionPercent: commissionBasisPoints / 100,
    provider,
  };
}
