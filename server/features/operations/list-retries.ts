import { toMajorUnits } from '#contract/money/currency.ts';
import type { Retry } from '#contract/operations/retries.ts';
import { msg, type Text } from '#contract/text.ts';
import { readFault } from '../../core/describe-fault.ts';
import { saidText } from '../../core/problem.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import { maxMails as most } from './queued-mail-rows.ts';

/** The providers of this shop: what belongs to another one has to be ended there. */
export interface RetryProviders {
  cards: { name: string };
  payouts: { name: string };
}

interface RetryRow {
  id: string;
  kind: Retry['kind'];
  about: string;
  bookingId: string | null;
  amountCents: number | null;
  provider: string;
  reference: string | null;
  attempts: number;
  triedAt: Date | null;
  nextAt: Date | null;
  error: string | null;
}

/**
 * Refunds, payouts and webhooks that have failed and are tried again, and open payments that the card provider does not know,
 * newest first; of each kind at most 1,000.
 */
export async function listRetries(
  sql: Sql,
  providers: RetryProviders,
  { count, before }: { count: number; before: string },
): Promise<Retry[]> {
  const rows = await sql<RetryRow[]>`
    select id, kind, about, booking_id as "bookingId", amount_cents as "amountCents", provider,
      reference, attempts, tried_at as "triedAt", error,
      tried_at + make_interval(mins => least(360, (2 ^ least(attempts - 1, 16))::int)) as "nextAt"
    from (${allRetries(sql, providers)}) retry
    where id < ${before} order by id desc limit ${count}`;
  return rows.map((row) => retryFrom(row, providers));
}

/** How many there are, at most 1,001. */
export async function countRetries(sql: Sql, providers: RetryProviders): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from (${allRetries(sql, providers)}) retry limit ${most + 1}
    ) counted`;
  return row?.count ?? 0;
}

/** Each part reads a partial index of what is not done. */
function allRetries(sql: Sql, { cards }: RetryProviders): Fragment {
  const limit = rawSql(`limit ${most + 1}`);
  return sql`
    (select p.id, 'refund' as kind, b.product_name as about, p.booking_id,
      coalesce(p.refund_cents, p.amount_cents) as amount_cents, p.provider,
      p.transaction_id as reference, p.refund_attempts as attempts, p.refund_tried_at as tried_at,
      p.refund_error as error
    from payments p join bookings b on b.id = p.booking_id
    where p.state = 'refund-due' and p.refund_attempts > 0 order by p.refund_tried_at ${limit})
    union all
    (select p.id, 'payout', u.name, null, p.amount_cents, p.provider, p.provider_payout_id,
      p.attempts, p.tried_at, p.last_error
    from payouts p join users u on u.id = p.seller_id
    where p.state in ('started', 'taken') and p.state = 'started' and p.attempts > 0
    order by p.tried_at ${limit})
    union all
    (select r.id, 'payout-reversal', u.name, null, r.amount_cents, p.provider, p.provider_payout_id,
      r.attempts, r.tried_at, r.last_error
    from payout_reversals r join payouts p on p.id = r.payout_id join users u on u.id = p.seller_id
    where r.state = 'started' and r.attempts > 0 ${limit})
    union all
    (select id, 'card-event', type, null, null, provider, provider_intent_id, attempts, null, last_fault
    from payment_events where settled_at is null and attempts > 0 order by received_at ${limit})
    union all
    (select i.id, 'unknown-intent', b.product_name, i.booking_id, i.amount_cents, i.provider,
      i.provider_intent_id, 0, i.unknown_at, null
    from payment_intents i join bookings b on b.id = i.booking_id
    where i.state = 'open' and (i.unknown_at is not null or i.provider <> ${cards.name})
    order by i.checked_at nulls first ${limit})`;
}

function retryFrom(row: RetryRow, providers: RetryProviders): Retry {
  const { kind, amountCents, attempts } = row;
  const isScheduled = kind !== 'card-event' && kind !== 'unknown-intent';
  return {
    _id: row.id,
    kind,
    about: row.about,
    provider: row.provider,
    attempts,
    bookingId: row.bookingId ?? undefined,
    amount: amountCents === null ? undefined : toMajorUnits(amountCents),
    reference: row.reference ?? undefined,
    triedAt: row.triedAt?.toISOString(),
    nextAt: isScheduled ? row.nextAt?.toISOString() : undefined,
    ...errorOf(row, providers),
  };
}

/** The provider says more than the error of the last attempt does. */
function errorOf({ kind, provider, error }: RetryRow, { cards, payouts }: RetryProviders) {
  const isOfPayouts = kind === 'payout' || kind === 'payout-reversal';
  const current = isOfPayouts ? payouts.name : cards.name;
  if (provider !== current) {
    return explained(msg`It belongs to ${provider}, and this shop now uses ${current}`);
  }
  if (kind === 'unknown-intent') {
    return explained(msg`${provider} does not know it under the keys of this shop`);
  }
  return readFault(error);
}

function explained(text: Text): Pick<Retry, 'error' | 'errorTexts'> {
  const said = saidText(text);
  return { error: said.message, errorTexts: [said] };
}
