import { toMajorUnits } from '#contract/money/currency.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import type { ShopCommission } from '#contract/payments/commission.ts';
import type { Earnings } from '#contract/payouts/earnings.ts';
import { rawSql, type Sql } from '../../database/sql.ts';
import type { PayoutProvider } from '../../providers/payouts/port.ts';
import { commissionOfSeller } from '../bookings/seller-terms.ts';
import { accounts } from '../ledger/write-ledger.ts';
import { readAgreedPeriods } from './agreed-periods.ts';
import { disputedMoney } from './disputed-money.ts';
import type { Payee } from './find-payee.ts';

interface Terms {
  /** The shop's. */
  commission: ShopCommission;
  provider: PayoutProvider['name'];
  at: Date;
}

/**
 * What is on its way to a seller, what is ready, and what was paid out, by the ledger. What is disputed after it was
 * released, and not paid out yet, is no longer ready: it counts as on its way again, and as held.
 */
export async function readEarnings(
  sql: Sql,
  { id }: Pick<Payee, 'id'>,
  { commission: shop, provider, at }: Terms,
): Promise<Earnings> {
  const [sums, [current, next]] = await Promise.all([
    readSums(sql, id),
    readAgreedPeriods(sql, id, at),
  ]);
  const { pending, heldPending, available, disputed, started, paidOut, inTransit } = sums;
  const commission = commissionOfSeller(shop, current.terms);
  const withheld = Math.min(disputed, Math.max(0, available - started));
  return {
    pending: toMajorUnits(pending + withheld),
    held: toMajorUnits(heldPending + withheld),
    available: toMajorUnits(available - withheld),
    paidOut: toMajorUnits(paidOut),
    inTransit: toMajorUnits(Math.min(inTransit, Math.max(0, paidOut))),
    currency: shopCurrency().code,
    started: toMajorUnits(started),
    commissionPercent: commission.percent,
    commission,
    ...(commission !== shop && { commissionIsAgreed: true }),
    nextCommission: next && {
      commission: commissionOfSeller(shop, next.terms),
      isAgreed: next.terms?.basisPoints != null,
      appliesFrom: next.from.toISOString(),
    },
    provider,
  };
}

/** In cents. */
interface Sums {
  pending: number;
  /** The part of `pending` of sales with an open dispute, an open return, or a due refund. */
  heldPending: number;
  available: number;
  /** What was released of sales that are disputed now, paid out or not. */
  disputed: number;
  started: number;
  paidOut: number;
  inTransit: number;
}

/** Reads them by one statement, so that nothing that moves in the meantime is counted twice or not at all. */
async function readSums(sql: Sql, id: string): Promise<Sums> {
  const [pending, available] = [accounts.pending(id), accounts.available(id)];
  const [sums] = await sql<Sums[]>`
    with movement as (
      select booking_id, credit as account, amount_cents as cents, kind from ledger_entries
      where credit in (${pending}, ${available})
      union all
      select booking_id, debit, -amount_cents, kind from ledger_entries
      where debit in (${pending}, ${available})
    ),
    held as (
      select greatest(0, sum(m.cents)) as cents from movement m
      where m.account = ${pending} and (
        exists (select from disputes d where d.booking_id = m.booking_id and d.state = 'open')
        or exists (
          select from returns r where r.booking_id = m.booking_id
            and r.state in ('requested', 'accepted', 'contested', 'given-back'))
        or exists (
          select from payments p where p.booking_id = m.booking_id and p.state = 'refund-due'))
      group by m.booking_id
    )
    select coalesce(sum(cents) filter (where account = ${pending}), 0)::bigint as pending,
      (select coalesce(sum(cents), 0) from held)::bigint as "heldPending",
      coalesce(sum(cents) filter (where account = ${available}), 0)::bigint as available,
      (select coalesce(sum(cents), 0) from (${rawSql(disputedMoney)}) d
        where seller_id = ${id})::bigint as disputed,
      (select coalesce(sum(amount_cents), 0) from payouts
        where seller_id = ${id} and state = 'started')::bigint as started,
      (select coalesce(sum(amount_cents), 0) from payouts
        where seller_id = ${id} and state = 'taken')::bigint as "inTransit",
      coalesce(-sum(cents) filter (where kind in ('payout', 'payout-failed', 'reversal')), 0)::bigint
        as "paidOut"
    from movement`;
  const none = { pending: 0, heldPending: 0, available: 0, disputed: 0, started: 0 };
  return sums ?? { ...none, paidOut: 0, inTransit: 0 };
}
