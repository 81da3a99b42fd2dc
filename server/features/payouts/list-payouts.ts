import type { PayoutState } from '#contract/bookings/states.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import type { Payout } from '#contract/payouts/payouts.ts';
import { rawSql } from '../../database/sql.ts';
import type { PayoutProvider } from '../../providers/payouts/port.ts';
import { disputedMoney } from './disputed-money.ts';
import { type PayoutReader, type PayoutRow, payoutFrom, selectPayouts } from './payout-row.ts';

interface Range {
  /** How many to read at most. */
  count: number;
  /** Only those with a smaller id. */
  before: string;
}

/** The payouts in a state, newest first. */
export async function listPayouts(
  reader: PayoutReader,
  { state, count, before }: Range & { state: PayoutState },
): Promise<Payout[]> {
  const { sql } = reader;
  const rows = await sql<PayoutRow[]>`
    ${selectPayouts(sql)} where p.state = ${state} and p.id < ${before}
    order by p.id desc limit ${count}`;
  return rows.map((row) => payoutFrom(row, reader));
}

/** The payouts of the seller with this email, newest first. Empty for an unknown email. */
export async function listOwnPayouts(
  reader: PayoutReader,
  { email, count, before }: Range & { email: string },
): Promise<Payout[]> {
  const { sql } = reader;
  const rows = await sql<PayoutRow[]>`
    ${selectPayouts(sql)} where lower(u.email) = lower(${email}) and u.removed_at is null
      and p.id < ${before} order by p.id desc limit ${count}`;
  return rows.map((row) => payoutFrom(row, reader));
}

/** What is available to each seller, in no payout yet and not disputed, by the ledger, those who registered last first. */
export async function listDuePayouts(
  reader: PayoutReader,
  { provider, count, before }: Range & { provider: PayoutProvider['name'] },
): Promise<Payout[]> {
  const { sql } = reader;
  const rows = await sql<PayoutRow[]>`
    select u.id, u.id as "sellerId", u.name, u.email, due.cents as "amountCents",
      ${shopCurrency().code}::text as currency, 'due' as state, ${provider}::text as provider,
      0 as attempts, null as reference, null as failure, null as "createdAt", null as "takenAt",
      null as "paidAt", null as "failedAt", null as "disputedAt", a.state as "accountState",
      a.sealed_details as "sealedDetails"
    from (${rawSql(dueBySeller)}) due join users u on u.id = due.seller_id
    left join payout_accounts a on a.user_id = u.id and a.provider = ${provider}
    where due.cents > 0 and u.id < ${before}
    order by u.id desc limit ${count}`;
  return rows.map((row) => payoutFrom(row, reader));
}

/** SQL for every seller: `seller_id`, and the `cents` that are available, in no started payout and not disputed. */
export const dueBySeller = `
  select seller_id, sum(cents)::bigint as cents from (
    select split_part(credit, ':', 2)::uuid as seller_id, amount_cents as cents
    from ledger_entries where credit like 'available:%'
    union all
    select split_part(debit, ':', 2)::uuid, -amount_cents
    from ledger_entries where debit like 'available:%'
    union all
    select seller_id, -amount_cents from payouts where state = 'started'
    union all
    select seller_id, -cents from (${disputedMoney}) disputed
  ) movement group by seller_id`;
