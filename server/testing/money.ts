import type { Sql } from '../database/sql.ts';
import type { FakeCards } from './fake-cards.ts';

/**
 * What must never be, in the whole database, a line for each case. With a provider at hand, and everything settled, its
 * books are compared with ours too.
 */
export async function faultsOfMoney(
  sql: Sql,
  cards?: Pick<FakeCards, 'intents' | 'refunds'>,
): Promise<string[]> {
  const rows = await sql<{ fault: string }[]>`
    select 'two live bookings of ' || product_id as fault from bookings
      where state in ('held', 'paid') group by product_id having count(*) > 1
    union all
    select 'sold without exactly one payment: ' || p.id from products p
      where p.status = 'sold' and 1 <> (select count(*) from payments pay
        where pay.booking_id = p.sold_booking_id and (pay.state = 'recorded'
          or pay.state = 'refund-due' and pay.refund_reason = 'The return was accepted'))
    union all
    select 'a standing payment of what is not sold: ' || pay.id from payments pay
      join products p on p.id = pay.product_id
      where pay.state = 'recorded' and p.sold_booking_id is distinct from pay.booking_id
    union all
    select 'paid and not the sale of its product: ' || b.id from bookings b
      join products p on p.id = b.product_id
      where b.state = 'paid' and p.sold_booking_id is distinct from b.id
    union all
    select 'sold by a booking that is not paid: ' || p.id from products p
      join bookings b on b.id = p.sold_booking_id where b.state <> 'paid'
    union all
    select 'paid without two mails: ' || b.id from bookings b
      where b.state in ('paid', 'returned') and 2 <> (select count(*) from mails m
        where m.booking_id = b.id and m.kind = 'paid')`;
  const faults = rows.map(({ fault }) => fault);
  return cards ? [...faults, ...(await faultsOfBooks(sql, cards))] : faults;
}

async function faultsOfBooks(
  sql: Sql,
  { intents, refunds }: Pick<FakeCards, 'intents' | 'refunds'>,
): Promise<string[]> {
  const payments = await sql<{ intentId: string; state: string; amountCents: number }[]>`
    select transaction_id as "intentId", state, amount_cents as "amountCents" from payments`;
  const open = await sql<{ intentId: string }[]>`
    select provider_intent_id as "intentId" from payment_intents where state = 'open'`;
  const byIntent = new Map(payments.map((payment) => [payment.intentId, payment]));
  const faults = open.map(({ intentId }) => `still open: ${intentId}`);
  for (const { intentId, state } of payments) {
    if (intents.get(intentId)?.state !== 'succeeded') faults.push(`never charged: ${intentId}`);
    if (state === 'refund-due') faults.push(`not given back yet: ${intentId}`);
  }
  for (const { id, state, amountCents, refundedCents } of intents.values()) {
    if (state !== 'succeeded') continue;
    const payment = byIntent.get(id);
    const owed = payment?.state === 'refunded' ? amountCents : 0;
    if (!payment) faults.push(`charged and unknown: ${id}`);
    else if (payment.amountCents !== amountCents) faults.push(`another amount: ${id}`);
    else if (refundedCents !== owed) faults.push(`${refundedCents} of ${owed} given back: ${id}`);
    if ((refunds.get(id) ?? 0) > 1) faults.push(`given back twice: ${id}`);
  }
  return faults;
}
