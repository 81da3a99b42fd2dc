import type { Sql } from '../database/sql.ts';

/** Makes the database record every payout that takes more than a seller can be paid when it is started. */
export async function watchPayouts(sql: Sql): Promise<void> {
  await sql`create table wrong_payouts (payout_id uuid, fault text)`;
  await sql`
    create function check_payout() returns trigger language plpgsql as $$
    declare
      available bigint := (
        select coalesce(sum(case when credit = 'available:' || new.seller_id then amount_cents
          else -amount_cents end), 0)
        from ledger_entries where 'available:' || new.seller_id in (credit, debit));
      disputed bigint := (
        select coalesce(sum(greatest(0, cents)), 0) from (
          select sum(case when e.credit = 'available:' || new.seller_id then e.amount_cents
            else -e.amount_cents end) as cents
          from ledger_entries e
          where 'available:' || new.seller_id in (e.credit, e.debit) and exists (
            select from disputes d where d.booking_id = e.booking_id and d.state = 'open')
          group by e.booking_id) of_sale);
    begin
      if new.amount_cents > available - disputed then
        insert into wrong_payouts values (new.id, 'a payout of ' || new.amount_cents
          || ' with ' || available || ' available, ' || disputed || ' of it disputed');
      end if;
      return null;
    end $$`;
  await sql`
    create trigger check_payout after insert on payouts for each row execute function check_payout()`;
}

/** Checks what must always be true of payouts, in a database that `watchPayouts` watches. @returns one line for each fault */
export async function findPayoutFaults(sql: Sql): Promise<string[]> {
  const faults = await sql<{ fault: string }[]>`
    select fault || ': ' || payout_id as fault from wrong_payouts
    union all
    select 'paid out and not in the ledger: ' || id from payouts p
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
