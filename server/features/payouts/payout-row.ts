import { toMajorUnits } from '#contract/money/currency.ts';
import type { Payout } from '#contract/payouts/payouts.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { type DetailsSeal, maskNumber } from './payout-details.ts';

export interface PayoutReader {
  sql: Sql;
  detailsSeal: DetailsSeal;
}

export interface PayoutRow {
  id: string;
  sellerId: string;
  name: string;
  email: string;
  amountCents: number;
  currency: string;
  state: Payout['state'];
  provider: Payout['provider'];
  attempts: number;
  reference: string | null;
  failure: string | null;
  createdAt: Date | null;
  takenAt: Date | null;
  paidAt: Date | null;
  failedAt: Date | null;
  /** When a dispute was opened about money that is in a manual payout which an admin can still stop at the bank. */
  disputedAt: Date | null;
  accountState: Exclude<Payout['account']['state'], 'missing'> | null;
  sealedDetails: string | null;
}

/** The beginning of a statement about payouts `p` of sellers `u`; a condition follows. */
export function selectPayouts(sql: Sql): Fragment {
  return sql`
    select p.id, p.seller_id as "sellerId", u.name, u.email, p.amount_cents as "amountCents",
      p.currency, p.state, p.provider, p.attempts, p.reference, p.failure,
      p.created_at as "createdAt", p.taken_at as "takenAt", p.paid_at as "paidAt",
      p.failed_at as "failedAt", (${disputedSince(sql)}) as "disputedAt", a.state as "accountState", a.sealed_details as "sealedDetails"
    from payouts p join users u on u.id = p.seller_id
    left join payout_accounts a on a.user_id = u.id and a.provider = p.provider`;
}

/** Money that was released before an earlier payout of the seller is in that one, unless it failed. */
function disputedSince(sql: Sql): Fragment {
  return sql`
    select min(d.opened_at) from disputes d
    join ledger_entries e on e.booking_id = d.booking_id
    where p.state = 'taken' and p.provider = 'manual'
      and d.state = 'open' and d.opened_at >= p.created_at
      and e.kind = 'release' and e.credit = 'available:' || p.seller_id and e.created_at <= p.created_at
      and not exists (
        select from payouts earlier where earlier.seller_id = p.seller_id and earlier.id < p.id
          and earlier.state <> 'failed' and earlier.created_at >= e.created_at)`;
}

export function payoutFrom(row: PayoutRow, { detailsSeal }: PayoutReader): Payout {
  return {
    _id: row.id,
    seller: { _id: row.sellerId, name: row.name, email: row.email },
    amount: toMajorUnits(row.amountCents),
    currency: row.currency,
    state: row.state,
    provider: row.provider,
    account: maskedAccount(row, detailsSeal),
    attempts: row.attempts,
    time: row.createdAt?.toISOString(),
    takenAt: row.takenAt?.toISOString(),
    paidAt: row.paidAt?.toISOString(),
    failedAt: row.failedAt?.toISOString(),
    reference: row.reference ?? undefined,
    failure: row.failure ?? undefined,
    disputedAt: row.disputedAt?.toISOString(),
  };
}

/** An account as its seller and admins see it. */
export function maskedAccount(
  row: Pick<PayoutRow, 'sellerId' | 'accountState' | 'sealedDetails'>,
  detailsSeal: DetailsSeal,
): Payout['account'] {
  if (row.accountState === null) return { state: 'missing' };
  if (row.sealedDetails === null) return { state: row.accountState };
  const details = detailsSeal.unseal(row.sellerId, row.sealedDetails);
  if (!details) return { state: 'missing' };
  return { state: row.accountState, holder: details.holder, number: maskNumber(details.number) };
}
