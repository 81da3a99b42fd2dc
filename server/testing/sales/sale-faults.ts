import { permitLateReason } from '#contract/after-sale/shop-reasons.ts';
import {
  disputeTransitions,
  fulfilmentTransitions,
  paymentTransitions,
  returnTransitions,
  type Transition,
} from '#contract/bookings/states.ts';
import { rawSql, type Sql } from '../../database/sql.ts';

type Table = Readonly<Record<string, readonly Transition<string>[]>>;

const tables: Record<string, Table> = {
  fulfilments: fulfilmentTransitions,
  returns: returnTransitions,
  disputes: disputeTransitions,
  payments: paymentTransitions,
};

/**
 * Makes the database record every change of a state, every release of money that comes too early, and every payout that is
 * tried although its money is disputed or gone.
 */
export async function watchAfterSale(sql: Sql): Promise<void> {
  await sql`create table state_changes (subject text, booking_id uuid, before text, after text)`;
  await sql`create table early_releases (booking_id uuid, cause text)`;
  await sql`create table early_payouts (payout_id uuid, cents bigint, payable_cents bigint)`;
  await sql`
    create function record_state_change() returns trigger language plpgsql as $$
    begin
      insert into state_changes values (tg_table_name, new.booking_id, old.state, new.state);
      return null;
    end $$`;
  for (const table of Object.keys(tables)) {
    await sql`
      create trigger record_state_change after update of state on ${rawSql(table)} for each row
      when (old.state is distinct from new.state) execute function record_state_change()`;
  }
  await watchReleases(sql);
  await watchPayouts(sql);
}

/** Checked at the commit, when the dispute that releases the money is decided. What a chargeback takes is released for it. */
async function watchReleases(sql: Sql): Promise<void> {
  await sql`
    create function check_release() returns trigger language plpgsql as $$
    begin
      insert into early_releases
        select new.booking_id, 'a dispute is open' from disputes
          where booking_id = new.booking_id and state = 'open'
        union all
        select new.booking_id, 'a return is ' || state from returns
          where booking_id = new.booking_id and state in ('requested', 'accepted', 'contested')
        union all
        select new.booking_id, 'the time for a return is not over' from fulfilments f
          where booking_id = new.booking_id and return_until > new.created_at
            and not exists (select from disputes d where d.booking_id = f.booking_id);
      return null;
    end $$`;
  await sql`
    create constraint trigger check_release after insert on ledger_entries
    deferrable initially deferred for each row
    when (new.kind = 'release' and new.cause = new.booking_id::text)
    execute function check_release()`;
}

/** Checked at the commit of the first attempt, before the provider is asked. */
async function watchPayouts(sql: Sql): Promise<void> {
  await sql`
    create function check_payout() returns trigger language plpgsql as $$
    begin
      insert into early_payouts
        select p.id, p.amount_cents, sum(held.cents)
        from payouts p cross join lateral (
          select case when e.booking_id is null or not exists (
              select from disputes d where d.booking_id = e.booking_id and d.state = 'open')
            then sum(side.cents) else least(0, sum(side.cents)) end as cents
          from ledger_entries e
          cross join lateral (
            values (e.credit, e.amount_cents), (e.debit, -e.amount_cents)) side (account, cents)
          where side.account = 'available:' || p.seller_id group by e.booking_id
        ) held
        where p.id = new.id and p.state = 'started'
        group by p.id having sum(held.cents) < p.amount_cents;
      return null;
    end $$`;
  await sql`
    create constraint trigger check_payout after update of attempts on payouts
    deferrable initially deferred for each row when (new.attempts = 1)
    execute function check_payout()`;
}

/**
 * Checks what must always be true after a sale, in the whole database that `watchAfterSale` watches.
 * @returns one line for each violation
 */
