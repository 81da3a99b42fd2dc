import type { Sql } from '../database/sql.ts';

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

/** What has not ended, once all jobs have run. @returns one line for each */
export async function findUnfinishedSales(sql: Sql): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select 'sale ' || state || ': ' || booking_id as what from fulfilments
      where state not in ('completed', 'returned', 'cancelled')
    union all select 'return ' || state || ': ' || booking_id from returns
      where state not in ('lapsed', 'refunded')
    union all select 'dispute: ' || booking_id from disputes where state = 'open'
    union all select 'chargeback: ' || booking_id from chargebacks where state = 'open'
    union all select 'intent: ' || booking_id from payment_intents where state = 'open'
    union all select 'refund: ' || booking_id from payments where state = 'refund-due'
    union all select 'event: ' || provider_event_id from payment_events where settled_at is null
    union all select 'payout ' || state || ': ' || id from payouts where state in ('started', 'taken')
    union all select 'reversal: ' || id from payout_reversals where state = 'started'
    union all select 'money: ' || account || ' has ' || sum(cents) from (
        select credit as account, amount_cents as cents from ledger_entries
        union all select debit, -amount_cents from ledger_entries) sides
      where account ~ '^(pending:|available:|unapplied)' group by account having sum(cents) <> 0`;
  return rows.map(({ what }) => what);
}
