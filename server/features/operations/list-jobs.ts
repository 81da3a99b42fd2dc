import { type JobName, jobDescriptions, jobNames } from '#contract/operations/job-names.ts';
import type { Job } from '#contract/operations/jobs.ts';
import { msg } from '#contract/text.ts';
import { readFault } from '../../core/describe-fault.ts';
import { Problem } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Actor } from '../users/lock-user.ts';
import { lockAdmin, writeAction } from './write-action.ts';

interface JobRow {
  name: JobName;
  state: Job['state'];
  dueAt: Date;
  leasedOn: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  lastFault: string | null;
  lastError: string | null;
  lastItems: number | null;
  lastMs: number | null;
}

/** The scheduled jobs in the order of their descriptions. By the clock of the database. */
export async function listJobs(sql: Sql): Promise<Job[]> {
  const rows = await sql<JobRow[]>`
    select name, due_at as "dueAt", leased_on as "leasedOn", started_at as "startedAt",
      finished_at as "finishedAt", last_fault as "lastFault", last_error as "lastError",
      last_items as "lastItems", last_ms as "lastMs",
      case
        when leased_by is not null and (leased_until <= clock_timestamp()
          or started_at < clock_timestamp() - interval '15 minutes') then 'stuck'
        when leased_by is not null then 'running'
        when due_at < clock_timestamp() - interval '5 minutes' then 'stuck'
        when due_at <= clock_timestamp() then 'due'
        else 'waiting'
      end as state, leased_by is not null as "isLeased"
    from job_runs where name = any(${jobNames}::text[])
    order by array_position(${jobNames}::text[], name)`;
  return rows.map(jobFrom);
}

function jobFrom({
  name,
  state,
  dueAt,
  startedAt,
  leasedOn,
  ...row
}: JobRow & { isLeased?: boolean }): Job {
  const isRunning = row.isLeased === true;
  return {
    name,
    state,
    about: jobDescriptions[name],
    dueAt: dueAt.toISOString(),
    server: isRunning ? (leasedOn ?? undefined) : undefined,
    startedAt: isRunning ? startedAt?.toISOString() : undefined,
    lastRun: lastRunOf(row),
  };
}

function lastRunOf({
  finishedAt,
  lastFault,
  lastError,
  lastItems,
  lastMs,
}: Pick<
  JobRow,
  'finishedAt' | 'lastFault' | 'lastError' | 'lastItems' | 'lastMs'
>): Job['lastRun'] {
  if (!finishedAt) return undefined;
  const succeeded = lastFault === null;
  return {
    succeeded,
    finishedAt: finishedAt.toISOString(),
    items: succeeded ? (lastItems ?? undefined) : undefined,
    seconds: lastMs === null ? undefined : lastMs / 1_000,
    ...(lastFault !== null && readFault(lastError ?? lastFault)),
  };
}

/**
 * Makes a job due now; a server starts it within a second. While it runs, it runs once more afterwards.
 * @returns 0 when it was due already
 * @throws Problem not-found for a name that no job has; not-signed-in, not-allowed
 */
export async function runJob(
  tx: Tx,
  actor: Actor,
  { name, requestId }: { name: string; requestId: string },
  at: Date,
): Promise<0 | 1> {
  const admin = await lockAdmin(tx, actor);
  if (!Object.hasOwn(jobDescriptions, name))
    throw new Problem('not-found', msg`There is no such job`);
  if (!(await makeJobDue(tx, name as JobName, requestId))) return 0;
  await writeAction(tx, admin, { action: 'job-run', about: name }, at);
  return 1;
}

/**
 * Makes a job due, unless it is. A run that has begun may have missed what it is wanted for, so it does not count.
 * @returns whether it was not due before
 */
export async function makeJobDue(tx: Tx, name: JobName, requestId: string): Promise<boolean> {
  const made = await tx.sql`
    update job_runs set due_at = clock_timestamp(), request_id = ${requestId}
    where name = ${name}
      and (due_at > clock_timestamp() or (leased_by is not null and due_at <= started_at))
    returning name`;
  return made.length > 0;
}