export async function findAfterSaleFaults(sql: Sql): Promise<string[]> {
  const changes = await sql<{ subject: string; before: string; after: string }[]>`
    select distinct subject, before, after from state_changes`;
  const unknown = changes.filter(
    ({ subject, before, after }) => !tables[subject]?.[before]?.some(({ to }) => to === after),
  );
  const faults = await sql<{ fault: string }[]>`
    with sale as (
      select b.id, b.seller_id, f.method, f.approved_at, b.price_cents + b.shipping_cents as total_cents, f.state, f.paid_at, f.received_at, f.return_until,
        f.completed_at, case when f.buyer_meets_at is not null and f.seller_meets_at is not null
          then b.shipping_cents else 0 end as owed_cents,
        (select coalesce(sum(case when credit like 'pending:%' then amount_cents else 0 end)
          - sum(case when debit like 'pending:%' then amount_cents else 0 end), 0)
          from ledger_entries where booking_id = b.id) as pending_cents,
        exists (select from payments where booking_id = b.id and state = 'refund-due') as is_due,
        exists (select from disputes where booking_id = b.id)
          or exists (select from payments where booking_id = b.id and elsewhere_cents > 0)
          as is_irregular
      from bookings b join fulfilments f on f.booking_id = b.id
    )
    select 'released although ' || cause || ': ' || booking_id as fault from early_releases
    union all
    select 'a payout of ' || cents || ' although ' || payable_cents || ' can be paid: ' || payout_id
      from early_payouts
    union all
    select 'the accounts do not sum to zero' where 0 <> (
      select coalesce(sum(cents), 0) from (
        select amount_cents as cents from ledger_entries
        union all select -amount_cents from ledger_entries) both_sides)
    union all
    select 'pending below zero: ' || id from sale where pending_cents < 0
    union all
    select 'money is pending after the end: ' || id from sale
      where state in ('completed', 'returned', 'cancelled') and not is_due and pending_cents <> 0
    union all
    select 'released ' || count(*) || ' times: ' || booking_id from ledger_entries
      where kind = 'release' and cause = booking_id::text group by booking_id having count(*) > 1
    union all
    select 'completed without its money: ' || id from sale
      where state = 'completed' and not is_irregular and total_cents - owed_cents > (
          select coalesce(sum(c.amount_cents), 0) from ledger_entries c
          where c.booking_id = sale.id and c.kind = 'commission')
        and not exists (
        select from ledger_entries e where e.booking_id = sale.id and e.kind = 'release'
          and e.credit = 'available:' || seller_id
          and e.amount_cents = total_cents - owed_cents - (select coalesce(sum(c.amount_cents), 0)
            from ledger_entries c where c.booking_id = sale.id and c.kind = 'commission'))
    union all
    select 'the two have met, and the shipping has not gone back: ' || id from sale
      where state = 'completed' and not is_due and owed_cents > (
        select coalesce(sum(amount_cents), 0) from ledger_entries
        where booking_id = sale.id and kind in ('refund', 'chargeback') and cause like '%:shipping'
          and credit like 'provider:%')
        and not exists (select from disputes where booking_id = sale.id and cause = 'chargeback')
        and not exists (select from payments where booking_id = sale.id and elsewhere_cents > 0)
    union all
    select 'sent without its permit: ' || booking_id from fulfilments
      where permit_due_at is not null and permit_given_at is null and sent_at is not null
    union all
    select 'cancelled before its permit was due: ' || booking_id from fulfilments
      where cancel_reason = ${permitLateReason} and cancelled_at < permit_due_at
    union all
    select 'a code although it is to be sent: ' || sale.id from sale
      join fulfilments f on f.booking_id = sale.id join bookings b on b.id = sale.id
      where f.method = 'meeting' and b.delivery_method = 'shipping'
        and (f.buyer_meets_at is null or f.seller_meets_at is null)
    union all
    select 'a release of a sale that is not complete: ' || id from sale
      where completed_at is null and not is_irregular and exists (
        select from ledger_entries e where e.booking_id = sale.id and e.kind = 'release')
    union all
    select 'return window of other than three days, and a working day: ' || id from sale
      cross join lateral (select greatest(received_at, paid_at) + interval '72 hours' as at) ends
      where received_at is not null and approved_at is null and not is_irregular
        and return_until <> ends.at + case when method = 'shipping' then make_interval(days =>
          case extract(isodow from ends.at at time zone 'UTC') when 5 then 3 when 6 then 2 else 1 end)
          else interval '0' end
    union all
    select 'all is well, and it is not complete: ' || id from sale
      where approved_at is not null and state not in ('completed', 'returned')
    union all
    select 'ended and refunded, but its product is sold: ' || sale.id from sale
      join products p on p.sold_booking_id = sale.id
      where sale.state in ('returned', 'cancelled') and not is_due
    union all
    select 'more than five wrong codes in an hour: ' || w.booking_id from wrong_codes w
      where 5 < (select count(*) from wrong_codes o where o.booking_id = w.booking_id
        and o.purpose = w.purpose and o.tried_at >= w.tried_at
        and o.tried_at < w.tried_at + interval '1 hour')
    union all
    select 'not exactly two mails ' || kind || ': ' || sale.id from sale
      cross join lateral (values ('received', received_at is not null),
        ('sale-completed', completed_at is not null),
        ('sale-cancelled', state = 'cancelled')) mail (kind, is_told)
      where not is_irregular and (select count(*) from queued_mails m
        where m.subject_id = sale.id and m.kind = mail.kind) <> case when is_told then 2 else 0 end`;
  return [
    ...unknown.map(({ subject, before, after }) => `${subject}: ${before} to ${after}`),
    ...faults.map(({ fault }) => fault),
  ];
}
