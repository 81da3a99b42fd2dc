import type { Sql } from '../../database/sql.ts';
import { refundReasons } from '../../features/payments/payments.ts';

/** The faults of charges that never bought anything. */
export const lateReasons = [
  refundReasons.bookingEnded,
  refundReasons.alreadyPaid,
  refundReasons.wrongAmount,
];

/**
 * Checks what must always be true of bookings, products and payments, in the whole database.
 * @returns one line for each violation
 */
export async function findPaymentFaults(sql: Sql): Promise<string[]> {
  const rows = await sql<{ fault: string }[]>`
    select 'two live bookings of ' || product_id as fault from bookings
      where state in ('held', 'paid') group by product_id having count(*) > 1
    union all
    select 'sold without exactly one payment: ' || p.id from products p
      where p.status = 'sold' and 1 <> (select count(*) from payments pay
        where pay.booking_id = p.sold_booking_id and (pay.state = 'recorded'
          or pay.refund_reason <> all(${lateReasons}::text[])
            and (pay.state = 'refund-due' or pay.refund_cents < pay.amount_cents)))
    union all
    select 'a recorded payment of a product that is not sold: ' || pay.id from payments pay
      join products p on p.id = pay.product_id
      where pay.state = 'recorded' and p.sold_booking_id is distinct from pay.booking_id
    union all
    select 'paid but not the sale of its product: ' || b.id from bookings b
      join products p on p.id = b.product_id
      where b.state = 'paid' and p.sold_booking_id is distinct from b.id
    union all
    select 'sold by a booking that is not paid: ' || p.id from products p
      join bookings b on b.id = p.sold_booking_id where b.state <> 'paid'
    union all
    select 'an accepted offer without a booking at its amount: ' || o.id from offers o
      left join bookings b on b.id = o.booking_id
      where o.state = 'accepted' and (b.product_id, b.buyer_id, b.price_cents) is distinct from
        (o.product_id, o.buyer_id, o.amounts_cents[cardinality(o.amounts_cents)])
    union all
    select 'an offer is booked with another delivery: ' || o.id from offers o
      join bookings b on b.id = o.booking_id
      where (b.delivery_method, b.zone_id, b.shipping_cents) is distinct from
        (o.delivery_method, o.zone_id, o.shipping_cents)
    union all
    select 'paid with another amount than price and shipping: ' || pay.id from payments pay
      join bookings b on b.id = pay.booking_id
      where (pay.refund_reason is null or pay.refund_reason <> all(${lateReasons}::text[]))
        and (pay.amount_cents, pay.shipping_cents) is distinct from
          (b.price_cents + b.shipping_cents, b.shipping_cents)
    union all
    select 'sent without an address: ' || b.id from bookings b
      where b.state = 'paid' and b.delivery_method = 'shipping' and not exists (
        select from booking_addresses a where a.booking_id = b.id)
    union all
    select 'booked for less than the price without an accepted offer: ' || b.id from bookings b
      where b.listed_cents is not null and not exists (
        select from offers o where o.booking_id = b.id and o.state = 'accepted')
    union all
    select 'an offer for what is sold or withdrawn: ' || o.id from offers o
      join products p on p.id = o.product_id
      left join bookings b on b.id = p.sold_booking_id
      where o.state in ('open', 'countered') and o.expires_at > coalesce(p.withdrawn_at, b.paid_at)
    union all
    select 'paid without two mails: ' || b.id from bookings b
      where b.state in ('paid', 'returned') and 2 <> (select count(*) from queued_mails m
        where m.subject_id = b.id and m.kind = 'paid')`;
  return rows.map(({ fault }) => fault);
}

/**
 * Compares our payments with what the sandbox has charged and refunded, once all jobs have run.
 * @returns one line for each difference
 */
