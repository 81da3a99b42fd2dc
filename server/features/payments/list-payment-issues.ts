import { dollarsFromCents } from '#contract/fields.ts';
import { type PaymentIssue, paymentIssueTodos } from '#contract/payment-issues.ts';
import type { Sql } from '../../database/sql.ts';
import { refundReasons } from './payments.ts';

interface IssueRow {
  id: string;
  kind: PaymentIssue['kind'];
  bookingId: string;
  productName: string;
  buyerEmail: string;
  amountCents: number;
  provider: string;
  transactionId: string;
  at: Date;
}

/** After this many attempts a refund is listed: by then it has failed for about half an hour. */
const stuckAttempts = 6;

/**
 * Refunds that keep failing, that a bank has sent back, and those made at the card provider, newest first. For admins.
 */
export async function listPaymentIssues(
  sql: Sql,
  { count, before }: { count: number; before: string },
): Promise<PaymentIssue[]> {
  const rows = await sql<IssueRow[]>`
    select found.id, found.kind, found.at, found.amount_cents as "amountCents",
      b.id as "bookingId", b.product_name as "productName", b.buyer_email as "buyerEmail",
      p.provider, p.transaction_id as "transactionId"
    from (
      select id, 'refund-stuck' as kind, id as payment_id, refund_tried_at as at,
        coalesce(refund_cents, amount_cents) as amount_cents
      from payments where state = 'refund-due' and refund_attempts >= ${stuckAttempts}
      union all
      select e.id, 'refund-failed', p.id, e.received_at,
        coalesce((e.payload #>> '{data,object,amount}')::int, p.refund_cents, p.amount_cents)
      from payment_events e join payments p
        on p.provider = e.provider and p.transaction_id = e.provider_intent_id
      where e.type = 'refund.failed'
      union all
      select e.id, 'refunded-elsewhere', p.id, e.received_at,
        coalesce((e.payload #>> '{data,object,amount_refunded}')::int, p.amount_cents)
      from payment_events e join payments p
        on p.provider = e.provider and p.transaction_id = e.provider_intent_id
      where e.type = 'charge.refunded'
        and (p.state = 'recorded' or p.refund_reason = ${refundReasons.elsewhere})
      union all
      select p.id, 'refunded-elsewhere', p.id, p.elsewhere_at, p.elsewhere_cents
      from payments p
      where p.elsewhere_cents > 0 and not exists (
        select from payment_events e where e.provider = p.provider
          and e.provider_intent_id = p.transaction_id and e.type = 'charge.refunded')
    ) found
    join payments p on p.id = found.payment_id
    join bookings b on b.id = p.booking_id
    where found.id < ${before} order by found.id desc limit ${count}`;
  return rows.map(({ id, kind, bookingId, buyerEmail, provider, transactionId, ...row }) => ({
    ...{ _id: id, kind, bookingId, buyerEmail, provider, transactionId },
    name: row.productName,
    amount: dollarsFromCents(row.amountCents),
    time: row.at.toISOString(),
    todo: paymentIssueTodos[kind],
  }));
}
