import { toMajorUnits } from '#contract/money/currency.ts';
import { paymentIssueTodos } from '#contract/overview/admin-todos.ts';
import type { PaymentIssue, paymentIssueStates } from '#contract/payments/payment-issues.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { refundReasons } from './payments.ts';

interface IssueFilter {
  /** Both by default. */
  state?: (typeof paymentIssueStates)[number] | undefined;
  /** How many to read at most. */
  count: number;
  /** Only those with a smaller id. */
  before: string;
  /** The moment by which a mark of a stuck refund has run out. */
  at: Date;
}

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
  note: string | null;
  doneBy: string;
  doneAt: Date;
}

/**
 * Refunds that keep failing, that a bank has sent back, and those made at the card provider, newest first. For admins.
 */
export async function listPaymentIssues(
  sql: Sql,
  { state, count, before, at }: IssueFilter,
): Promise<PaymentIssue[]> {
  const rows = await sql<IssueRow[]>`
    select found.id, found.kind, found.at, found.amount_cents as "amountCents",
      b.id as "bookingId", b.product_name as "productName", b.buyer_email as "buyerEmail",
      p.provider, p.transaction_id as "transactionId", found.note, admin.name as "doneBy",
      found.done_at as "doneAt"
    from (${issuesIn(sql, state, at)}) found
    join payments p on p.id = found.payment_id
    join bookings b on b.id = p.booking_id
    left join users admin on admin.id = found.done_by
    where found.id < ${before} order by found.id desc limit ${count}`;
  return rows.map(issueFrom);
}

/**
 * The number of refunds that keep failing or were sent back by a bank, at most `most`. What was refunded at the card
 * provider is left out: that money is where it should be.
 */
export async function countFailedRefunds(sql: Sql, at: Date, most: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from (${openIssues(sql, at)}) open where kind <> 'refunded-elsewhere' limit ${most}
    ) counted`;
  return row?.count ?? 0;
}

/** After this many attempts a refund is listed: by then it has failed for about half an hour. */
const stuckAttempts = 6;

/**
 * What is to be done at a moment: `id`, `kind`, `payment_id`, `at`, `amount_cents`. A mark hides what it was made for, and not
 * another amount that is refunded elsewhere later. A refund that still fails a day after the mark is listed again.
 */
export function openIssues(sql: Sql, at: Date): Fragment {
  return sql`
    select * from (
      select id, 'refund-stuck' as kind, id as payment_id, refund_tried_at as at,
        coalesce(refund_cents, amount_cents) as amount_cents
      from payments where state = 'refund-due' and refund_attempts >= ${stuckAttempts}
      union all
      select e.id, 'refund-failed', p.id, e.received_at,
        coalesce((e.payload #>> '{data,object,amount}')::bigint, p.refund_cents, p.amount_cents)
      from payment_events e join payments p
        on p.provider = e.provider and p.transaction_id = e.provider_intent_id
      where e.type = 'refund.failed'
      union all
      select e.id, 'refunded-elsewhere', p.id, e.received_at,
        coalesce((e.payload #>> '{data,object,amount_refunded}')::bigint, p.amount_cents)
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
    ) issue
    where not exists (
      select from done_payment_issues done
      where done.id = issue.id and done.kind = issue.kind
        and done.amount_cents = issue.amount_cents
        and (issue.kind <> 'refund-stuck' or done.done_at > ${at}::timestamptz - interval '1 day'))`;
}

function issuesIn(sql: Sql, state: IssueFilter['state'], at: Date): Fragment {
  const open = sql`
    select id, kind, payment_id, at, amount_cents, null::text as note, null::uuid as done_by,
      null::timestamptz as done_at
    from (${openIssues(sql, at)}) open`;
  const done = sql`
    select id, kind, payment_id, found_at as at, amount_cents, note, done_by, done_at
    from done_payment_issues`;
  if (state === 'open') return open;
  return state === 'done' ? done : sql`${open} union all ${done}`;
}

function issueFrom({ note, doneBy, doneAt, ...row }: IssueRow): PaymentIssue {
  const { id, kind, bookingId, buyerEmail, provider, transactionId } = row;
  return {
    _id: id,
    kind,
    bookingId,
    buyerEmail,
    provider,
    transactionId,
    name: row.productName,
    amount: toMajorUnits(row.amountCents),
    time: row.at.toISOString(),
    todo: paymentIssueTodos[kind],
    done: note === null ? undefined : { note, by: doneBy, time: doneAt.toISOString() },
  };
}