export async function findProviderDifferences(sql: Sql): Promise<string[]> {
  const rows = await sql<{ fault: string }[]>`
    select 'still open: ' || provider_intent_id as fault from payment_intents
      where state = 'open'
    union all
    select 'not refunded yet: ' || transaction_id from payments where state = 'refund-due'
    union all
    select 'recorded but never charged: ' || pay.transaction_id from payments pay
      left join sandbox_intents i on i.id = pay.transaction_id
      where i.state is distinct from 'succeeded'
    union all
    select 'charged but not recorded: ' || i.id from sandbox_intents i
      left join payments pay on pay.transaction_id = i.id
      where i.state = 'succeeded' and pay.id is null
    union all
    select 'recorded with another amount: ' || i.id from sandbox_intents i
      join payments pay on pay.transaction_id = i.id where pay.amount_cents <> i.amount_cents
    union all
    select i.refunded_cents || ' refunded by mistake: ' || i.id from sandbox_intents i
      join payments pay on pay.transaction_id = i.id
      where i.refunded_cents <> case pay.state when 'refunded' then i.amount_cents else 0 end
    union all
    select 'refunded twice: ' || intent_id from sandbox_refunds
      group by intent_id having count(*) > 1`;
  return rows.map(({ fault }) => fault);
}

/** Compares payouts and what was taken back of them with the ledger. @returns one line for each difference */
export async function findPayoutFaults(sql: Sql): Promise<string[]> {
  const faults = await sql<{ fault: string }[]>`
    select 'paid out and not in the ledger: ' || id as fault from payouts p
      where state in ('taken', 'paid') and not exists (
        select from ledger_entries where kind = 'payout' and cause = p.id::text
          and amount_cents = p.amount_cents and debit = 'available:' || p.seller_id)
    union all
    select 'in the ledger and not paid out: ' || cause from ledger_entries e
      where kind = 'payout' and not exists (
        select from payouts where id::text = e.cause and state in ('taken', 'paid', 'failed'))
    union all
    select 'taken back and not in the ledger: ' || id from payout_reversals r
      where state = 'done' and not exists (
        select from ledger_entries where kind = 'reversal' and cause = r.id::text
          and amount_cents = r.amount_cents)
    union all
    select 'more taken back than was paid: ' || p.id from payouts p
      where amount_cents < (select sum(r.amount_cents) from payout_reversals r
        where r.payout_id = p.id and r.state = 'done')`;
  return faults.map(({ fault }) => fault);
}

/** Everything that must have ended once all jobs have run. @returns one line for each */
export async function findUnfinishedSales(sql: Sql): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select 'sale ' || state || ': ' || booking_id as what from fulfilments
      where state not in ('completed', 'returned', 'cancelled')
    union all select 'return ' || state || ': ' || booking_id from returns
      where state not in ('lapsed', 'refunded')
    union all select 'dispute: ' || booking_id from disputes where state = 'open'
    union all select 'chargeback: ' || booking_id from chargebacks where state = 'open'
    union all select 'hold: ' || id from bookings where state = 'held'
    union all select 'intent: ' || booking_id from payment_intents where state = 'open'
    union all select 'refund: ' || booking_id from payments where state = 'refund-due'
    union all select 'event ' || type || ': ' || provider_event_id from payment_events
      where settled_at is null
    union all select 'payout ' || state || ': ' || id from payouts where state in ('started', 'taken')
    union all select 'reversal: ' || id from payout_reversals where state = 'started'`;
  return rows.map(({ what }) => `not ended: ${what}`);
}

/** Accounts that hold money although everything was paid out. @returns one line for each */
export async function findMoneyLeft(sql: Sql): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select account || ' has ' || sum(cents) as what from (
      select credit as account, amount_cents as cents from ledger_entries
      union all select debit, -amount_cents from ledger_entries) sides
    where account ~ '^(pending:|available:|unapplied)' group by account having sum(cents) <> 0`;
  return rows.map(({ what }) => `money: ${what}`);
}
