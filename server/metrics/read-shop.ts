import { Gauge, Registry } from 'prom-client';
import { hintKinds } from '#contract/moderation/moderation-terms.ts';
import { jobNames } from '#contract/operations/job-names.ts';
import { queuedMailKinds } from '#contract/operations/mail-kinds.ts';
import type { Database } from '../database/connection.ts';
import type { Sql } from '../database/sql.ts';

/** A row is one value; `label` tells apart the values of a gauge that has several. */
interface Value {
  label?: string;
  value: number;
}

interface ShopGauge {
  name: string;
  help: string;
  labelName?: string;
  /** Reads few rows, by an index, however large the shop is. */
  read: (sql: Sql) => PromiseLike<Value[]>;
}

/** What the database knows of the shop. It is the same on every server: take the maximum of them, not the sum. */
const shopGauges: readonly ShopGauge[] = [
  {
    name: 'reprise_bookings_held',
    help: 'Unpaid bookings that hold an instrument',
    read: (sql) => sql`select count(*)::int as value from bookings where state = 'held'`,
  },
  {
    name: 'reprise_holds_overdue',
    help: 'Holds whose time is over for more than two minutes and that were not released',
    read: (sql) => sql`
      select count(*)::int as value from bookings
      where state = 'held' and hold_expires_at < now() - interval '2 minutes'`,
  },
  {
    name: 'reprise_refunds_due',
    help: 'Refunds that the card provider has not accepted yet',
    read: (sql) => sql`select count(*)::int as value from payments where state = 'refund-due'`,
  },
  {
    name: 'reprise_webhooks_waiting',
    help: 'Webhooks of the card provider that were stored and not processed yet',
    read: (sql) => sql`
      select count(*)::int as value from payment_events where settled_at is null`,
  },
  {
    name: 'reprise_disputes_open',
    help: 'Disputes that an admin or the card provider has to decide',
    read: (sql) => sql`select count(*)::int as value from disputes where state = 'open'`,
  },
  {
    name: 'reprise_payouts_open',
    help: 'Payouts that were started and are not paid yet',
    read: (sql) => sql`
      select count(*)::int as value from payouts where state in ('started', 'taken')`,
  },
  {
    name: 'reprise_ledger_differences',
    help: "Differences between the ledger and the provider's books that the last comparison found",
    labelName: 'explained',
    read: (sql) => sql`
      select label, count(d.id)::int as value from unnest(array['yes', 'no']) as label
      left join ledger_differences d on d.ended_at is null
        and (d.explanation is not null) = (label = 'yes')
      group by label`,
  },
  {
    name: 'reprise_case_hints',
    help: 'What the comparison of listings has found within 30 days, by kind',
    labelName: 'kind',
    read: (sql) => sql`
      select label, count(h.id)::int as value from unnest(${[...hintKinds]}::text[]) as label
      left join case_hints h on h.kind = label and h.created_at > now() - interval '30 days'
      group by label`,
  },
  {
    name: 'reprise_listings_to_compare',
    help: 'New and changed listings that were not compared with the others yet',
    read: (sql) => sql`
      select count(*)::int as value from products where comparison_due_at is not null`,
  },
  {
    name: 'reprise_mails_waiting',
    help: 'Mails that are queued and not sent yet, by kind',
    labelName: 'kind',
    read: (sql) => countMails(sql, 0),
  },
  {
    name: 'reprise_mails_refused',
    help: 'Waiting mails that the mail server has refused at least three times, by kind',
    labelName: 'kind',
    read: (sql) => countMails(sql, 3),
  },
  {
    name: 'reprise_job_overdue_seconds',
    help: 'For how long a scheduled job has been due without running',
    labelName: 'job',
    read: (sql) => sql`
      select name as label, case when leased_until > clock_timestamp() then 0
        else greatest(0, extract(epoch from clock_timestamp() - due_at)) end::float8 as value
      from job_runs where name = any(${jobNames})`,
  },
  {
    name: 'reprise_job_failed',
    help: '1 while the last run of a scheduled job has failed',
    labelName: 'job',
    read: (sql) => sql`
      select name as label, (last_fault is not null)::int as value from job_runs
      where name = any(${jobNames})`,
  },
];

async function countMails(sql: Sql, fromAttempts: number): Promise<Value[]> {
  const counts = await sql<{ label: string; value: number }[]>`
    select kind as label, count(*)::int as value from queued_mails
    where sent_at is null and dropped_at is null and attempts >= ${fromAttempts} group by kind`;
  const found = new Map(counts.map(({ label, value }) => [label, value]));
  return queuedMailKinds.map((label) => ({ label, value: found.get(label) ?? 0 }));
}

/** Reads what the database knows of the shop, in Prometheus' text format. */
export async function readShop({ sql }: Database): Promise<string> {
  const registry = new Registry();
  await Promise.all(
    shopGauges.map(async ({ name, help, labelName, read }) => {
      const labelNames = labelName === undefined ? [] : [labelName];
      const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
      for (const { label, value } of await read(sql)) {
        gauge.set(
          labelName === undefined || label === undefined ? {} : { [labelName]: label },
          value,
        );
      }
    }),
  );
  return registry.metrics();
}
