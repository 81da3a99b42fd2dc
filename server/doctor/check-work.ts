import type pg from 'pg';
import { jobNames } from '#contract/operations/job-names.ts';
import { checkInvoices } from './check-invoices.ts';
import { advice, type Finding, fault, ok } from './finding.ts';

/** A job that is due for longer is run by no server. */
const lateMinutes = 15;
const maxCount = 1_000;

/** Whether jobs run and mails go out: the work that no one sees when it stops. */
export async function checkWork(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('job_runs') as found`,
  );
  if (!rows[0]?.found) return [];
  const findings = [
    ...(await checkJobs(client)),
    ...(await checkMails(client)),
    ...(await checkPushes(client)),
    ...(await checkInvoices(client)),
  ];
  return findings.length > 0 ? findings : [ok('All jobs have run, and no mail is left over.')];
}

async function checkJobs(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; isLate: boolean; lastFault: string | null }>(
    `select name, last_fault as "lastFault",
       due_at < now() - make_interval(mins => $1)
         and coalesce(leased_until, '-infinity') < now() as "isLate"
     from job_runs where name = any($2) order by name`,
    // Earlier versions had other names for some.
    [lateMinutes, jobNames],
  );
  const late = rows.filter(({ isLate }) => isLate);
  const failing = rows.filter(({ lastFault }) => lastFault !== null);
  const findings: Finding[] = [];
  if (late.length > 0 && late.length === rows.length) {
    findings.push(
      fault(
        `No job has run for ${lateMinutes} minutes: no server of the shop is running on this database.`,
        'Start the shop.',
      ),
    );
  } else if (late.length > 0) {
    findings.push(
      fault(
        `Jobs are late: ${late.map(({ name }) => name).join(', ')}.`,
        'Look into the log for their names; a server of an earlier version does not know later jobs.',
      ),
    );
  }
  for (const { name, lastFault } of failing) {
    findings.push(
      advice(
        `The job ${name} failed when it ran last: ${lastFault}.`,
        'The log has the whole error; it runs again by itself.',
      ),
    );
  }
  return findings;
}

/** Devices whose push service refuses the shop itself: it sees them in the log only. */
async function checkPushes(client: pg.Client): Promise<Finding[]> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `select to_regclass('push_subscriptions') as found`,
  );
  if (!tables[0]?.found) return [];
  const { rows } = await client.query<{ service: string; status: number; count: number }>(
    `select substring(endpoint from '^https?://([^/]+)') as service, refused_status as status,
       count(*)::int as count
     from push_subscriptions where refused_at > now() - interval '7 days' group by 1, 2 order by 1, 2`,
  );
  return rows.map(({ service, status, count }) =>
    advice(
      `The push service ${service} refused the last notification to ${count} devices with ${status}.`,
      'It tells why in the log. Apple answers 403 while PUBLIC_URL is not the https address of the shop (docs/operators/push.md).',
    ),
  );
}

async function checkMails(client: pg.Client): Promise<Finding[]> {
  let waiting = 0;
  let dropped = 0;
  for (const table of await outboxes(client)) {
    const { rows } = await client.query<{ waiting: number; dropped: number }>(
      `select
        (select count(*)::int from (select 1 from ${table} where sent_at is null and dropped_at is null
          and created_at < now() - interval '1 hour' limit ${maxCount}) w) as waiting,
        (select count(*)::int from (select 1 from ${table} where dropped_at > now() - interval '7 days'
          and last_fault is not null limit ${maxCount}) d) as dropped`,
    );
    waiting += rows[0]?.waiting ?? 0;
    dropped += rows[0]?.dropped ?? 0;
  }
  const findings: Finding[] = [];
  if (waiting > 0) {
    findings.push(
      fault(
        `${waiting} mails have been waiting for more than an hour.`,
        'See what the check of the mail server says.',
      ),
    );
  }
  if (dropped > 0) {
    findings.push(
      advice(
        `${dropped} mails were given up within a week.`,
        'The admin’s page of jobs and mails shows them, with why.',
      ),
    );
  }
  return findings;
}

/** The tables of queued mails, known by their columns. */
async function outboxes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.columns
     where table_schema = current_schema()
       and column_name in ('sent_at', 'dropped_at', 'last_fault', 'tried_at')
     group by table_name having count(*) = 4`,
  );
  return rows.map(({ name }) => name);
}
