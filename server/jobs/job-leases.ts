import { hostname } from 'node:os';
import { rawSql, type Sql } from '../database/sql.ts';
import type { Schedule } from './scheduled-jobs.ts';

/** A job whose server has stopped without a word can be started by another one after this time. */
export const leaseSeconds = 30;

/** By which an admin finds the process. */
const here = `${hostname()}, process ${process.pid}`;
const leaseEnd = rawSql(`clock_timestamp() + interval '${leaseSeconds} seconds'`);
/** The next time of a schedule, in UTC. */
const nextRun = rawSql(`to_timestamp(60 * (job.at_minute + job.every_minutes *
  (floor((extract(epoch from clock_timestamp()) / 60 - job.at_minute) / job.every_minutes) + 1)))`);

/** Adds the jobs that the database does not know yet. Their first run is at the next time of their schedule. */
export async function addJobs(sql: Sql, jobs: Readonly<Record<string, { schedule: Schedule }>>) {
  const names = Object.keys(jobs);
  const every = Object.values(jobs).map(({ schedule }) => schedule.everyMinutes);
  const at = Object.values(jobs).map(({ schedule }) => schedule.atMinute ?? 0);
  await sql`
    insert into job_runs (name, due_at)
    select name, ${nextRun}
    from unnest(${names}::text[], ${every}::int[], ${at}::int[]) as job (name, every_minutes, at_minute)
    on conflict do nothing`;
}

/**
 * Leases the jobs that are due to this server. A job that this server holds and does not run is leased again: the answer to
 * the earlier statement was lost.
 * @param running names of the jobs that this server runs
 * @returns the leased jobs, with the id of the request by which an admin asked for this run
 */
export async function leaseDueJobs(
  sql: Sql,
  { server, names, running }: { server: string; names: string[]; running: string[] },
): Promise<{ name: string; requestId: string | null }[]> {
  return sql<{ name: string; requestId: string | null }[]>`
    update job_runs set leased_by = ${server}, leased_on = ${here}, leased_until = ${leaseEnd}, started_at = clock_timestamp()
    where name in (
      select name from job_runs
      where name = any(${names}::text[]) and name <> all(${running}::text[])
        and due_at <= clock_timestamp()
        and (leased_by is null or leased_by = ${server} or leased_until <= clock_timestamp())
      order by name for update skip locked
    )
    returning name, request_id as "requestId"`;
}

/** @returns the names of the jobs that this server still holds */
export async function renewLeases(sql: Sql, server: string, running: string[]): Promise<string[]> {
  const renewed = await sql<{ name: string }[]>`
    update job_runs set leased_until = ${leaseEnd}
    where leased_by = ${server} and name = any(${running}::text[]) returning name`;
  return renewed.map(({ name }) => name);
}

/**
 * Ends a run and sets the next one, unless another server has taken the job over. If `due_at` was set during the run,
 * the job runs again.
 */
export async function finishRun(
  sql: Sql,
  { server, name, schedule, fault, error, items, ms }: FinishedRun,
): Promise<void> {
  await sql`
    update job_runs set leased_by = null, leased_until = null, finished_at = clock_timestamp(),
      last_fault = ${fault}, last_error = ${error}, last_items = ${items}, last_ms = ${ms},
      request_id = case when due_at > started_at then request_id end,
      due_at = case when due_at > started_at then due_at else ${nextRun} end
    from (
      select ${schedule.everyMinutes}::int as every_minutes, ${schedule.atMinute ?? 0}::int as at_minute
    ) as job
    where job_runs.name = ${name} and leased_by = ${server}`;
}

interface FinishedRun {
  server: string;
  name: string;
  schedule: Schedule;
  /** The kind of error; null after success. */
  fault: string | null;
  /** The same in words. */
  error: string | null;
  /** How many items were processed; null after a failure. */
  items: number | null;
  ms: number;
}

/** Lets other servers immediately start what this one has not finished. */
export async function releaseLeases(sql: Sql, server: string): Promise<void> {
  await sql`update job_runs set leased_by = null, leased_until = null where leased_by = ${server}`;
}
