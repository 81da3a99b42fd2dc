import type { Sql } from '../database/sql.ts';
import { refundReasons } from '../features/payments/payments.ts';

/** Of charges that never bought anything. */
const lateReasons = [
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
    select 'paid without two mails: ' || b.id from bookings b
      where b.state in ('paid', 'returned') and 2 <> (select count(*) from mails m
        where m.booking_id = b.id and m.kind = 'paid')`;
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
